// The connection to one mind: greeting, acknowledgements, verbs, and holding back while the mind is slow.

import { BEHIND_TICKS_MAX, BODY, COMMAND_BYTES_MAX, Fault, FAULTS_MAX, PROTOCOL, readCommand, Splitter, VERBS, words } from './protocol.js'

/** @typedef {import('node:stream').Readable} Readable */
/** @typedef {import('node:stream').Writable} Writable */

/**
 * What a session asks of the body.
 * @typedef {{ greeted: (view: number) => void, resend: () => void, act: (id: number, name: import('./protocol.js').VerbName, fields: any) => void, gone: () => void }} Body
 */

export class Session {
  #greeted = false
  #over = false
  #lines = 0
  #faults = 0
  #lastId = 0
  #acked = 0
  #tick = 0
  /** Whether the stream took the last line; a full one means that the mind does not read. */
  #flows = true

  /** @param {Readable} input @param {Writable} output @param {Body} body */
  constructor (input, output, body) {
    this.input = input
    this.output = output
    this.body = body
    const splitter = new Splitter(COMMAND_BYTES_MAX)
    input.on('data', (/** @type {Buffer} */ bytes) => splitter.feed(bytes, line => this.#take(line)))
    input.on('end', () => this.#close())
    input.on('error', () => this.#close())
    output.on('error', () => this.#close())
    output.on('close', () => this.#close())
    output.on('drain', () => { this.#flows = true })
  }

  get isGreeted () { return this.#greeted && !this.#over }

  /** Whether the body must hold back: too far ahead of the last `ack`, or nobody reads. */
  get isBehind () { return !this.#flows || this.#tick - this.#acked > BEHIND_TICKS_MAX }

  /** The number of the next tick. */
  nextTick () {
    return ++this.#tick
  }

  /** @param {object} line */
  send (line) {
    if (this.#over || !this.#greeted) return
    this.#write(line)
  }

  /** Ends the connection with a last line. @param {'done' | 'version' | 'busy' | 'faults' | 'silent' | 'broken'} reason @param {string} [why] */
  bye (reason, why = '') {
    if (this.#over) return
    this.#write({ type: 'bye', reason, ...(why ? { why: words(why, 400) } : {}) })
    this.output.end()
    this.#close()
  }

  /** @param {object} line */
  #write (line) {
    this.#flows = this.output.write(JSON.stringify(line) + '\n')
  }

  #close () {
    if (this.#over) return
    this.#over = true
    this.body.gone()
  }

  /** @param {string | null} line */
  #take (line) {
    if (this.#over) return
    this.#lines++
    try {
      if (line === null) throw new Fault('too_long', `the line has more than ${COMMAND_BYTES_MAX} bytes`)
      this.#obey(readCommand(line))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.#refuse(error)
    }
  }

  /** @param {Fault} fault */
  #refuse (fault) {
    this.#faults++
    if (fault.fault === 'version') return this.bye('version', fault.message)
    if (fault.fault === 'not_greeted') return this.bye('broken', fault.message)
    this.#write({ type: 'misread', line: this.#lines, fault: fault.fault, why: words(fault.message, 400) })
    if (this.#faults > FAULTS_MAX) this.bye('faults')
  }

  /** @param {import('./protocol.js').Command} command */
  #obey (command) {
    if (!this.#greeted && command.type !== 'hello' && command.type !== 'bye') throw new Fault('not_greeted', 'the first line must be "hello"')
    switch (command.type) {
      case 'hello':
        if (this.#greeted) throw new Fault('greeted_twice', '"hello" was said before')
        if (!command.protocols.includes(PROTOCOL)) throw new Fault('version', `this body speaks ${PROTOCOL}`)
        this.#greeted = true
        this.#write({ type: 'hello', protocol: PROTOCOL, body: BODY, abilities: [...VERBS] })
        this.body.greeted(command.view)
        break
      case 'ack':
        this.#acked = Math.max(this.#acked, Math.min(command.tick, this.#tick))
        break
      case 'resend':
        this.body.resend()
        break
      case 'do':
        if (command.id <= this.#lastId) throw new Fault('id_repeated', `id ${command.id} after id ${this.#lastId}: ids must grow`)
        this.#lastId = command.id
        this.body.act(command.id, command.name, command.fields)
        break
      case 'misread':
        console.error(`body: the mind refused a line (${command.fault}): ${command.why}`)
        break
      case 'bye':
        this.output.end()
        this.#close()
    }
  }
}
