// A mind for tests: speaks exactly the documented protocol, checks each line of the body against the schema, and keeps what it was told.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** @type {any} */
const Ajv = require('ajv/dist/2020')

const schema = JSON.parse(readFileSync(new URL('../../../../docs/body-protocol.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv({ strict: false })
const isReport = ajv.compile({ ...schema, anyOf: undefined, $ref: '#/$defs/report' })
const isCommand = ajv.compile({ ...schema, $id: 'commands', anyOf: undefined, $ref: '#/$defs/command' })

/** The body needs Node 22; an older one that runs the tests starts the one that npm brought. */
const NODE = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : new URL('../../node_modules/node/bin/node', import.meta.url).pathname
/** How long a test waits for something, in milliseconds. */
const WAIT_MS = 60_000

export class Mind {
  /** Every line but the frequent ones. @type {any[]} */
  lines = []
  /** @type {any} */ tick
  /** @type {any} */ inventory
  /** @type {any} */ link
  /** @type {any[]} */ entities = []
  /** @type {any[]} */ drops = []
  /** @type {Map<string, { palette: string[], cells: number[] | null }>} */ sections = new Map()
  /** @type {Map<string, string>} */ changes = new Map()
  /** @type {string[]} */ faults = []
  acks = true
  #id = 0
  /** @type {Map<number, (answer: any) => void>} */
  #open = new Map()
  #rest = ''
  /** @type {(() => void)[]} */
  #waiting = []

  /** @param {import('node:stream').Readable} input @param {import('node:stream').Writable} output @param {number} [view] */
  constructor (input, output, view = 3) {
    this.output = output
    input.setEncoding('utf8')
    input.on('data', (/** @type {string} */ text) => {
      const parts = (this.#rest + text).split('\n')
      this.#rest = parts.pop() ?? ''
      for (const line of parts) this.#take(line)
    })
    output.on('error', () => {})
    this.send({ type: 'hello', protocols: ['stead-body/1'], mind: 'test', view })
  }

  /** @param {any} command */
  send (command) {
    if (!isCommand(command)) throw new Error(`not a command: ${JSON.stringify(command)}`)
    this.output.write(JSON.stringify(command) + '\n')
  }

  /** Does a verb and waits for its answer. @param {string} verb @param {object} [fields] @returns {Promise<any>} */
  async do (verb, fields = {}) {
    const id = ++this.#id
    const answer = new Promise(resolve => this.#open.set(id, resolve))
    this.send({ type: 'do', id, verb: { [verb]: fields } })
    return await answer
  }

  /** Does a verb that must be confirmed. @param {string} verb @param {object} [fields] */
  async must (verb, fields = {}) {
    const answer = await this.do(verb, fields)
    if (answer.type !== 'confirmed') throw new Error(`${verb} ${JSON.stringify(fields)}: ${JSON.stringify(answer)}`)
  }

  /** Waits until something holds. @param {() => any} holds @param {string} what @param {number} [ms] */
  async until (holds, what, ms = WAIT_MS) {
    const end = Date.now() + ms
    for (let found = holds(); ; found = holds()) {
      if (found) return found
      if (Date.now() > end) throw new Error(`waited in vain for ${what}; last tick ${JSON.stringify(this.tick)}`)
      await new Promise(resolve => {
        const timer = setTimeout(resolve, 100)
        this.#waiting.push(() => { clearTimeout(timer); resolve(undefined) })
      })
    }
  }

  /** The first line of a type from this number on. @param {string} type @param {(line: any) => boolean} [fits] @param {number} [from] */
  async line (type, fits = () => true, from = 0) {
    return await this.until(() => this.lines.slice(from).find(line => line.type === type && fits(line)), `a ${type} line`)
  }

  /** The state at a place as the mind knows it. @param {number} x @param {number} y @param {number} z */
  state (x, y, z) {
    const changed = this.changes.get(`${x},${y},${z}`)
    if (changed !== undefined) return changed
    const section = this.sections.get(`${x >> 4},${y >> 4},${z >> 4}`)
    if (!section) return 'unknown'
    return section.palette[section.cells?.[(y & 15) * 256 + (z & 15) * 16 + (x & 15)] ?? 0]
  }

  /** Where the feet are, in blocks. */
  get feet () { return this.tick.at.map((/** @type {number} */ v) => Math.floor(v / 1000)) }

  /** Looks from the eyes at a point in blocks. @param {number} x @param {number} y @param {number} z */
  async lookAt (x, y, z) {
    const [ex, ey, ez] = this.tick.at.map((/** @type {number} */ v) => v / 1000)
    const [dx, dy, dz] = [x - ex, y - (ey + 1.62), z - ez]
    const degrees = 180 / Math.PI
    await this.must('look', { yaw: Math.round(Math.atan2(-dx, dz) * degrees * 1000), pitch: Math.round(-Math.atan2(dy, Math.hypot(dx, dz)) * degrees * 1000) })
  }

  /** Walks straight to a place and stops there. @param {number} x @param {number} z */
  async walkTo (x, z) {
    for (let tries = 0; tries < 400; tries++) {
      const [ax, , az] = this.tick.at.map((/** @type {number} */ v) => v / 1000)
      if (Math.hypot(x - ax, z - az) < 0.3) return await this.must('steer', { forward: 0, strafe: 0, jump: false, sneak: false, sprint: false })
      await this.lookAt(x, this.tick.at[1] / 1000 + 1.62, z)
      await this.must('steer', { forward: 1, strafe: 0, jump: false, sneak: false, sprint: false })
      const now = this.tick.tick
      await this.until(() => this.tick.tick > now, 'a tick')
    }
    throw new Error(`did not get to ${x} ${z}: ${JSON.stringify(this.tick)}`)
  }

  /** @param {string} text */
  #take (text) {
    const line = JSON.parse(text)
    if (!isReport(line)) this.faults.push(`${text.slice(0, 300)}: ${ajv.errorsText(isReport.errors).slice(0, 300)}`)
    switch (line.type) {
      case 'tick':
        if (this.tick && line.tick <= this.tick.tick) this.faults.push('a tick goes back')
        this.tick = line
        if (this.acks) this.send({ type: 'ack', tick: line.tick })
        break
      case 'entities': this.entities = line.entities; break
      case 'drops': this.drops = line.drops; break
      case 'section': {
        const cells = line.cells ? unpack(line.cells, line.palette.length) : null
        this.sections.set(line.at.join(), { palette: line.palette, cells })
        for (const key of [...this.changes.keys()]) if (key.split(',').map(v => Number(v) >> 4).join() === line.at.join()) this.changes.delete(key)
        break
      }
      case 'blocks': for (const [x, y, z, state] of line.changes) this.changes.set(`${x},${y},${z}`, state); break
      case 'confirmed':
      case 'refused':
        if (!this.#open.has(line.id)) this.faults.push(`an answer to ${line.id}, which is not open`)
        this.#open.get(line.id)?.(line)
        this.#open.delete(line.id)
        break
      case 'world':
        this.sections.clear()
        this.changes.clear()
        this.lines.push(line)
        break
      default:
        if (line.type === 'inventory') this.inventory = line
        if (line.type === 'link') this.link = line
        this.lines.push(line)
    }
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** @param {string} text @param {number} size */
function unpack (text, size) {
  const bytes = Buffer.from(text, 'base64')
  const width = 32 - Math.clz32(size - 1)
  return Array.from({ length: 4096 }, (_, index) => {
    let value = 0
    for (let bit = 0; bit < width; bit++) {
      const place = index * width + bit
      value |= ((bytes[place >> 3] >> (place & 7)) & 1) << bit
    }
    return value
  })
}

/** Starts a body as a child process with a mind. @param {number} port @param {{ name?: string, version?: string, view?: number }} [options] */
export function startBody (port, { name = 'Stead', version, view = 3 } = {}) {
  const main = new URL('../../src/main.js', import.meta.url).pathname
  const child = spawn(NODE, [main, '--server', `127.0.0.1:${port}`, '--name', name, ...(version ? ['--version', version] : [])], { stdio: ['pipe', 'pipe', process.env.BODY_LOG ? 'inherit' : 'ignore'] })
  const mind = new Mind(child.stdout, child.stdin, view)
  return {
    mind,
    child,
    async stop () {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}
