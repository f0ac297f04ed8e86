// What the limbs have in common: their clock, their order, the answers, and how a click reaches the server.

import { Refusal } from '../protocol.js'
import { BLOCK_REACH, direction, distanceToBox, FACE_NUMBERS, hitsBox, NORMALS, toVec } from '../geometry.js'
import { eyesOf, isFree } from '../senses/entities.js'

/** A hand clicks once in this many ticks, as the game does while the button is held. */
export const CLICK_TICKS = 4
/** How long the server may take to show an effect, in ticks at its usual pace. */
export const ANSWER_TICKS = 40
/** A server that lags stretches that, but not beyond this. */
export const STRETCH_MAX = 5

/** @typedef {import('../protocol.js').Triple} Triple */
/** @typedef {import('../protocol.js').Face} Face */
/** @typedef {{ at: Triple, face: Face, cursor?: Triple }} Target */

/** The hands of one bot: a clock in game ticks, one piece of work after the other, and packets at the game's pace. */
export class Hands {
  tick = 0
  /** Grows with `stop`; work that began before ends at its next breath. */
  epoch = 0
  #lastClick = -CLICK_TICKS
  #looked = 0
  #sequence = 0
  /** The newest sequence number that the server has acknowledged. */
  #acknowledged = 0
  /** @type {{ at: number, wake: () => void }[]} */
  #sleepers = []
  /** @type {Promise<unknown>} */
  #work = Promise.resolve()

  /** @param {any} bot @param {() => number} stretch how much slower than usual the server runs */
  constructor (bot, stretch) {
    this.bot = bot
    this.stretch = stretch
    bot._client.on('acknowledge_player_digging', (/** @type {any} */ packet) => {
      if (typeof packet.sequenceId === 'number') this.#acknowledged = Math.max(this.#acknowledged, packet.sequenceId)
    })
  }

  /** One game tick has passed. */
  advance () {
    this.tick++
    const due = this.#sleepers.filter(sleeper => sleeper.at <= this.tick)
    this.#sleepers = this.#sleepers.filter(sleeper => sleeper.at > this.tick)
    for (const sleeper of due) sleeper.wake()
  }

  /** Ends all work: its next breath throws. */
  abandon () {
    this.epoch++
    for (const { wake } of this.#sleepers.splice(0)) wake()
  }

  /**
   * Does a piece of work after all that was begun before. It ends when the hands are free again.
   * @param {() => Promise<void>} work
   */
  afterOthers (work) {
    const epoch = this.epoch
    const next = this.#work.then(async () => {
      if (epoch !== this.epoch) throw new Refusal('stopped')
      await work()
    })
    this.#work = next.catch(() => {})
    return next
  }

  /** @param {number} ticks */
  async pause (ticks) {
    const epoch = this.epoch
    await new Promise(wake => this.#sleepers.push({ at: this.tick + ticks, wake: () => wake(undefined) }))
    if (epoch !== this.epoch) throw new Refusal('stopped')
  }

  /** How many ticks the server may take for an answer now. */
  get patience () {
    return Math.ceil(ANSWER_TICKS * Math.min(STRETCH_MAX, Math.max(1, this.stretch())))
  }

  /**
   * Waits until a condition holds, or refuses.
   * @param {() => boolean} holds @param {number} [ticks] @param {() => Refusal} [otherwise]
   */
  async until (holds, ticks = this.patience, otherwise = () => new Refusal('timed_out', `the server did not show it in ${ticks} ticks`)) {
    for (const end = this.tick + ticks; !holds();) {
      if (this.tick >= end) throw otherwise()
      await this.pause(1)
    }
  }

  /** A promise of mineflayer's, but not for ever. @template T @param {Promise<T>} promise @param {number} [ticks] @returns {Promise<T>} */
  async inTime (promise, ticks = this.patience) {
    /** @type {{ value?: T, error?: unknown } | undefined} */
    let settled
    promise.then(value => { settled = { value } }, error => { settled = { error } })
    await this.until(() => settled !== undefined, ticks)
    if (settled?.error) throw settled.error instanceof Error ? settled.error : new Error(String(settled.error))
    return /** @type {T} */ (settled?.value)
  }

  /** Turns the head. The server hears of it at the end of this tick. @param {number} yaw @param {number} pitch in mineflayer's angles */
  turn (yaw, pitch) {
    const { entity } = this.bot
    if (Math.abs(entity.yaw - yaw) + Math.abs(entity.pitch - pitch) > 1e-4) this.#looked = this.tick
    this.bot.look(yaw, pitch, true).catch(() => {})
  }

  /** Waits for the moment of the next click: the hand is rested, and the server knows where the eyes look. */
  async clickMoment () {
    while (this.tick < this.#lastClick + CLICK_TICKS || this.tick <= this.#looked) await this.pause(1)
    this.#lastClick = this.tick
  }

  /** The next number by which newer servers acknowledge what a hand does. */
  nextSequence () {
    return ++this.#sequence
  }

  /** @param {number} sequence */
  isAcknowledged (sequence) {
    return this.#acknowledged >= sequence
  }

  /** The block at a place, or a refusal where it is not loaded. @param {Triple} at */
  block (at) {
    const block = this.bot.blockAt(toVec(at), false)
    if (!block) throw new Refusal('not_loaded')
    return block
  }

  /** Refuses what no player could do from here: too far, another face, something between, or looking elsewhere. @param {Target} target */
  aim ({ at, face, cursor }) {
    const eyes = eyesOf(this.bot)
    const [low, high] = [toVec(at), toVec(at).offset(1, 1, 1)]
    const far = distanceToBox(eyes, low, high)
    if (far > BLOCK_REACH) throw new Refusal('out_of_reach', `${far.toFixed(1)} blocks away`)
    const normal = toVec(NORMALS[face])
    const plane = low.offset(0.5, 0.5, 0.5).plus(normal.scaled(0.5))
    const onFace = cursor ? low.offset(cursor[0] / 1000, cursor[1] / 1000, cursor[2] / 1000) : plane
    if (normal.dot(eyes.minus(onFace)) <= 0 && this.block(at).boundingBox === 'block') throw new Refusal('face_not_in_view', 'the face is turned away')
    const look = direction(this.bot.entity.yaw, this.bot.entity.pitch)
    const slack = toVec([1, 1, 1]).scaled(0.05)
    const along = hitsBox(eyes, look, low.minus(slack), high.plus(slack))
    if (along === null) throw new Refusal('face_not_in_view', 'the eyes look elsewhere')
    // Without a spot on the face it is what the eyes look at that must be free, as in the game.
    if (!isFree(this.bot, eyes, cursor ? onFace : eyes.plus(look.scaled(along)), low)) throw new Refusal('face_not_in_view', 'something is in between')
  }

  /** Sends a click on a block. @param {Required<Target>} target @returns {number} its sequence */
  clickBlock ({ at, face, cursor }) {
    const sequence = this.nextSequence()
    const [cursorX, cursorY, cursorZ] = cursor.map(v => v / 1000)
    const packet = { location: toVec(at), direction: FACE_NUMBERS[face], hand: 0, cursorX, cursorY, cursorZ }
    this.bot._client.write('block_place', { ...packet, insideBlock: false, sequence, worldBorderHit: false })
    this.bot.swingArm('right')
    return sequence
  }

  /** Sends a digging packet. @param {number} status @param {Triple} at @param {Face} face @returns {number} its sequence */
  digPacket (status, at, face) {
    const sequence = this.nextSequence()
    this.bot._client.write('block_dig', { status, location: toVec(at), face: FACE_NUMBERS[face], sequence })
    return sequence
  }
}

/** Watches some cells, and remembers what the server last said of each. */
export class Watch {
  /** @type {Map<string, { was: number, told: boolean, now: number }>} */
  #cells = new Map()

  /** @param {any} bot @param {Triple[]} cells */
  constructor (bot, cells) {
    this.bot = bot
    for (const at of cells) this.#cells.set(at.join(), { was: bot.blockAt(toVec(at), false)?.stateId ?? -1, told: false, now: -1 })
    this.listener = (/** @type {any} */ _old, /** @type {any} */ block) => {
      const cell = block && this.#cells.get([block.position.x, block.position.y, block.position.z].join())
      if (cell) Object.assign(cell, { told: true, now: block.stateId })
    }
    bot.on('blockUpdate', this.listener)
  }

  get changed () { return [...this.#cells.values()].some(cell => cell.told && cell.now !== cell.was) }
  get told () { return [...this.#cells.values()].some(cell => cell.told) }

  end () {
    this.bot.removeListener('blockUpdate', this.listener)
  }
}
