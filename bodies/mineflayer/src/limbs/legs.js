// Walking: what `steer` holds down, and letting go of it.

/** Without a new `steer` for this many ticks the body stands still. */
export const STEER_TICKS = 3
/** Below this food the game does not let a player sprint. */
const SPRINT_FOOD_MIN = 7

const KEYS = /** @type {const} */ (['forward', 'back', 'left', 'right', 'jump', 'sneak', 'sprint'])

export class Legs {
  #heldSince = -Infinity

  /** @param {any} bot @param {() => number} now the tick */
  constructor (bot, now) {
    this.bot = bot
    this.now = now
  }

  /** @param {{ forward: number, strafe: number, jump: boolean, sneak: boolean, sprint: boolean }} keys */
  steer ({ forward, strafe, jump, sneak, sprint }) {
    const canSprint = forward > 0 && !sneak && (this.bot.food ?? 20) >= SPRINT_FOOD_MIN && !this.bot.usingHeldItem
    const down = { forward: forward > 0, back: forward < 0, left: strafe < 0, right: strafe > 0, jump, sneak, sprint: sprint && canSprint }
    for (const key of KEYS) this.bot.setControlState(key, down[key])
    this.#heldSince = this.now()
  }

  advance () {
    if (this.now() - this.#heldSince >= STEER_TICKS) this.rest()
  }

  rest () {
    if (this.#heldSince === -Infinity) return
    this.#heldSince = -Infinity
    for (const key of KEYS) this.bot.setControlState(key, false)
  }
}
