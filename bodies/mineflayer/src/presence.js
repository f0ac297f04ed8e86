// One stay on the server: a bot, its senses and its limbs, from the login to the end of the connection.

import { createRequire } from 'node:module'
import { Chunks } from './senses/chunks.js'
import { entityLines } from './senses/entities.js'
import { listen } from './senses/happenings.js'
import { effectsLine, Fall, inventoryLine, tickLine } from './senses/self.js'
import { Limbs } from './limbs/index.js'

const require = createRequire(import.meta.url)
/** @type {any} */
const mineflayer = require('mineflayer')

/** Entities, drops and changes of what is carried are looked at this often, in ticks. */
const LOOK_TICKS = 4
const TICK_MS = 50
/** Without physics (dead, chunk not loaded) time goes on by the clock after this long. */
const STILL_MS = 150
/** How far the server may fall behind before waits grow: its pace is looked at over this many reports. */
const PACE_REPORTS = 4

/** How much slower than usual the server runs, from its own count of ticks. */
export class Pace {
  /** @type {{ age: number, at: number }[]} */
  #reports = []

  /** @param {number} age @param {number} at in milliseconds */
  report (age, at) {
    if (this.#reports.length > 0 && age <= this.#reports[this.#reports.length - 1].age) this.#reports = []
    this.#reports.push({ age, at })
    if (this.#reports.length > PACE_REPORTS) this.#reports.shift()
  }

  get stretch () {
    const [first, last] = [this.#reports[0], this.#reports[this.#reports.length - 1]]
    if (!first || last.age <= first.age) return 1
    return Math.max(1, (last.at - first.at) / ((last.age - first.age) * TICK_MS))
  }
}

/**
 * @typedef {{ host: string, port: number, username: string, version: string, auth: 'offline' | 'microsoft', view: number, cache?: string }} Where
 * @typedef {{ send: (line: object) => void, isBehind: () => boolean, nextTick: () => number, present: () => void, kicked: (reason: unknown) => void, failed: (error: unknown) => void, ended: (reason: unknown) => void }} Ends
 */

export class Presence {
  #lastInventory = ''
  #lastEffects = ''
  /** @type {{ falling: number, vitals?: any }} */
  #lastTick = { falling: 0 }
  #fall = new Fall()
  #lastPhysics = 0
  #spawned = false
  #over = false
  #ticks = 0

  /** @param {Where} where @param {Ends} ends */
  constructor (where, ends) {
    this.ends = ends
    this.pace = new Pace()
    this.bot = mineflayer.createBot({
      host: where.host,
      port: where.port,
      username: where.username,
      version: where.version,
      auth: where.auth,
      ...(where.cache ? { profilesFolder: where.cache } : {}),
      viewDistance: where.view,
      respawn: false,
      hideErrors: true,
      logErrors: false,
      checkTimeoutInterval: 30_000,
      physicsEnabled: true
    })
    this.bot.on('kicked', (/** @type {unknown} */ reason) => ends.kicked(reason))
    this.bot.on('error', (/** @type {unknown} */ error) => ends.failed(error))
    this.bot.on('end', (/** @type {unknown} */ reason) => this.#end(reason))
    this.view = where.view
    this.bot.once('spawn', () => this.#begin())
  }

  /** Leaves the server. */
  leave () {
    this.limbs?.stop('disconnected')
    this.bot.end('done')
  }

  /** Sends everything that a mind must know, to one that is new or lost count. */
  resend () {
    if (!this.chunks || !this.#spawned) return
    this.#lastInventory = this.#lastEffects = ''
    this.chunks.begin()
    this.#report()
    this.#look()
  }

  /** @param {number} view */
  setView (view) {
    this.view = view
    if (this.chunks) this.chunks.view = view
  }

  #begin () {
    const { bot } = this
    this.chunks = new Chunks(bot, this.view, this.ends.send)
    this.limbs = new Limbs(bot, line => this.#answer(line), () => this.pace.stretch)
    listen(bot, this.ends.send, () => this.#lastTick)
    bot.on('blockUpdate', (/** @type {any} */ old, /** @type {any} */ block) => {
      if (block && old?.stateId !== block.stateId) this.chunks?.changed(block.position, block.stateId)
    })
    bot.on('chunkColumnLoad', (/** @type {any} */ at) => this.chunks?.replaced(at.x >> 4, at.z >> 4))
    bot.on('chunkColumnUnload', (/** @type {any} */ at) => this.chunks?.unloaded(at.x >> 4, at.z >> 4))
    let dimension = bot.game.dimension
    bot.on('game', () => {
      if (bot.game.dimension === dimension) return
      dimension = bot.game.dimension
      this.limbs?.stop('stopped', 'another dimension')
      this.chunks?.begin()
      this.#report()
    })
    bot.on('death', () => this.limbs?.stop('dead'))
    bot._client.on('update_time', (/** @type {any} */ packet) => {
      const age = Number(packet.age ?? 0)
      if (age > 0) this.pace.report(age, performance.now())
    })
    bot.on('physicsTick', () => {
      this.#lastPhysics = performance.now()
      this.#advance()
    })
    this.timer = setInterval(() => {
      if (performance.now() - this.#lastPhysics > STILL_MS) this.#advance()
    }, TICK_MS)
    this.#spawned = true
    this.ends.present()
    this.resend()
  }

  #advance () {
    if (this.#over) return
    this.limbs?.advance()
    this.#ticks++
    this.#report()
    this.chunks?.tick(this.ends.isBehind())
    if (this.#ticks % LOOK_TICKS === 0) this.#look()
  }

  #report () {
    const { bot } = this
    const { entity } = bot
    if (!Number.isFinite(entity?.position?.x)) return
    const caught = entity.onGround || entity.isInWater || entity.isInLava || bot.game.gameMode === 'spectator'
    const falling = this.#fall.tick(entity.position.y, Boolean(caught))
    const line = tickLine(bot, this.ends.nextTick(), falling)
    this.#lastTick = { falling, vitals: 'vitals' in line ? line.vitals : undefined }
    if (!this.ends.isBehind() || this.#ticks % 20 === 0) this.ends.send(line)
  }

  #look () {
    if (this.ends.isBehind()) return
    this.#lookAtInventory()
    for (const line of entityLines(this.bot)) this.ends.send(line)
  }

  #lookAtInventory () {
    const [inventory, effects] = [JSON.stringify(inventoryLine(this.bot)), JSON.stringify(effectsLine(this.bot))]
    if (inventory !== this.#lastInventory) this.ends.send(JSON.parse(inventory))
    // The time that is left runs down by itself and is no news.
    const named = effects.replace(/"ticks":\d+/g, '')
    if (named !== this.#lastEffects) this.ends.send(JSON.parse(effects))
    this.#lastInventory = inventory
    this.#lastEffects = named
  }

  /** What a verb changed is told before its answer. @param {object} line */
  #answer (line) {
    if (!this.ends.isBehind()) {
      this.chunks?.flush()
      this.#lookAtInventory()
    }
    this.ends.send(line)
  }

  /** @param {unknown} reason */
  #end (reason) {
    if (this.#over) return
    this.#over = true
    clearInterval(this.timer)
    this.limbs?.stop('disconnected')
    this.ends.ended(reason)
  }
}
