// Digging: begins at a verb, goes on by itself at the pace of the tool, and ends when the block is gone.

import { Refusal } from '../protocol.js'
import { Watch } from './hands.js'

/** The game rests the hand this many ticks after each block that was not broken at once. */
const REST_TICKS = 5
const TICK_MS = 50

/** @typedef {import('./hands.js').Hands} Hands */
/** @typedef {{ at: import('../protocol.js').Triple, face: import('../protocol.js').Face }} Target */

export class Digger {
  /** @type {{ target: Target, stop: () => void } | undefined} */
  #going
  #restUntil = 0
  /** Grows with each `dig_stop`, which also ends the digging that has not begun yet. */
  turn = 0

  /** @param {any} bot @param {Hands} hands */
  constructor (bot, hands) {
    this.bot = bot
    this.hands = hands
  }

  /** Ends the digging that goes on, if any. */
  stop () {
    this.#going?.stop()
  }

  /** Ends the digging that goes on and what was asked for before. */
  stopAll () {
    this.turn++
    this.stop()
  }

  /**
   * Breaks a block, unless it was stopped since this `turn`. `begun` is called when the hands are free for other verbs, which end the digging.
   * @param {Target} target @param {number} turn @param {() => void} begun
   */
  async dig (target, turn, begun) {
    this.stop()
    if (turn !== this.turn) throw new Refusal('stopped')
    const { hands, bot } = this
    const block = hands.block(target.at)
    if (block.name === 'air' || block.diggable === false || !Number.isFinite(bot.digTime(block))) throw new Refusal('not_diggable', block.name)
    hands.aim(target)
    let stopped = false
    const going = { target, stop: () => { stopped = true } }
    this.#going = going
    begun()
    while (hands.tick < this.#restUntil) await hands.pause(1)
    const watch = new Watch(bot, [target.at])
    try {
      const broken = await this.#hit(target, () => stopped, watch)
      if (!broken) throw new Refusal('stopped')
    } finally {
      watch.end()
      if (this.#going === going) this.#going = undefined
    }
  }

  /** @param {Target} target @param {() => boolean} stopped @param {Watch} watch */
  async #hit (target, stopped, watch) {
    const { hands, bot } = this
    if (stopped()) return false
    let finished = hands.digPacket(0, target.at, target.face)
    bot.swingArm('right')
    let progress = 0
    let ticks = 0
    try {
      for (;;) {
        if (watch.changed) return true
        const block = hands.block(target.at)
        progress += TICK_MS / Math.max(1, bot.digTime(block))
        if (progress >= 1) break
        await hands.pause(1)
        ticks++
        if (stopped()) {
          hands.digPacket(1, target.at, target.face)
          return false
        }
        bot.swingArm('right')
      }
    } catch (error) {
      hands.digPacket(1, target.at, target.face)
      throw error
    }
    finished = hands.digPacket(2, target.at, target.face)
    if (ticks > 0) this.#restUntil = hands.tick + REST_TICKS
    await this.#confirm(target, finished, watch)
    return true
  }

  /** @param {Target} target @param {number} sequence @param {Watch} watch */
  async #confirm (target, sequence, watch) {
    const { hands, bot } = this
    /** @type {boolean | undefined} */
    let answer
    // Before 1.19 the answer names the place; since then a number stands for all that was done before it.
    const listener = (/** @type {any} */ packet) => {
      const [x, y, z] = target.at
      if (packet.location && packet.status === 2 && packet.location.x === x && packet.location.y === y && packet.location.z === z) answer = packet.successful !== false
    }
    bot._client.on('acknowledge_player_digging', listener)
    try {
      await hands.until(() => watch.told || answer !== undefined || hands.isAcknowledged(sequence))
      // What contradicts the guess comes in the same tick.
      await hands.pause(1)
      if (watch.changed) return
      if (watch.told || answer === false) throw new Refusal('denied')
      bot._updateBlockState(hands.block(target.at).position, 0)
    } finally {
      bot._client.removeListener('acknowledge_player_digging', listener)
    }
  }
}
