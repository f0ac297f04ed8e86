// The body protocol: bounds, words and the reader of the mind's lines. docs/body-protocol.md describes it.

export const PROTOCOL = 'stead-body/1'
export const BODY = 'mineflayer 0.1.0'

/** The longest line that is read from a mind. */
export const COMMAND_BYTES_MAX = 16 << 10
/** Most block changes in one line. */
export const CHANGES_MAX = 4096
/** Most entities, and most drops, in one line. */
export const ENTITIES_MAX = 512
/** Most verbs that may wait for their answer. */
export const PENDING_MAX = 64
/** How far the body may be ahead of the mind's last `ack`. */
export const BEHIND_TICKS_MAX = 40
/** Refused lines after which a connection is closed. */
export const FAULTS_MAX = 100
/** Columns sent in one tick. */
export const COLUMNS_PER_TICK = 8

export const VERBS = /** @type {const} */ ([
  'steer', 'look', 'hold', 'dig_start', 'dig_stop', 'place', 'use_on', 'use_item', 'release', 'strike', 'craft',
  'open', 'transfer', 'toss', 'equip', 'sleep', 'wake', 'say', 'respawn', 'stop'
])

/**
 * @typedef {(typeof VERBS)[number]} VerbName
 * @typedef {'missing_item' | 'out_of_reach' | 'not_loaded' | 'not_diggable' | 'occupied' | 'no_support' | 'wrong_block'
 *   | 'no_table' | 'no_recipe' | 'station_busy' | 'not_fuel' | 'not_edible' | 'not_wearable' | 'no_room' | 'cannot_sleep'
 *   | 'no_target' | 'dead' | 'disconnected' | 'bad_request' | 'face_not_in_view' | 'spared_creature' | 'stopped' | 'denied'
 *   | 'timed_out' | 'unsupported' | 'too_many'} Reason
 * @typedef {'down' | 'up' | 'north' | 'south' | 'west' | 'east'} Face
 * @typedef {[number, number, number]} Triple
 */

/** A verb that is refused, with its reason by name and in words. */
export class Refusal extends Error {
  /** @param {Reason} reason @param {string} [why] */
  constructor (reason, why = '') {
    super(why || reason)
    this.reason = reason
    this.why = why
  }
}

/** A line of the mind that is dropped, by name and in words. */
export class Fault extends Error {
  /** @param {string} fault @param {string} why */
  constructor (fault, why) {
    super(why)
    this.fault = fault
  }
}

/** Cuts a stream of bytes into lines and never holds more than one. */
export class Splitter {
  #begun = Buffer.alloc(0)
  #skipping = false

  /** @param {number} bytesMax */
  constructor (bytesMax) {
    this.bytesMax = bytesMax
  }

  /**
   * Hands out each complete line, or `null` for one that was too long.
   * @param {Buffer} bytes @param {(line: string | null) => void} each
   */
  feed (bytes, each) {
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      this.#keep(bytes.subarray(0, end))
      bytes = bytes.subarray(end + 1)
      const line = this.#skipping ? null : this.#begun.toString('utf8').trim()
      this.#begun = Buffer.alloc(0)
      this.#skipping = false
      if (line !== '') each(line)
    }
    this.#keep(bytes)
  }

  /** @param {Buffer} part */
  #keep (part) {
    if (this.#skipping || this.#begun.length + part.length > this.bytesMax) {
      this.#skipping = true
      this.#begun = Buffer.alloc(0)
    } else if (part.length > 0) {
      this.#begun = Buffer.concat([this.#begun, part])
    }
  }
}

/** @param {unknown} value @param {number} low @param {number} high @returns {value is number} */
const isWhole = (value, low, high) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high
const ID_MAX = Number.MAX_SAFE_INTEGER
const FACES = ['down', 'up', 'north', 'south', 'west', 'east']
const NAME = /^([a-z0-9_.\-/]+:)?[a-z0-9_.\-/]+$/

/** @typedef {(value: any) => boolean} Check */
/** @type {Check} */ const flag = value => typeof value === 'boolean'
/** @type {Check} */ const cell = value => Array.isArray(value) && value.length === 3 &&
  isWhole(value[0], -30e6, 30e6) && isWhole(value[1], -2032, 2031) && isWhole(value[2], -30e6, 30e6)
/** @type {Check} */ const fine = value => Array.isArray(value) && value.length === 3 && value.every(v => isWhole(v, -30e9, 30e9))
/** @type {Check} */ const name = value => typeof value === 'string' && value.length <= 100 && NAME.test(value)
/** @type {Check} */ const face = value => FACES.includes(value)
/** @type {Check} */ const cursor = value => Array.isArray(value) && value.length === 3 && value.every(v => isWhole(v, 0, 1000))
/** @type {Check} */ const count = value => isWhole(value, 1, 65535)
/** @param {Check} check @returns {Check} */
const maybe = check => value => value == null || check(value)
/** @param {string[]} words @returns {Check} */
const oneOf = words => value => words.includes(value)

/** What each verb's fields must be. @type {Record<VerbName, Record<string, Check>>} */
const FIELDS = {
  steer: { forward: v => isWhole(v, -1, 1), strafe: v => isWhole(v, -1, 1), jump: flag, sneak: flag, sprint: flag },
  look: { yaw: v => isWhole(v, -180000, 180000), pitch: v => isWhole(v, -90000, 90000) },
  hold: { item: maybe(name) },
  dig_start: { at: cell, face },
  dig_stop: {},
  place: { at: cell, face, cursor, item: name },
  use_on: { at: cell, face, cursor },
  use_item: { hand: oneOf(['main', 'off']) },
  release: {},
  strike: { kind: name, near: fine },
  craft: {
    makes: name,
    grid: v => Array.isArray(v) && (v.length === 4 || v.length === 9) && v.every(maybe(name)),
    times: v => isWhole(v, 1, 1000),
    table: maybe(cell)
  },
  open: { at: cell },
  transfer: { at: cell, item: name, count, slot: oneOf(['any', 'input', 'fuel', 'output']), way: oneOf(['in', 'out']) },
  toss: { item: name, count },
  equip: { item: name, slot: oneOf(['hand', 'off_hand', 'head', 'chest', 'legs', 'feet']) },
  sleep: { bed: cell },
  wake: {},
  say: { text: v => typeof v === 'string' && v.length <= 1000 && !/[\u0000-\u001f\u007f-\u009f]/.test(v) },
  respawn: {},
  stop: {}
}

/** @typedef {{ type: 'hello', protocols: string[], mind: string, view: number }} Hello */
/** @typedef {{ type: 'do', id: number, name: VerbName, fields: any }} Do */
/** @typedef {Hello | Do | { type: 'ack', tick: number } | { type: 'resend' } | { type: 'misread', fault: string, why: string } | { type: 'bye', reason: string }} Command */

/**
 * Reads one line from a mind, or throws a Fault.
 * @param {string} line @returns {Command}
 */
export function readCommand (line) {
  /** @type {any} */
  let read
  try {
    read = JSON.parse(line)
  } catch {
    throw new Fault('malformed', 'not JSON')
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new Fault('malformed', 'not a JSON object')
  switch (read.type) {
    case 'hello':
      if (!Array.isArray(read.protocols) || !read.protocols.every((/** @type {unknown} */ p) => typeof p === 'string')) throw new Fault('malformed', '"protocols" must be a list of texts')
      if (!isWhole(read.view, 1, 32)) throw new Fault('out_of_range', '"view" must be 1 to 32')
      return { type: 'hello', protocols: read.protocols, mind: String(read.mind), view: read.view }
    case 'ack':
      if (!isWhole(read.tick, 0, ID_MAX)) throw new Fault('malformed', '"tick" must be a whole number')
      return { type: 'ack', tick: read.tick }
    case 'do':
      return readDo(read)
    case 'resend':
      return { type: 'resend' }
    case 'misread':
    case 'bye':
      return read
    default:
      throw new Fault('malformed', `unknown type ${JSON.stringify(read.type)?.slice(0, 60)}`)
  }
}

/** @param {any} read @returns {Do} */
function readDo ({ id, verb }) {
  if (!isWhole(id, 1, ID_MAX)) throw new Fault('malformed', '"id" must be a whole number')
  const names = verb !== null && typeof verb === 'object' ? Object.keys(verb) : []
  const known = VERBS.find(known => known === names[0])
  if (names.length !== 1 || !known) throw new Fault('malformed', `unknown verb ${JSON.stringify(names).slice(0, 60)}`)
  const fields = verb[known]
  const checks = FIELDS[known]
  if (typeof fields !== 'object' || fields === null) throw new Fault('malformed', `"${known}" must be an object`)
  for (const field of Object.keys(fields)) {
    if (!Object.hasOwn(checks, field)) throw new Fault('malformed', `"${known}" has no field "${field.slice(0, 60)}"`)
  }
  for (const [field, check] of Object.entries(checks)) {
    if (!check(fields[field])) throw new Fault('out_of_range', `"${field}" of "${known}" is missing or not sound`)
  }
  return { type: 'do', id, name: known, fields }
}

/**
 * Text for people on one line, not longer than this.
 * @param {unknown} text @param {number} charsMax
 */
export function words (text, charsMax) {
  const clean = String(text ?? '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  return [...clean].slice(0, charsMax).join('')
}
