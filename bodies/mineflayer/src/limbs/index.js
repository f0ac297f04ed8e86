// The limb verbs of one bot: each is done in its order and answered exactly once.

import { PENDING_MAX, Refusal } from '../protocol.js'
import { fromPitch, fromYaw } from '../geometry.js'
import { Clicks } from './clicks.js'
import { Digger } from './dig.js'
import { Hands } from './hands.js'
import { Legs } from './legs.js'
import { Windows } from './windows.js'

/** @typedef {import('../protocol.js').VerbName} VerbName */
/** @typedef {{ id: number, open: boolean, ended?: Refusal }} Task */

/** Verbs that a dead body can still do. */
const WHEN_DEAD = new Set(['respawn', 'say', 'stop', 'dig_stop', 'release', 'look'])

export class Limbs {
  /** Verbs that wait for their answer, by id. @type {Map<number, Task>} */
  #open = new Map()
  /** Clicks that wait for their moment; the eyes stay on them, and a later look comes after them. */
  #aiming = 0

  /** @param {any} bot @param {(line: object) => void} send @param {() => number} stretch */
  constructor (bot, send, stretch) {
    this.bot = bot
    this.send = send
    this.hands = new Hands(bot, stretch)
    this.legs = new Legs(bot, () => this.hands.tick)
    this.digger = new Digger(bot, this.hands)
    this.clicks = new Clicks(bot, this.hands)
    this.windows = new Windows(bot, this.hands, send)
  }

  /** One game tick has passed. */
  advance () {
    this.hands.advance()
    this.legs.advance()
  }

  /** Stops all movement and refuses what is open. @param {import('../protocol.js').Reason} reason @param {string} [why] */
  stop (reason, why = '') {
    for (const task of [...this.#open.values()]) this.#answer(task, new Refusal(reason, why))
    this.digger.stop()
    this.hands.abandon()
    this.legs.rest()
    if (this.bot.usingHeldItem) this.clicks.release()
    if (this.bot.currentWindow) this.bot.closeWindow(this.bot.currentWindow)
  }

  /** Does a verb. @param {number} id @param {VerbName} name @param {any} fields */
  do (id, name, fields) {
    const task = { id, open: true }
    if (this.#open.size >= PENDING_MAX) return this.#answer(task, new Refusal('too_many'))
    this.#open.set(id, task)
    if (this.bot.isAlive === false && !WHEN_DEAD.has(name)) return this.#answer(task, new Refusal('dead'))
    if (name === 'stop') {
      this.#open.delete(id)
      this.stop('stopped')
      return this.#answer(task)
    }
    this.#begin(task, name, fields).then(() => this.#answer(task), error => this.#answer(task, error))
  }

  /** @param {Task} task @param {any} [error] */
  #answer (task, error) {
    if (!task.open) return
    task.open = false
    this.#open.delete(task.id)
    if (!error) return this.send({ type: 'confirmed', id: task.id })
    const refusal = error instanceof Refusal ? error : new Refusal('denied', error?.message ?? String(error))
    this.send({ type: 'refused', id: task.id, reason: refusal.reason, ...(refusal.why ? { why: refusal.why.slice(0, 400).replace(/\s+/g, ' ') } : {}) })
  }

  /**
   * Work of the hands whose end is known later than the hands are free: the next verb begins once `free` was called.
   * @param {(free: () => void) => Promise<void>} work
   */
  async #answeredLater (work) {
    /** @type {Promise<void> | undefined} */
    let ending
    await this.hands.afterOthers(() => new Promise((resolve, reject) => {
      ending = work(() => resolve(undefined))
      ending.then(() => resolve(undefined), reject)
    }))
    await ending
  }

  /** A click: what was asked for before it ends the digging, and the eyes stay until it is sent. @param {(free: () => void) => Promise<void>} click */
  async #aimed (click) {
    this.#aiming++
    let waits = true
    const sent = () => {
      if (waits) this.#aiming--
      waits = false
    }
    try {
      await this.#answeredLater(free => {
        this.digger.stop()
        return click(() => { sent(); free() })
      })
    } finally {
      sent()
    }
  }

  /** @param {Task} _task @param {VerbName} name @param {any} fields @returns {Promise<void>} */
  async #begin (_task, name, fields) {
    const { bot, hands, legs, digger, clicks, windows } = this
    /** Work that ends the digging, as a click does in the game. @param {() => Promise<void>} work */
    const byHand = work => hands.afterOthers(async () => {
      digger.stop()
      await work()
    })
    switch (name) {
      case 'steer': return legs.steer(fields)
      case 'look': {
        const turn = async () => hands.turn(fromYaw(fields.yaw), fromPitch(fields.pitch))
        return await (this.#aiming > 0 ? hands.afterOthers(turn) : turn())
      }
      case 'dig_stop': return digger.stopAll()
      case 'release': return clicks.release()
      case 'say': return this.#say(fields.text)
      case 'dig_start': {
        const { turn } = digger
        return await this.#answeredLater(free => digger.dig(fields, turn, free))
      }
      case 'place': return await this.#aimed(free => clicks.place(fields, free))
      case 'use_on': return await this.#aimed(free => clicks.useOn(fields, free))
      case 'use_item': return await byHand(() => clicks.useItem(fields.hand))
      case 'strike': return await byHand(() => clicks.strike(fields))
      case 'hold': return await byHand(() => windows.hold(fields.item ?? null))
      case 'craft': return await byHand(() => windows.craft(fields))
      case 'open': return await byHand(() => windows.open(fields.at))
      case 'transfer': return await byHand(() => windows.transfer(fields))
      case 'toss': return await byHand(() => windows.toss(fields))
      case 'equip': return await byHand(() => windows.equip(fields))
      case 'sleep': return await byHand(() => this.#sleep(fields.bed))
      case 'wake': return await byHand(() => this.#wake())
      case 'respawn':
        if (bot.isAlive === false) bot.respawn()
        return await hands.afterOthers(() => hands.until(() => bot.isAlive !== false))
      default: throw new Refusal('unsupported', name)
    }
  }

  /** @param {string} text */
  #say (text) {
    // A line that begins with a slash would be a command to the server.
    if (text.startsWith('/')) throw new Refusal('bad_request', 'the text begins with a slash')
    if (text.trim() !== '') this.bot.chat(text)
  }

  /** @param {import('../protocol.js').Triple} at */
  async #sleep (at) {
    const { bot, hands } = this
    const bed = hands.block(at)
    if (!bot.isABed(bed)) throw new Refusal('wrong_block', bed.name)
    try {
      await hands.clickMoment()
      await hands.inTime(bot.sleep(bed))
    } catch (error) {
      if (error instanceof Refusal) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new Refusal(/far|click/.test(why) ? 'out_of_reach' : 'cannot_sleep', why)
    }
  }

  async #wake () {
    if (!this.bot.isSleeping) return
    await this.bot.wake()
    await this.hands.until(() => !this.bot.isSleeping)
  }
}
