// The reader of the mind's lines, the packing of sections, and the names of broken links.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { causeOf } from '../src/senses/happenings.js'
import { armourPoints, Fall } from '../src/senses/self.js'
import { pack, sectionLine } from '../src/senses/chunks.js'
import { isFinal, ofEnd, ofError, ofKick, retryMs } from '../src/link.js'
import { readCommand, Splitter, VERBS } from '../src/protocol.js'
import { States } from '../src/names.js'
import { toYaw, fromYaw, toPitch, fromPitch } from '../src/geometry.js'
import { Session } from '../src/session.js'
import { versionProblem } from '../src/body.js'
import { recoveryTicks } from '../src/limbs/clicks.js'
import { Pace } from '../src/presence.js'

const require = createRequire(import.meta.url)
const page = readFileSync(new URL('../../../docs/body-protocol.md', import.meta.url), 'utf8')
const examples = page.split('```jsonl\n').slice(1).flatMap(rest => rest.split('```')[0].trim().split('\n'))

/** @param {string} line */
const faultOf = line => {
  try {
    readCommand(line)
    return 'none'
  } catch (error) {
    return /** @type {any} */ (error).fault
  }
}

test('every command on the page is read, with every verb', () => {
  const verbs = new Set()
  for (const line of examples) {
    const { type, verb } = JSON.parse(line)
    if (!['do', 'ack', 'resend'].includes(type)) continue
    assert.equal(faultOf(line), 'none', line)
    if (verb) verbs.add(Object.keys(verb)[0])
  }
  assert.deepEqual([...verbs].sort(), [...VERBS].sort())
})

test('a bad line is refused by name', () => {
  const cases = [
    ['nope', 'malformed'], ['[]', 'malformed'], ['null', 'malformed'], ['{"type":"fly"}', 'malformed'],
    ['{"type":"do","id":1,"verb":{"fly":{}}}', 'malformed'], ['{"type":"do","id":0,"verb":{"stop":{}}}', 'malformed'],
    ['{"type":"do","id":1,"verb":{"stop":{},"wake":{}}}', 'malformed'], ['{"type":"do","id":1,"verb":{"stop":{"now":true}}}', 'malformed'],
    ['{"type":"do","id":1,"verb":{"look":{"yaw":180001,"pitch":0}}}', 'out_of_range'],
    ['{"type":"do","id":1,"verb":{"dig_start":{"at":[0,5000,0],"face":"up"}}}', 'out_of_range'],
    ['{"type":"do","id":1,"verb":{"hold":{"item":"Dirt!"}}}', 'out_of_range'],
    ['{"type":"do","id":1,"verb":{"craft":{"makes":"stick","grid":["a"],"times":1}}}', 'out_of_range'],
    ['{"type":"do","id":1,"verb":{"__proto__":{}}}', 'malformed'],
    ['{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":0}', 'out_of_range']
  ]
  for (const [line, fault] of cases) assert.equal(faultOf(line), fault, line)
})

test('lines come out whole wherever the stream is cut, and a long one is skipped', () => {
  const cut = (/** @type {string[]} */ ...parts) => {
    const splitter = new Splitter(4)
    /** @type {(string | null)[]} */
    const lines = []
    for (const part of parts) splitter.feed(Buffer.from(part), line => lines.push(line))
    return lines
  }
  assert.deepEqual(cut('ab\ncd\r\n\nef'), ['ab', 'cd'])
  assert.deepEqual(cut('a', 'b\nc', 'd\n'), ['ab', 'cd'])
  assert.deepEqual(cut('1234\n12345\n1\n'), ['1234', null, '1'])
  assert.deepEqual(cut('123', '45', '678\n1\n'), [null, '1'])
})

/** A session with its ends. */
function session () {
  const [input, output] = [new PassThrough(), new PassThrough()]
  /** @type {any[]} */
  const lines = []
  /** @type {any[]} */
  const deeds = []
  output.on('data', data => lines.push(...String(data).trim().split('\n').map(line => JSON.parse(line))))
  const one = new Session(input, output, { greeted: view => deeds.push(['greeted', view]), resend: () => deeds.push(['resend']), act: (id, name) => deeds.push([id, name]), gone: () => deeds.push(['gone']) })
  const say = async (/** @type {string[]} */ ...said) => {
    for (const line of said) input.write(line + '\n')
    await new Promise(resolve => setImmediate(resolve))
  }
  return { one, say, lines, deeds }
}
const HELLO = '{"type":"hello","protocols":["stead-body/1"],"mind":"m","view":4}'

test('a mind is greeted once, in its version, and ids must grow', async () => {
  const a = session()
  await a.say(HELLO, HELLO, '{"type":"do","id":5,"verb":{"wake":{}}}', '{"type":"do","id":5,"verb":{"wake":{}}}', 'junk')
  assert.deepEqual(a.deeds, [['greeted', 4], [5, 'wake']])
  assert.deepEqual(a.lines.map(line => line.fault ?? line.type), ['hello', 'greeted_twice', 'id_repeated', 'malformed'])
  const b = session()
  await b.say(HELLO.replace('body/1', 'body/2'))
  assert.deepEqual(b.lines.map(line => line.reason), ['version'])
  const c = session()
  await c.say('{"type":"resend"}')
  assert.deepEqual([c.lines[0].type, c.deeds], ['bye', [['gone']]])
})

test('too many bad lines end the connection', async () => {
  const a = session()
  await a.say(HELLO, ...Array(101).fill('junk'))
  assert.deepEqual([a.lines.length, a.lines.at(-1).reason, a.deeds.at(-1)], [103, 'faults', ['gone']])
})

test('the body is behind when the mind acknowledges nothing for 40 ticks', async () => {
  const a = session()
  await a.say(HELLO)
  for (let tick = 0; tick < 40; tick++) a.one.nextTick()
  assert.equal(a.one.isBehind, false)
  a.one.nextTick()
  assert.equal(a.one.isBehind, true)
  await a.say('{"type":"ack","tick":41}')
  assert.equal(a.one.isBehind, false)
})

test('cells are packed as the page says', () => {
  const cells = new Uint16Array(4096).map((_, index) => index < 256 * 11 ? 0 : index < 256 * 12 ? 1 : 2)
  const example = examples.map(line => JSON.parse(line)).find(line => line.cells)
  assert.equal(pack(cells, 3), example.cells)
  const bytes = Buffer.from(pack(new Uint16Array(4096).map((_, index) => index % 17), 17), 'base64')
  assert.equal(bytes.length, 4096 * 5 / 8)
  assert.deepEqual([bytes[0] & 31, (bytes[0] >> 5) | (bytes[1] & 3) << 3], [0, 1])
})

test('states are named with all their properties in the order of the alphabet', () => {
  const registry = require('prismarine-registry')('1.21.4')
  const states = new States(registry)
  assert.equal(states.name(registry.blocksByName.stone.defaultState), 'stone')
  assert.match(states.name(registry.blocksByName.oak_stairs.defaultState), /^oak_stairs\[facing=north,half=bottom,shape=straight,waterlogged=false\]$/)
  assert.equal(states.name(999_999), 'unknown:state_999999')
  const section = sectionLine([0, 0, 0], index => index < 4096 ? registry.blocksByName.stone.defaultState : 0, states)
  assert.deepEqual(section, { type: 'section', at: [0, 0, 0], palette: ['stone'] })
  const names = new Set()
  for (let state = 0; registry.blocksByStateId[state]; state++) names.add(states.name(state))
  assert.equal(names.size, 27866, 'every state of the game has a name of its own')
})

test('angles are those of the game', () => {
  for (const yaw of [0, 45000, 90000, -90000, 179999, -135000]) assert.ok(Math.abs(toYaw(fromYaw(yaw)) - yaw) <= 1, String(yaw))
  for (const pitch of [-90000, 0, 33000, 90000]) assert.equal(toPitch(fromPitch(pitch)), pitch)
  assert.equal(toYaw(0), 180000)
})

test('a broken link has a name', () => {
  const kicks = [
    ['{"translate":"multiplayer.disconnect.duplicate_login"}', 'logged_in_elsewhere'],
    [{ type: 'compound', value: { translate: { type: 'string', value: 'multiplayer.disconnect.server_full' } } }, 'full'],
    ['You are banned from this server', 'banned'], ['{"translate":"multiplayer.disconnect.not_whitelisted"}', 'banned'],
    ['{"text":"Server closed"}', 'restarting'], [{ translate: 'multiplayer.disconnect.incompatible' }, 'wrong_version'],
    ['{"translate":"multiplayer.disconnect.unverified_username"}', 'login'], ['Flying is not enabled on this server', 'kicked'], [null, 'kicked']
  ]
  for (const [reason, cause] of kicks) assert.equal(ofKick(reason).cause, cause, JSON.stringify(reason))
  assert.equal(ofKick('a\u001b[2Jb').why, 'a [2Jb')
  assert.equal(ofError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })).cause, 'unreachable')
  assert.equal(ofError(new Error('client timed out after 30000 milliseconds')).cause, 'timed_out')
  assert.equal(ofError(new RangeError('index out of range')).cause, 'garbled')
  assert.deepEqual([ofEnd('keepAliveError').cause, ofEnd('socketClosed').cause, ofEnd(undefined).cause], ['timed_out', 'closed', 'closed'])
})

test('attempts to come back grow apart, with jitter, and some need a person', () => {
  const usual = Array.from({ length: 10 }, (_, attempt) => retryMs(attempt, 'closed', () => 0.5))
  assert.deepEqual(usual, [2000, 4000, 8000, 16000, 32000, 64000, 128000, 256000, 300000, 300000])
  assert.deepEqual([retryMs(0, 'closed', () => 0), retryMs(0, 'closed', () => 1)], [1500, 2500])
  assert.equal(retryMs(0, 'logged_in_elsewhere', () => 0.5), 60000)
  assert.deepEqual(/** @type {const} */ (['banned', 'wrong_version', 'login', 'full', 'kicked', 'garbled']).map(isFinal), [true, true, true, false, false, false])
})

test('old and unknown versions are refused with what would work', () => {
  assert.equal(versionProblem('1.21.4'), undefined)
  assert.equal(versionProblem('1.13'), undefined)
  assert.match(String(versionProblem('1.12.2')), /too old: 1\.13 is the oldest/)
  assert.match(String(versionProblem('0.0.1')), /unknown/)
})

test('the cause of harm is told from what is known', () => {
  const quiet = { landed: 0, in_lava: false, on_fire: false, air: 300, food: 20, y: 64, minY: -64, suffocating: false }
  const cases = /** @type {[object, string][]} */ ([
    [{}, 'other'], [{ blow: { kind: 'zombie', age_ms: 10 } }, 'melee'], [{ blow: { kind: 'arrow', age_ms: 10 } }, 'arrow'], [{ blow: { kind: 'zombie', age_ms: 900 }, food: 0 }, 'starvation'],
    [{ landed: 5000 }, 'fall'], [{ in_lava: true, on_fire: true }, 'lava'], [{ on_fire: true }, 'fire'], [{ air: 0 }, 'drowning'], [{ suffocating: true }, 'suffocation'], [{ y: -200 }, 'void']
  ])
  for (const [known, cause] of cases) assert.equal(causeOf({ ...quiet, ...known }), cause, JSON.stringify(known))
})

test('falls, armour, weapons and the pace of the server are measured', () => {
  const fall = new Fall()
  assert.deepEqual([fall.tick(70, true), fall.tick(68, false), fall.tick(65.5, false), fall.tick(65, true)], [0, 2000, 4500, 0])
  const worn = []
  worn[5] = { name: 'iron_helmet' }
  worn[6] = { name: 'diamond_chestplate' }
  assert.equal(armourPoints(worn), 10)
  assert.deepEqual([recoveryTicks('iron_sword'), recoveryTicks('stone_axe'), recoveryTicks('diamond_axe'), recoveryTicks(undefined)], [13, 25, 20, 5])
  const pace = new Pace()
  for (let report = 0; report < 4; report++) pace.report(report * 20 + 20, report * 3000)
  assert.equal(pace.stretch, 3)
  pace.report(5, 20000)
  assert.equal(pace.stretch, 1)
})
