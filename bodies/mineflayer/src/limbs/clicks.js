// Clicks with what is in the hand: place, use on a block, use in the air, strike.

import { Refusal } from '../protocol.js'
import { BLOW_REACH, distanceToBox, fromFine, lookAt, NORMALS } from '../geometry.js'
import { boxOf, eyesOf, isFree, metadataOf, nameOf } from '../senses/entities.js'
import { plain } from '../names.js'
import { Watch } from './hands.js'

/** @typedef {import('./hands.js').Hands} Hands */
/** @typedef {import('./hands.js').Target} Target */
/** @typedef {import('../protocol.js').Triple} Triple */

/** Blocks that give way to a block put into their cell. */
const GIVES_WAY = /^(air|cave_air|void_air|water|lava|bubble_column|short_grass|grass|tall_grass|fern|large_fern|dead_bush|vine|glow_lichen|seagrass|tall_seagrass|fire|soul_fire|snow|light|structure_void|crimson_roots|warped_roots|nether_sprouts|hanging_roots|leaf_litter)$/
/** Eating takes 32 ticks; honey takes 40. */
const EAT_TICKS = 40
const FULL = 20
/** Food that can be eaten without hunger. */
const ALWAYS_EDIBLE = new Set(['golden_apple', 'enchanted_golden_apple', 'chorus_fruit', 'honey_bottle', 'suspicious_stew', 'milk_bucket', 'potion'])
/** A creature counts as the one believed at a place within this distance of it. */
const NEAR_BLOCKS = 2
/** Ticks that a weapon needs until a blow has its full strength. */
const RECOVERY = /** @type {[RegExp, number][]} */ ([[/_sword$/, 13], [/^trident$/, 19], [/^mace$/, 34], [/^(wooden|stone)_axe$/, 25], [/^iron_axe$/, 23], [/_axe$/, 20], [/_pickaxe$/, 17], [/_shovel$/, 20], [/^(wooden|golden)_hoe$/, 20], [/^stone_hoe$/, 10], [/^iron_hoe$/, 7]])
const FIST_TICKS = 5
/** Never struck, whatever the mind says. */
const SPARED = new Set(['player', 'villager', 'wandering_trader', 'armor_stand'])

/** @param {Triple} at @param {Triple} by @returns {Triple} */
const plus = (at, by) => [at[0] + by[0], at[1] + by[1], at[2] + by[2]]

/** Ticks from one blow to the next with this in the hand. @param {string | undefined} item */
export const recoveryTicks = item => RECOVERY.find(([pattern]) => pattern.test(item ?? ''))?.[1] ?? FIST_TICKS

/** Whether a creature belongs to somebody or is a person. @param {any} bot @param {any} entity */
export function isSpared (bot, entity) {
  if (SPARED.has(entity.type === 'player' ? 'player' : entity.name)) return true
  if (nameOf(bot, entity) !== undefined) return true
  const flags = metadataOf(bot, entity, 'flags')
  const owner = metadataOf(bot, entity, 'owneruuid')
  const tameable = bot.registry.entitiesByName[entity.name]?.metadataKeys?.includes('owneruuid')
  // Wolves, cats and parrots say it with bit 4, horses with bit 2.
  return Boolean(owner) || (typeof flags === 'number' && (flags & (tameable ? 4 : entity.name?.includes('horse') || ['donkey', 'mule', 'llama'].includes(entity.name) ? 2 : 0)) !== 0)
}

export class Clicks {
  #struck = -Infinity

  /** @param {any} bot @param {Hands} hands */
  constructor (bot, hands) {
    this.bot = bot
    this.hands = hands
  }

  /**
   * Puts the held item against a face. The hands are free once the click is sent.
   * @param {Required<Target> & { item: string }} target @param {() => void} sent
   */
  async place (target, sent) {
    const { hands, bot } = this
    if (!bot.heldItem || plain(bot.heldItem.name) !== target.item) throw new Refusal('missing_item', `the hand holds ${bot.heldItem?.name ?? 'nothing'}`)
    const filled = plus(target.at, NORMALS[target.face])
    this.#refuseOccupied(target, filled)
    await hands.clickMoment()
    hands.aim(target)
    await this.#click(target, [target.at, filled], sent)
  }

  /** @param {Required<Target> & { item: string }} target @param {Triple} filled */
  #refuseOccupied (target, filled) {
    const clicked = this.hands.block(target.at)
    const there = this.hands.block(filled)
    const takesMore = plain(clicked.name) === target.item || GIVES_WAY.test(clicked.name)
    if (!takesMore && there.boundingBox === 'block' && !GIVES_WAY.test(there.name)) throw new Refusal('occupied', there.name)
  }

  /**
   * Uses the held item on a block, or the block itself.
   * @param {Required<Target>} target @param {() => void} sent
   */
  async useOn (target, sent) {
    const { hands } = this
    hands.block(target.at)
    await hands.clickMoment()
    hands.aim(target)
    const above = /** @type {Triple} */ (plus(target.at, [0, 1, 0]))
    await this.#click(target, [target.at, plus(target.at, NORMALS[target.face]), above, plus(target.at, [0, -1, 0])], sent)
  }

  /** @param {Required<Target>} target @param {Triple[]} cells @param {() => void} sent */
  async #click (target, cells, sent) {
    const { hands, bot } = this
    const watch = new Watch(bot, cells)
    const held = JSON.stringify(bot.heldItem ?? null)
    try {
      const sequence = hands.clickBlock(target)
      sent()
      const answered = () => watch.changed || hands.isAcknowledged(sequence)
      await hands.until(answered)
      if (watch.changed) return
      await hands.pause(1)
      if (watch.changed || JSON.stringify(bot.heldItem ?? null) !== held) return
      throw new Refusal('denied')
    } finally {
      watch.end()
    }
  }

  /** Uses what a hand holds. @param {'main' | 'off'} hand */
  async useItem (hand) {
    const { hands, bot } = this
    const item = hand === 'off' ? bot.inventory.slots[45] : bot.heldItem
    if (!item) throw new Refusal('missing_item', 'the hand is empty')
    const food = bot.registry.foodsByName?.[item.name]
    if (food && bot.food >= FULL && !ALWAYS_EDIBLE.has(item.name)) throw new Refusal('not_edible', 'not hungry')
    await hands.clickMoment()
    const before = JSON.stringify(item)
    const { yaw, pitch } = bot.entity
    const rotation = { x: 180 - yaw * 180 / Math.PI, y: -pitch * 180 / Math.PI }
    bot.usingHeldItem = true
    bot._client.write('use_item', { hand: hand === 'off' ? 1 : 0, sequence: hands.nextSequence(), rotation })
    if (item.name === 'shield' || item.name === 'bow' || item.name === 'crossbow') return
    const now = () => JSON.stringify((hand === 'off' ? bot.inventory.slots[45] : bot.heldItem) ?? null)
    let eaten = false
    const status = (/** @type {any} */ packet) => { if (packet.entityId === bot.entity.id && packet.entityStatus === 9) eaten = true }
    bot._client.on('entity_status', status)
    try {
      await hands.until(() => eaten || now() !== before, (food ? EAT_TICKS : 0) + hands.patience)
    } finally {
      bot.usingHeldItem = false
      bot._client.removeListener('entity_status', status)
    }
  }

  release () {
    this.bot.deactivateItem()
  }

  /** Hits once the nearest creature of a kind near a place. @param {{ kind: string, near: Triple }} wanted */
  async strike ({ kind, near }) {
    const { hands, bot } = this
    const creature = this.#find(kind, fromFine(near))
    const { min, max } = boxOf(creature)
    const eyes = eyesOf(bot)
    if (distanceToBox(eyes, min, max) > BLOW_REACH) throw new Refusal('out_of_reach', `${distanceToBox(eyes, min, max).toFixed(1)} blocks away`)
    const middle = creature.position.offset(0, (creature.height ?? 1) / 2, 0)
    if (!isFree(bot, eyes, middle)) throw new Refusal('face_not_in_view', 'something is in between')
    const { yaw, pitch } = lookAt(eyes, middle)
    hands.turn(yaw, pitch)
    const ready = this.#struck + recoveryTicks(bot.heldItem?.name)
    if (ready > hands.tick) await hands.pause(ready - hands.tick)
    await hands.clickMoment()
    const now = boxOf(creature)
    if (!bot.entities[creature.id]) throw new Refusal('no_target', 'it is gone')
    if (distanceToBox(eyesOf(bot), now.min, now.max) > BLOW_REACH) throw new Refusal('out_of_reach', 'it went away')
    this.#struck = hands.tick
    bot.attack(creature)
  }

  /** @param {string} kind @param {import('vec3').Vec3} near */
  #find (kind, near) {
    const { bot } = this
    const found = Object.values(bot.entities)
      .filter((/** @type {any} */ entity) => entity !== bot.entity && (entity.type === 'player' ? 'player' : plain(entity.name ?? '')) === kind)
      .map((/** @type {any} */ entity) => ({ entity, far: entity.position.distanceTo(near) }))
      .filter(({ far }) => far <= NEAR_BLOCKS)
      .sort((a, b) => a.far - b.far)
    const target = found.find(({ entity }) => !isSpared(bot, entity))
    if (target) return target.entity
    throw found.length > 0 ? new Refusal('spared_creature', kind) : new Refusal('no_target', `no ${kind} there`)
  }
}
