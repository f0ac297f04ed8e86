// The body on a server that nobody here wrote: flying-squid, offline, at both tested versions.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startBody } from './helpers/mind.js'
import { startSquid } from './helpers/squid.js'

/** The inventory slots of the hotbar as names and counts. @param {import('./helpers/mind.js').Mind} mind */
const hotbar = mind => mind.inventory.slots.slice(0, 9).map((/** @type {any} */ slot) => slot && [slot.item, slot.count])

/** Joins and waits for the ground. @param {number} port @param {object} [options] */
async function joined (port, options) {
  const body = startBody(port, options)
  await body.mind.line('link', line => line.state === 'present')
  await body.mind.until(() => body.mind.tick && body.mind.sections.size >= 9 * 16 && body.mind.state(body.mind.feet[0], body.mind.feet[1] - 1, body.mind.feet[2]) !== 'unknown', 'the ground')
  return body
}

for (const version of ['1.20.1', '1.21.4']) {
  test(`at ${version} the body joins, walks, digs, places and is told of it all`, async t => {
    const server = await startSquid(version)
    t.after(() => server.stop())
    const { mind, stop } = await joined(server.port)
    t.after(stop)
    assert.equal(mind.lines.find(line => line.type === 'world').game, version)
    const [x, y, z] = mind.feet
    assert.match(mind.state(x, y - 1, z), /^grass_block\[/)
    await mind.walkTo(x + 4.5, z + 3.5)
    assert.deepEqual(mind.feet, [x + 4, y, z + 3])

    await mind.lookAt(x + 6.5, y, z + 3.5)
    await mind.must('dig_start', { at: [x + 6, y - 1, z + 3], face: 'up' })
    assert.equal(mind.state(x + 6, y - 1, z + 3), 'air')
    assert.equal((await server.order('block', { at: [x + 6, y - 1, z + 3] })).name, 'air')
    await mind.until(() => mind.drops.length > 0, 'a dropped item')

    await server.order('give', { name: 'Stead', item: 'oak_planks', count: 5 })
    await mind.until(() => hotbar(mind)[0]?.[0] === 'oak_planks', 'planks')
    await mind.must('hold', { item: 'oak_planks' })
    await mind.lookAt(x + 5.5, y, z + 3.5)
    await mind.must('place', { at: [x + 5, y - 1, z + 3], face: 'up', cursor: [500, 1000, 500], item: 'oak_planks' })
    assert.equal(mind.state(x + 5, y, z + 3), 'oak_planks')
    assert.equal((await server.order('block', { at: [x + 5, y, z + 3] })).name, 'oak_planks')
    assert.deepEqual(mind.faults, [])
  })
}

test('creatures, chat, harm and hunger are told, and two bodies are on the server at once', async t => {
  const server = await startSquid('1.21.4')
  t.after(() => server.stop())
  const { mind, stop } = await joined(server.port)
  t.after(stop)
  const other = await joined(server.port, { name: 'Ada' })
  t.after(other.stop)
  await mind.until(() => other.mind.link.state === 'present', 'two bodies')
  const [x, y, z] = mind.feet
  await server.order('mob', { kind: 'zombie', at: [x + 2.5, y, z + 0.5] })
  const zombie = await mind.until(() => mind.entities.find(entity => entity.kind === 'zombie'), 'a zombie')
  assert.equal(zombie.sight, 'visible')
  await mind.must('strike', { kind: 'zombie', near: zombie.at })
  await server.order('say', { text: 'The server restarts soon' })
  await mind.line('chat', line => line.who === undefined && line.text === 'The server restarts soon')
  await server.order('health', { name: 'Stead', health: 13 })
  assert.equal((await mind.line('harm')).half_hearts, 7)
  await server.order('food', { name: 'Stead', food: 6 })
  await mind.until(() => mind.tick.vitals.food === 6 && mind.tick.vitals.health === 13, 'hunger')
  assert.deepEqual([...mind.faults, ...other.mind.faults], [])
})

test('a mind that acknowledges nothing gets a tick a second, and everything that changed once it listens again', async t => {
  const server = await startSquid('1.21.4')
  t.after(() => server.stop())
  const { mind, stop } = await joined(server.port)
  t.after(stop)
  mind.acks = false
  await mind.until(() => {
    const before = mind.tick.tick
    return before > 60
  }, 'a body that is ahead')
  const [before, at] = [mind.tick.tick, Date.now()]
  const [x, y, z] = mind.feet
  await server.order('set', { at: [x + 1, y, z], block: 'stone' })
  await mind.until(() => mind.tick.tick > before + 35, 'two ticks')
  assert.ok(Date.now() - at > 1500, 'one tick a second')
  assert.equal(mind.state(x + 1, y, z), 'air')
  mind.acks = true
  await mind.until(() => mind.state(x + 1, y, z) === 'stone', 'the changed column')
})

test('after a kick and after a crash of the server the body comes back by itself', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'stead-squid-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  let server = await startSquid('1.21.4', { worldFolder: folder })
  t.after(() => server.stop())
  const { port } = server
  const { mind, stop } = await joined(port)
  t.after(stop)
  const walking = mind.do('dig_start', { at: [mind.feet[0], mind.feet[1] - 1, mind.feet[2]], face: 'up' })
  await server.order('kick', { name: 'Stead', reason: 'go and rest' })
  const kicked = await mind.line('link', line => line.state === 'waiting')
  assert.deepEqual([kicked.cause, kicked.why], ['kicked', 'go and rest'])
  assert.ok(['disconnected', 'face_not_in_view'].includes((await walking).reason))
  assert.equal((await mind.do('look', { yaw: 0, pitch: 0 })).reason, 'disconnected')
  let from = mind.lines.length
  await mind.line('link', line => line.state === 'present', from)
  await mind.line('world', () => true, from)

  from = mind.lines.length
  await server.stop('SIGKILL')
  const waiting = await mind.line('link', line => line.state === 'waiting', from)
  assert.ok(['closed', 'unreachable'].includes(waiting.cause), waiting.cause)
  server = await startSquid('1.21.4', { port, worldFolder: folder })
  await mind.line('link', line => line.state === 'present', from)
  assert.deepEqual(mind.faults, [])
})

test('a ban is final, a server that is not there is tried again, and junk in place of a server has a name', async t => {
  const server = await startSquid('1.21.4')
  t.after(() => server.stop())
  const { mind, stop } = await joined(server.port)
  t.after(stop)
  await server.order('kick', { name: 'Stead', reason: 'You are banned from this server' })
  const gone = await mind.line('link', line => line.state === 'gone')
  assert.equal(gone.cause, 'banned')

  const nobody = startBody(1)
  t.after(nobody.stop)
  const away = await nobody.mind.line('link', line => line.state === 'waiting')
  assert.deepEqual([away.cause, away.retry_ms > 1000 && away.retry_ms < 3000], ['unreachable', true])

  const junk = createServer(socket => { socket.on('error', () => {}); socket.end('this is no Minecraft server at all, but it says a lot\n'.repeat(50)) }).listen(0, '127.0.0.1')
  await once(junk, 'listening')
  t.after(() => junk.close())
  const fooled = startBody(/** @type {import('node:net').AddressInfo} */ (junk.address()).port)
  t.after(fooled.stop)
  const garbled = await fooled.mind.line('link', line => line.state === 'waiting')
  assert.ok(['garbled', 'closed', 'timed_out'].includes(garbled.cause), garbled.cause)
})
