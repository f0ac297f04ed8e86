// The body itself: where it is, how it is, what it carries.

import { isName, snake, stack } from '../names.js'
import { toFine, toPitch, toYaw } from '../geometry.js'

/** Armour points of each piece, by material; turtle shells are helmets. */
const ARMOUR = /** @type {Record<string, Record<string, number>>} */ ({
  leather: { helmet: 1, chestplate: 3, leggings: 2, boots: 1 },
  golden: { helmet: 2, chestplate: 5, leggings: 3, boots: 1 },
  chainmail: { helmet: 2, chestplate: 5, leggings: 4, boots: 1 },
  iron: { helmet: 2, chestplate: 6, leggings: 5, boots: 2 },
  diamond: { helmet: 3, chestplate: 8, leggings: 6, boots: 3 },
  netherite: { helmet: 3, chestplate: 8, leggings: 6, boots: 3 },
  turtle: { helmet: 2 }
})
/** Armour slots in mineflayer's inventory window: head, chest, legs, feet. */
const WORN = [5, 6, 7, 8]
export const OFF_HAND = 45
/** The first hotbar slot in the window, and the first of the others. */
export const HOTBAR = 36
export const MAIN = 9
/** Ticks of air on a full breath, and mineflayer's own measure of it. */
const AIR_MAX = 300
const OXYGEN_MAX = 20

/** @param {unknown} value @param {number} low @param {number} high @param {number} otherwise */
const within = (value, low, high, otherwise) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(low, Math.min(high, Math.round(value))) : otherwise

/** The armour points of what is worn. @param {any[]} slots */
export const armourPoints = slots => WORN.reduce((points, slot) => {
  const [material, piece] = String(slots[slot]?.name ?? '').split('_')
  return points + (ARMOUR[material]?.[piece] ?? 0)
}, 0)

/** Tells how far the body has fallen since it last stood. */
export class Fall {
  #top = -Infinity

  /** @param {number} y @param {boolean} caught whether it stands, swims or climbs @returns {number} thousandths of a block */
  tick (y, caught) {
    this.#top = caught ? y : Math.max(this.#top, y)
    return Math.max(0, Math.round((this.#top - y) * 1000))
  }
}

/**
 * The line of one tick.
 * @param {any} bot @param {number} tick @param {number} falling
 */
export function tickLine (bot, tick, falling) {
  const { position, velocity, yaw, pitch, onGround } = bot.entity
  const head = bot.blockAt(position.offset(0, bot.entity.eyeHeight ?? 1.62, 0), false)
  const age = Number(bot.time?.age ?? 0)
  return {
    type: 'tick',
    tick,
    ...(age > 0 && Number.isSafeInteger(age) ? { age } : {}),
    time_of_day: ((Number(bot.time?.timeOfDay) || 0) % 24000 + 24000) % 24000,
    weather: bot.isRaining ? (bot.thunderState > 0 ? 'thunder' : 'rain') : 'clear',
    at: toFine(position),
    velocity: toFine(velocity).map(v => Math.max(-100000, Math.min(100000, v))),
    yaw: toYaw(yaw),
    pitch: toPitch(pitch),
    on_ground: Boolean(onGround),
    ...(head ? { light: [within(head.skyLight, 0, 15, 0), within(head.light, 0, 15, 0)] } : {}),
    ...(typeof bot.health === 'number' ? { vitals: vitals(bot, head, falling) } : {})
  }
}

/** @param {any} bot @param {any} head the block at the eyes @param {number} falling */
function vitals (bot, head, falling) {
  const flags = bot.entity.metadata?.[0]
  return {
    health: within(Math.ceil(bot.health), 0, 255, 0),
    food: within(bot.food, 0, 20, 20),
    // Some servers send no number here.
    saturation: within(bot.foodSaturation * 1000, 0, 20000, 0),
    air: within((bot.oxygenLevel ?? OXYGEN_MAX) * AIR_MAX / OXYGEN_MAX, 0, AIR_MAX, AIR_MAX),
    armour: Math.min(30, armourPoints(bot.inventory.slots)),
    on_fire: typeof flags === 'number' && (flags & 1) !== 0,
    in_lava: Boolean(bot.entity.isInLava),
    in_water: Boolean(bot.entity.isInWater),
    suffocating: head?.boundingBox === 'block' && head.transparent === false,
    falling,
    asleep: Boolean(bot.isSleeping),
    mode: ['survival', 'creative', 'adventure', 'spectator'].includes(bot.game.gameMode) ? bot.game.gameMode : 'survival'
  }
}

/** Everything carried. @param {any} bot */
export function inventoryLine (bot) {
  const slots = bot.inventory.slots
  const bag = [...slots.slice(HOTBAR, HOTBAR + 9), ...slots.slice(MAIN, HOTBAR)].map(stack)
  while (bag.length < 36) bag.push(null)
  return { type: 'inventory', slots: bag, armour: WORN.map(slot => stack(slots[slot])), off_hand: stack(slots[OFF_HAND]), held: bot.quickBarSlot ?? 0 }
}

/** All status effects. @param {any} bot */
export function effectsLine (bot) {
  const effects = Object.values(bot.entity?.effects ?? {}).flatMap((/** @type {any} */ effect) => {
    const name = snake(bot.registry.effects[effect.id]?.name ?? `unknown_${effect.id}`)
    return isName(name) ? [{ name, level: within(effect.amplifier + 1, 0, 255, 1), ticks: within(effect.duration, 0, 2 ** 32 - 1, 2 ** 32 - 1) }] : []
  })
  return { type: 'effects', effects: effects.slice(0, 64) }
}
