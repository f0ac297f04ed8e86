// Names of block states, items and kinds, as the wire has them.

import { createRequire } from 'node:module'
import { NORMALS } from './geometry.js'

const require = createRequire(import.meta.url)

/** The name without the game's own namespace. @param {string} name */
export const plain = name => name.replace(/^minecraft:/, '')

/** Whether this can be a name on the wire. @param {unknown} name @returns {name is string} */
export const isName = name => typeof name === 'string' && name.length > 0 && name.length <= 100 && /^[a-z0-9_.\-/:]+$/.test(name)

/** "MiningFatigue" → "mining_fatigue". @param {string} name */
export const snake = name => name.replace(/([a-z])([A-Z])/g, '$1_$2').replace(/\s+/g, '_').toLowerCase()

/**
 * Block states of one version of the game by their numbers, each named once.
 */
export class States {
  /** @type {(string | undefined)[]} */
  #names = []

  /** @param {any} registry a prismarine-registry */
  constructor (registry) {
    this.registry = registry
    this.Block = require('prismarine-block')(registry)
  }

  /**
   * The name with all properties in the order of the alphabet; a number that this version does not have gets a name of its own.
   * @param {number} stateId @returns {string}
   */
  name (stateId) {
    return this.#names[stateId] ??= this.#build(stateId)
  }

  /** @param {number} stateId */
  #build (stateId) {
    if (!this.registry.blocksByStateId[stateId]) return `unknown:state_${stateId}`
    const block = this.Block.fromStateId(stateId, 0)
    const properties = Object.entries(block.getProperties())
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `${key}=${value}`)
    return plain(block.name) + (properties.length > 0 ? `[${properties.join(',')}]` : '')
  }
}

/**
 * An item of mineflayer as a stack on the wire.
 * @param {any} item @returns {{item: string, count: number, wear?: number} | null}
 */
export function stack (item) {
  if (!item || !isName(item.name) || item.count < 1) return null
  let wear = 0
  try {
    wear = item.durabilityUsed ?? 0
  } catch { /* versions whose items say it in another way count as new */ }
  const made = { item: plain(item.name), count: Math.min(item.count, 99) }
  return wear > 0 ? { ...made, wear: Math.min(wear, 65535) } : made
}

/** The face of a packet's number. @param {number} number */
export const faceOf = number => /** @type {import('./protocol.js').Face[]} */ (Object.keys(NORMALS))[number]
