// The link to the server: what it is called when it breaks, and when it is tried again.

import { words } from './protocol.js'

/**
 * @typedef {'unreachable' | 'timed_out' | 'closed' | 'restarting' | 'full' | 'logged_in_elsewhere' | 'kicked' | 'banned'
 *   | 'wrong_version' | 'login' | 'garbled'} Cause
 */

/** The first wait before the server is tried again, and the longest. */
const RETRY_MS_MIN = 2_000
const RETRY_MS_MAX = 300_000
/** Somebody else uses the name: coming back at once would throw them out in turn. */
const ELSEWHERE_MS_MIN = 60_000
/** A link that held this long begins with short waits again. */
export const STEADY_MS = 60_000
/** After these a person must act. @type {Set<Cause>} */
const FINAL = new Set(['banned', 'wrong_version', 'login'])

/** @param {Cause} cause */
export const isFinal = cause => FINAL.has(cause)

/**
 * How long to wait before the next attempt: twice as long each time, and a quarter more or less at random, so that many
 * bodies do not come back to a server in the same moment.
 * @param {number} attempt from 0 @param {Cause} cause @param {() => number} random
 */
export function retryMs (attempt, cause, random = Math.random) {
  const least = cause === 'logged_in_elsewhere' ? ELSEWHERE_MS_MIN : RETRY_MS_MIN
  const wait = Math.min(RETRY_MS_MAX, least * 2 ** Math.min(attempt, 20))
  return Math.round(wait * (0.75 + random() / 2))
}

/** All texts inside a value, such as the reason of a kick as JSON or NBT. @param {unknown} value @param {string[]} found */
function texts (value, found = []) {
  if (found.length > 100) return found
  if (typeof value === 'string') {
    let inner
    try { inner = /^\s*[{["]/.test(value) ? JSON.parse(value) : undefined } catch { inner = undefined }
    if (inner !== undefined && inner !== value) texts(inner, found)
    else found.push(value)
  } else if (Array.isArray(value)) {
    for (const part of value) texts(part, found)
  } else if (value && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) if (key !== 'type' && key !== 'color') texts(part, found)
  }
  return found
}

const KICKS = /** @type {[RegExp, Cause][]} */ ([
  [/duplicate_login|logged in from another location/i, 'logged_in_elsewhere'],
  [/server_full|server is full/i, 'full'],
  [/\bban(ned)?\b|not_whitelisted|white-?list/i, 'banned'],
  [/outdated_(client|server)|incompatible|outdated (client|server)/i, 'wrong_version'],
  [/server_shutdown|server closed|restart|shutting down|stopp(ing|ed)/i, 'restarting'],
  [/unverified_username|invalid_session|authservers|not authenticated|failed to verify/i, 'login'],
  [/timeout|timed out/i, 'timed_out']
])

/** What a kick means, and its words. @param {unknown} reason @returns {{ cause: Cause, why: string }} */
export function ofKick (reason) {
  const all = texts(reason)
  const why = words(all.filter(text => text !== '').join(' '), 300) || 'kicked without a reason'
  return { cause: KICKS.find(([pattern]) => pattern.test(why))?.[1] ?? 'kicked', why }
}

/** What an error of the connection means. @param {any} error @returns {{ cause: Cause, why: string }} */
export function ofError (error) {
  const why = words(error?.message ?? error, 300)
  const code = String(error?.code ?? '')
  const known = /** @type {[RegExp, Cause][]} */ ([
    [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/, 'unreachable'],
    [/ETIMEDOUT|timed out|timeout/i, 'timed_out'],
    [/unsupported|not supported|No data available for version|untested and too old/i, 'wrong_version'],
    [/auth|token|profile|Microsoft/i, 'login'],
    [/ECONNRESET|EPIPE|closed before/i, 'closed']
  ])
  return { cause: known.find(([pattern]) => pattern.test(code) || pattern.test(why))?.[1] ?? 'garbled', why }
}

/** What the end of a connection means when nothing was said before. @param {unknown} reason @returns {{ cause: Cause, why: string }} */
export function ofEnd (reason) {
  const why = words(reason, 300)
  return /keepAlive|timed? ?out/i.test(why) ? { cause: 'timed_out', why } : { cause: 'closed', why: why || 'the server closed the connection' }
}
