// The body: it stays on the server, comes back after breaks, and serves one mind at a time.

import { createRequire } from 'node:module'
import { isFinal, ofEnd, ofError, ofKick, retryMs, STEADY_MS } from './link.js'
import { Presence } from './presence.js'
import { Session } from './session.js'

const require = createRequire(import.meta.url)
/** @type {any} */
const protocol = require('minecraft-protocol')
/** @type {any} */
const minecraftData = require('minecraft-data')

/** The oldest version that can be joined: block states are as they are now since then. */
const OLDEST = '1.13'
/** Versions on which the tests run. */
export const TESTED = ['1.20.1', '1.21.4']
/** How long a server may take to answer when it is asked for its version, and until the body stands in the world. */
const PING_MS = 10_000
const JOIN_MS = 60_000
const VIEW_USUAL = 8

/**
 * @typedef {{ host: string, port: number, username: string, auth: 'offline' | 'microsoft', version?: string, cache?: string }} Settings
 * @typedef {{ type: 'link', state: 'connecting' | 'present' | 'waiting' | 'gone', cause?: import('./link.js').Cause, why?: string, retry_ms?: number }} LinkLine
 */

/** @param {string} version */
export function versionProblem (version) {
  const data = minecraftData(version)
  if (!data) return `version ${version} is unknown to this body`
  if (data.version['<'](OLDEST)) return `version ${version} is too old: ${OLDEST} is the oldest that works`
}

export class Body {
  /** @type {Session | undefined} */
  #session
  /** @type {Presence | undefined} */
  #presence
  /** @type {LinkLine} */
  #link = { type: 'link', state: 'connecting' }
  #version = ''
  #view = VIEW_USUAL
  #attempt = 0
  #presentSince = 0
  #leaving = false
  /** @type {NodeJS.Timeout | undefined} */
  #retry
  /** @type {NodeJS.Timeout | undefined} */
  #joining
  /** @type {{ cause: import('./link.js').Cause, why: string } | undefined} */
  #cause

  /** @param {Settings} settings */
  constructor (settings) {
    this.settings = settings
  }

  /** Joins the server, and goes on trying. */
  async join () {
    this.#cause = undefined
    this.#say({ type: 'link', state: 'connecting' })
    try {
      this.#version = this.settings.version ?? await this.#askVersion()
      const problem = versionProblem(this.#version)
      if (problem) return this.#over({ cause: 'wrong_version', why: problem })
      if (!TESTED.includes(this.#version)) console.error(`body: version ${this.#version} is untested; tested are ${TESTED.join(' and ')}`)
      if (this.#leaving) return
      const { host, port, username, auth, cache } = this.settings
      this.#presence = new Presence({ host, port, username, auth, cache, version: this.#version, view: this.#view }, {
        send: line => this.#session?.send(line),
        isBehind: () => !this.#session?.isGreeted || this.#session.isBehind,
        nextTick: () => this.#session?.nextTick() ?? 0,
        present: () => this.#present(),
        kicked: reason => { this.#cause ??= ofKick(reason) },
        failed: error => {
          this.#cause ??= ofError(error)
          this.#presence?.bot.end('error')
        },
        ended: reason => this.#over(this.#cause ?? ofEnd(reason))
      })
      this.#joining = setTimeout(() => {
        this.#cause ??= { cause: 'timed_out', why: `no place in the world after ${JOIN_MS / 1000} s` }
        this.#presence?.bot.end('timeout')
      }, JOIN_MS)
    } catch (error) {
      this.#over(ofError(error))
    }
  }

  /** Serves a mind over a pair of streams; one that comes while another is here is sent away. @param {import('node:stream').Readable} input @param {import('node:stream').Writable} output @param {() => void} gone */
  serve (input, output, gone) {
    if (this.#session) {
      output.end(JSON.stringify({ type: 'bye', reason: 'busy', why: 'another mind is here' }) + '\n')
      return
    }
    const session = new Session(input, output, {
      greeted: view => {
        this.#view = view
        this.#presence?.setView(view)
        session.send(this.#link)
        this.#presence?.resend()
      },
      resend: () => this.#presence?.resend(),
      act: (id, name, fields) => {
        const limbs = this.#link.state === 'present' ? this.#presence?.limbs : undefined
        if (limbs) limbs.do(id, name, fields)
        else session.send({ type: 'refused', id, reason: 'disconnected' })
      },
      gone: () => {
        if (this.#session !== session) return
        this.#presence?.limbs?.stop('stopped')
        this.#session = undefined
        gone()
      }
    })
    this.#session = session
  }

  /** Leaves the server for good. @param {string} [why] */
  leave (why = '') {
    this.#leaving = true
    clearTimeout(this.#retry)
    this.#session?.bye('done', why)
    this.#presence?.leave()
  }

  async #askVersion () {
    const { host, port } = this.settings
    const status = await protocol.ping({ host, port, closeTimeout: PING_MS, noPongTimeout: 500 })
    const number = status?.version?.protocol
    const known = minecraftData.postNettyVersionsByProtocolVersion.pc[number]
    if (!known?.length) throw new Error(`the server's version ${status?.version?.name ?? number} is not supported`)
    // Several versions share a protocol; the server's own name picks one.
    const names = known.map((/** @type {any} */ version) => version.minecraftVersion)
    return names.find((/** @type {string} */ name) => String(status.version.name).includes(name)) ?? names[0]
  }

  #present () {
    clearTimeout(this.#joining)
    this.#presentSince = performance.now()
    this.#say({ type: 'link', state: 'present' })
  }

  /** @param {{ cause: import('./link.js').Cause, why: string }} broke */
  #over ({ cause, why }) {
    clearTimeout(this.#joining)
    this.#presence = undefined
    if (this.#leaving) return
    if (isFinal(cause)) return this.#say({ type: 'link', state: 'gone', cause, why })
    if (this.#presentSince > 0 && performance.now() - this.#presentSince > STEADY_MS) this.#attempt = 0
    this.#presentSince = 0
    const retry = retryMs(this.#attempt++, cause)
    this.#say({ type: 'link', state: 'waiting', cause, why, retry_ms: retry })
    this.#retry = setTimeout(() => { this.join() }, retry)
  }

  /** @param {LinkLine} link */
  #say (link) {
    this.#link = link
    console.error(`body: ${link.state}${link.cause ? ` (${link.cause}: ${link.why})` : ''}${link.retry_ms ? `, next attempt in ${Math.round(link.retry_ms / 1000)} s` : ''}`)
    this.#session?.send(link)
  }
}
