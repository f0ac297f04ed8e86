// Columns of blocks: which the mind has, which are due, and how a section is packed.

import { CHANGES_MAX, COLUMNS_PER_TICK } from '../protocol.js'
import { plain, States } from '../names.js'

/** Columns farther than the asked view and this are given up: without slack, a body that walks to and fro would send them again and again. */
const SLACK = 2
const CELLS = 4096

/** @param {number} x @param {number} z */
const key = (x, z) => `${x},${z}`

/**
 * The numbers packed in as few bits as the palette needs, low bits first, in base64.
 * @param {Uint16Array} cells @param {number} paletteSize
 */
export function pack (cells, paletteSize) {
  const width = 32 - Math.clz32(paletteSize - 1)
  const bytes = Buffer.alloc(CELLS * width / 8)
  let [row, held, at] = [0, 0, 0]
  for (const cell of cells) {
    row |= cell << held
    held += width
    while (held >= 8) {
      bytes[at++] = row & 255
      row >>>= 8
      held -= 8
    }
  }
  return bytes.toString('base64')
}

/**
 * @typedef {{ min: number, read: (section: number) => { single: number } | { each: (index: number) => number } }} Column
 * @typedef {{ type: 'section', at: [number, number, number], palette: string[], cells?: string }} SectionLine
 */

/**
 * One section as a line.
 * @param {[number, number, number]} at @param {(index: number) => number} stateAt the state's number of each cell @param {States} states
 * @returns {SectionLine}
 */
export function sectionLine (at, stateAt, states) {
  /** @type {Map<number, number>} */
  const numbers = new Map()
  const cells = new Uint16Array(CELLS)
  let [last, lastNumber] = [-1, -1]
  for (let index = 0; index < CELLS; index++) {
    const state = stateAt(index)
    if (state !== last) {
      last = state
      lastNumber = numbers.get(state) ?? numbers.set(state, numbers.size).size - 1
    }
    cells[index] = lastNumber
  }
  const palette = [...numbers.keys()].map(state => states.name(state))
  return palette.length === 1 ? { type: 'section', at, palette } : { type: 'section', at, palette, cells: pack(cells, palette.length) }
}

/** Reads the columns of a mineflayer bot, and keeps account of what the mind has. */
export class Chunks {
  /** Columns that the mind has. @type {Set<string>} */
  #sent = new Set()
  /** Columns that changed while the mind was behind; they are sent again as a whole. @type {Set<string>} */
  #stale = new Set()
  /** The newest state of each changed cell. @type {Map<string, [number, number, number, number]>} */
  #changed = new Map()
  /** @type {States} */
  #states

  /** @param {any} bot @param {number} view @param {(line: object) => void} send */
  constructor (bot, view, send) {
    this.bot = bot
    this.view = view
    this.send = send
    this.#states = new States(bot.registry)
  }

  get states () { return this.#states }

  /** Forgets what the mind has, and tells it the world anew. */
  begin () {
    this.#sent.clear()
    this.#stale.clear()
    this.#changed.clear()
    const { dimension, minY, height } = this.bot.game
    this.send({ type: 'world', game: this.bot.version, dimension: plain(String(dimension ?? 'unknown')), min_y: minY ?? 0, height: height ?? 256 })
  }

  /** A block changed. @param {{x: number, y: number, z: number}} at @param {number} stateId */
  changed (at, stateId) {
    const column = key(at.x >> 4, at.z >> 4)
    if (!this.#sent.has(column) || this.#stale.has(column)) return
    this.#changed.set(`${at.x},${at.y},${at.z}`, [at.x, at.y, at.z, stateId])
    // More than fits into a line is cheaper as sections.
    if (this.#changed.size > CHANGES_MAX) this.#giveUpChanges()
  }

  /** A column came anew or changed as a whole. @param {number} x @param {number} z */
  replaced (x, z) {
    this.#sent.delete(key(x, z))
  }

  /** The server took a column back. @param {number} x @param {number} z */
  unloaded (x, z) {
    this.#stale.delete(key(x, z))
    if (this.#sent.delete(key(x, z))) this.send({ type: 'unload', at: [x, z] })
  }

  /**
   * Sends what is due in this tick, or nothing while the mind is behind.
   * @param {boolean} heldBack
   */
  tick (heldBack) {
    if (heldBack) return this.#giveUpChanges()
    const centre = this.bot.entity.position
    const [cx, cz] = [Math.floor(centre.x) >> 4, Math.floor(centre.z) >> 4]
    for (const column of this.#sent) {
      const [x, z] = column.split(',').map(Number)
      if (Math.max(Math.abs(x - cx), Math.abs(z - cz)) > this.view + SLACK) this.unloaded(x, z)
    }
    this.flush()
    for (const column of this.#stale) this.#sent.delete(column)
    this.#stale.clear()
    const due = this.bot.world.getColumns()
      .map((/** @type {any} */ at) => ({ x: Number(at.chunkX), z: Number(at.chunkZ), column: at.column }))
      .map((/** @type {any} */ c) => ({ ...c, far: Math.max(Math.abs(c.x - cx), Math.abs(c.z - cz)) }))
      .filter((/** @type {any} */ c) => c.far <= this.view && !this.#sent.has(key(c.x, c.z)))
      .sort((/** @type {any} */ a, /** @type {any} */ b) => a.far - b.far)
    for (const { x, z, column } of due.slice(0, COLUMNS_PER_TICK)) this.#sendColumn(x, z, column)
  }

  #giveUpChanges () {
    for (const [x, , z] of this.#changed.values()) this.#stale.add(key(x >> 4, z >> 4))
    this.#changed.clear()
  }

  /** Sends the changes of this tick so far, so that they come before the answer of the verb that made them. */
  flush () {
    if (this.#changed.size === 0) return
    const changes = [...this.#changed.values()]
      .filter(([x, , z]) => this.#sent.has(key(x >> 4, z >> 4)))
      .map(([x, y, z, state]) => [x, y, z, this.#states.name(state)])
    this.#changed.clear()
    if (changes.length > 0) this.send({ type: 'blocks', changes })
  }

  /** @param {number} x @param {number} z @param {any} column */
  #sendColumn (x, z, column) {
    const { minY, height } = this.bot.game
    for (let section = 0; section < height >> 4; section++) {
      this.send(sectionLine([x, (minY >> 4) + section, z], readerOf(column, section, minY), this.#states))
    }
    this.#sent.add(key(x, z))
  }
}

/**
 * How to read the state of each cell of a section of a prismarine-chunk, whichever version of the game it is.
 * @param {any} column @param {number} section @param {number} minY @returns {(index: number) => number}
 */
function readerOf (column, section, minY) {
  const container = column.sections?.[section]?.data
  if (typeof container?.get === 'function' && typeof column.loadParsedLight === 'function') return index => container.get(index)
  const at = { x: 0, y: 0, z: 0 }
  return index => {
    at.x = index & 15
    at.z = (index >> 4) & 15
    at.y = minY + section * 16 + (index >> 8)
    return column.getBlockStateId(at)
  }
}
