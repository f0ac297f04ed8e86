// Creatures, players, objects and dropped items around the body, and whether they are in sight.

import { ENTITIES_MAX, words } from '../protocol.js'
import { isName, plain } from '../names.js'
import { distanceToBox, toFine, Vec3 } from '../geometry.js'

/** Lines of sight are drawn to so many of the nearest; a flood of entities must not cost the tick. */
const SIGHTS_MAX = 48
/** Nothing is seen beyond this many blocks. */
const SIGHT_BLOCKS_MAX = 48
const HALF_BOX = 0.3

/** @param {any} bot */
export const eyesOf = bot => bot.entity.position.offset(0, bot.entity.eyeHeight ?? 1.62, 0)

/**
 * The corners of an entity's box.
 * @param {any} entity
 */
export function boxOf (entity) {
  const half = (entity.width ?? 2 * HALF_BOX) / 2
  const { x, y, z } = entity.position
  return { min: new Vec3(x - half, y, z - half), max: new Vec3(x + half, y + (entity.height ?? 1.8), z + half) }
}

/**
 * Whether nothing solid is between two points, apart from the block at `except`.
 * @param {any} bot @param {any} from @param {any} to @param {any} [except]
 */
export function isFree (bot, from, to, except) {
  const way = to.minus(from)
  const length = way.norm()
  if (length < 1e-6) return true
  const hit = bot.world.raycast(from, way.scaled(1 / length), length, (/** @type {any} */ block, /** @type {any} */ iter) => {
    if (except && block.position.equals(except)) return false
    const touched = iter.intersect(block.shapes, block.position)
    return touched && touched.pos.distanceTo(from) < length - 1e-3
  })
  return !hit
}

/** @param {any} bot @param {any} entity @param {number} rank */
function sightOf (bot, entity, rank) {
  const eyes = eyesOf(bot)
  const { min, max } = boxOf(entity)
  if (rank >= SIGHTS_MAX || distanceToBox(eyes, min, max) > SIGHT_BLOCKS_MAX) return 'unknown'
  const middle = entity.position.offset(0, (entity.height ?? 1.8) / 2, 0)
  const top = entity.position.offset(0, (entity.height ?? 1.8) * 0.9, 0)
  return isFree(bot, eyes, middle) || isFree(bot, eyes, top) ? 'visible' : 'occluded'
}

/** What a named creature is called; `undefined` for one without a name. @param {any} bot @param {any} entity @returns {string | undefined} */
export function nameOf (bot, entity) {
  if (entity.type === 'player') return words(entity.username ?? '', 64) || undefined
  const name = metadataOf(bot, entity, 'custom_name')
  if (name === undefined || name === null || name === '') return undefined
  if (typeof name === 'string') return words(name, 64)
  return words(name.text ?? name.value?.text?.value ?? name.value ?? JSON.stringify(name), 64)
}

/** One field of an entity's metadata by its name in minecraft-data. @param {any} bot @param {any} entity @param {string} field */
export function metadataOf (bot, entity, field) {
  const index = bot.registry.entitiesByName[entity.name]?.metadataKeys?.indexOf(field) ?? -1
  return index < 0 ? undefined : entity.metadata?.[index]
}

/** @param {any} entity */
const isDrop = entity => entity.name === 'item' || entity.displayName === 'Item'

/** Everything near except the body itself, nearest first. @param {any} bot */
function around (bot) {
  const at = bot.entity.position
  return Object.values(bot.entities)
    .filter((/** @type {any} */ entity) => entity !== bot.entity && entity.isValid !== false && Number.isFinite(entity.position?.x))
    .map((/** @type {any} */ entity) => ({ entity, far: entity.position.distanceSquared(at) }))
    .sort((a, b) => a.far - b.far)
    .map(({ entity }) => entity)
}

/** The lines about everything that is not a block. @param {any} bot */
export function entityLines (bot) {
  const near = around(bot)
  const entities = near.filter(entity => !isDrop(entity)).flatMap((entity, rank) => {
    const kind = entity.type === 'player' ? 'player' : plain(String(entity.name ?? 'unknown'))
    if (rank >= ENTITIES_MAX || !isName(kind)) return []
    const name = nameOf(bot, entity)
    const velocity = toFine(entity.velocity ?? new Vec3(0, 0, 0))
    return [{ id: entity.id, kind, at: toFine(entity.position), velocity, sight: sightOf(bot, entity, rank), ...(name ? { name } : {}) }]
  })
  const drops = near.filter(isDrop).slice(0, ENTITIES_MAX).map((entity, rank) => {
    const dropped = droppedItem(entity)
    const item = dropped && isName(dropped.name) ? { item: plain(dropped.name) } : {}
    const count = Math.max(1, Math.min(99, dropped?.count ?? 1))
    return { id: entity.id, ...item, count, at: toFine(entity.position), sight: sightOf(bot, entity, rank) }
  })
  return [{ type: 'entities', entities }, { type: 'drops', drops }]
}

/** @param {any} entity */
function droppedItem (entity) {
  try {
    return entity.getDroppedItem?.() ?? null
  } catch {
    return null // some servers do not say what lies there
  }
}
