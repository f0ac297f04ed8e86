// Every limb verb against a stand-in server: what the packets do, and that they keep within what a player can do.

import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startBody } from './helpers/mind.js'
import { StandIn } from './helpers/standin.js'

const server = new StandIn()
/** @type {ReturnType<typeof startBody>} */
let body
/** @type {import('./helpers/mind.js').Mind} */
let mind

before(async () => {
  await server.start()
  body = startBody(server.port, { version: '1.21.4', view: 1 })
  mind = body.mind
  await mind.line('link', line => line.state === 'present')
  await mind.until(() => mind.sections.size >= 9 * 24, 'all columns')
})
beforeEach(async () => {
  await mind.must('stop')
  server.placing = 'taken'
  for (let x = 4; x < 13; x++) for (let z = 4; z < 13; z++) for (let y = 64; y < 67; y++) if (server.name(x, y, z) !== 'air') server.set(x, y, z, 'air')
  await mind.walkTo(8.5, 8.5)
  await mind.lookAt(8.5, 70, 12)
  server.packets.length = 0
})
after(async () => {
  await body.stop()
  server.stop()
  assert.deepEqual(mind.faults, [])
})

/** @param {string} item @param {number} count */
async function given (item, count, slot = 36) {
  await mind.until(() => server.open === null, 'the window closed')
  for (let other = 9; other < 45; other++) if (server.inventory.slots[other]) server.give(other, 'air', 0)
  server.inventory.slots.fill(null)
  server.give(slot, item, count)
  await mind.until(() => carried(item) === count, `${count} ${item}`)
}

/** @param {string} item */
const carried = item => mind.inventory.slots.reduce((/** @type {number} */ sum, /** @type {any} */ slot) => sum + (slot?.item === item ? slot.count : 0), 0)
/** @param {string} name */
const sent = name => server.packets.filter(packet => packet.name === name)

test('the body says where it stands and what the world is', () => {
  assert.deepEqual(mind.feet, [8, 64, 8])
  assert.equal(mind.state(8, 63, 8), 'stone')
  assert.equal(mind.state(8, 64, 8), 'air')
  assert.equal(mind.lines.find(line => line.type === 'world').min_y, -64)
  assert.deepEqual(mind.tick.light, [15, 0])
  assert.equal(mind.tick.vitals.saturation, 0, 'a saturation that is no number is none')
})

test('without steering the body stops after three ticks, and it never walks faster than a player', async () => {
  await mind.lookAt(8.5, 65.62, 20)
  await mind.must('steer', { forward: 1, strafe: 0, jump: false, sneak: false, sprint: true })
  const began = mind.tick.tick
  await mind.until(() => mind.tick.tick > began + 20, 'a second')
  const [, , z] = mind.tick.at
  assert.ok(z > 8600 && z < 10500, `walked for about three ticks, to ${z}`)
  await mind.until(() => mind.tick.velocity[2] === 0 || Math.abs(mind.tick.velocity[2]) < 5, 'standing')
  const moves = server.packets.filter(packet => packet.name === 'position' || packet.name === 'position_look')
  for (let i = 1; i < moves.length; i++) {
    const step = Math.hypot(moves[i].data.x - moves[i - 1].data.x, moves[i].data.z - moves[i - 1].data.z)
    assert.ok(step <= 0.37, `a step of ${step} blocks in a tick`)
  }
  assert.equal(sent('entity_action').length, 2, 'sprinting begins and ends once')
})

test('a block is dug at the pace of the hand, and the mind sees it gone before it is told', async () => {
  await mind.lookAt(8.5, 64, 10.5)
  server.set(8, 63, 10, 'dirt')
  await mind.until(() => mind.state(8, 63, 10) === 'dirt', 'dirt')
  await mind.must('dig_start', { at: [8, 63, 10], face: 'up' })
  assert.equal(mind.state(8, 63, 10), 'air')
  const [first, last] = sent('block_dig')
  assert.deepEqual([first.data.status, last.data.status], [0, 2])
  // Dirt takes 0.75 s with the bare hand; a server takes it from 70 % of that on.
  assert.ok(last.at - first.at > 650 && last.at - first.at < 1200, `${last.at - first.at} ms`)
  server.set(8, 63, 10, 'stone')
})

test('digging ends when asked, and a block that is too far, hidden or not there is refused by name', async () => {
  await mind.lookAt(8.5, 64, 10.5)
  const digging = mind.do('dig_start', { at: [8, 63, 10], face: 'up' })
  await mind.until(() => sent('block_dig').length > 0, 'digging')
  await mind.must('dig_stop')
  assert.equal((await digging).reason, 'stopped')
  await mind.until(() => sent('block_dig').at(-1)?.data.status === 1, 'the end of digging')
  const [begun, stopped] = [mind.do('dig_start', { at: [8, 63, 10], face: 'up' }), mind.do('dig_stop')]
  assert.deepEqual([(await begun).reason, (await stopped).type], ['stopped', 'confirmed'], 'in one breath')
  assert.equal((await mind.do('dig_start', { at: [8, 65, 9], face: 'up' })).reason, 'not_diggable')
  assert.equal((await mind.do('dig_start', { at: [8, 63, 15], face: 'up' })).reason, 'out_of_reach')
  assert.equal((await mind.do('dig_start', { at: [8, 63, 11], face: 'down' })).reason, 'face_not_in_view')
  assert.equal((await mind.do('dig_start', { at: [8, 62, 10], face: 'up' })).reason, 'face_not_in_view')
  assert.equal((await mind.do('dig_start', { at: [80, 62, 10], face: 'up' })).reason, 'not_loaded')
  assert.equal(server.name(8, 63, 10), 'stone')
})

test('blocks are placed by face at one click in four ticks', async () => {
  await given('cobblestone', 8)
  await mind.must('hold', { item: 'cobblestone' })
  const cells = [[8, 10], [9, 10], [7, 10], [10, 9]]
  for (const [x, z] of cells) {
    await mind.lookAt(x + 0.5, 64, z + 0.5)
    await mind.must('place', { at: [x, 63, z], face: 'up', cursor: [500, 1000, 500], item: 'cobblestone' })
    assert.equal(mind.state(x, 64, z), 'cobblestone')
  }
  const clicks = sent('block_place')
  for (let i = 1; i < clicks.length; i++) assert.ok(clicks[i].at - clicks[i - 1].at > 150, `${clicks[i].at - clicks[i - 1].at} ms between two clicks`)
  for (const click of clicks) {
    const look = server.packets.filter(packet => packet.at <= click.at && (packet.name === 'look' || packet.name === 'position_look')).at(-1)
    assert.ok(look && look.data.pitch > 0, 'the server knew where the eyes look')
  }
  assert.equal(carried('cobblestone'), 4)
})

test('looks and clicks that are sent ahead are done in their order, five in a second', async () => {
  await given('cobblestone', 8)
  await mind.must('hold', { item: 'cobblestone' })
  const began = Date.now()
  const answers = []
  for (const [x, z] of [[8, 11], [10, 10], [6, 10], [10, 8], [6, 8]]) {
    answers.push(mind.lookAt(x + 0.5, 64, z + 0.5), mind.must('place', { at: [x, 63, z], face: 'up', cursor: [500, 1000, 500], item: 'cobblestone' }))
  }
  await Promise.all(answers)
  assert.equal(carried('cobblestone'), 3)
  assert.ok(Date.now() - began < 3000, `${Date.now() - began} ms for five blocks`)
})

test('a placement that the server refuses, does not answer, or that cannot be, is refused by name', async () => {
  await given('cobblestone', 8)
  await mind.must('hold', { item: 'cobblestone' })
  await mind.lookAt(8.5, 64, 10.5)
  const place = { at: [8, 63, 10], face: 'up', cursor: [500, 1000, 500], item: 'cobblestone' }
  server.placing = 'refused'
  assert.equal((await mind.do('place', place)).reason, 'denied')
  server.placing = 'ignored'
  assert.equal((await mind.do('place', place)).reason, 'timed_out')
  assert.equal((await mind.do('place', { ...place, item: 'dirt' })).reason, 'missing_item')
  assert.equal((await mind.do('place', { ...place, at: [12, 63, 14] })).reason, 'out_of_reach')
  server.placing = 'taken'
  await mind.lookAt(8.5, 80, 8.5)
  assert.equal((await mind.do('place', place)).reason, 'face_not_in_view')
})

test('crafting in the inventory puts each item into the grid by clicks', async () => {
  await given('oak_log', 3)
  await mind.must('craft', { makes: 'oak_planks', grid: ['oak_log', null, null, null], times: 2, table: null })
  assert.deepEqual([carried('oak_log'), carried('oak_planks')], [1, 8])
  await mind.must('craft', { makes: 'stick', grid: ['oak_planks', null, 'oak_planks', null], times: 1 })
  assert.deepEqual([carried('oak_planks'), carried('stick')], [6, 4])
  assert.equal((await mind.do('craft', { makes: 'stick', grid: ['oak_log', null, null, null], times: 1 })).reason, 'no_recipe')
  assert.equal((await mind.do('craft', { makes: 'oak_planks', grid: ['birch_log', null, null, null], times: 1 })).reason, 'missing_item')
  await mind.until(() => carried('oak_log') === 1, 'the log is back')
})

test('a table, a furnace and a chest are opened, used and closed', async () => {
  await given('cobblestone', 9)
  const c = 'cobblestone'
  const grid = [c, c, c, c, null, c, c, c, c]
  server.set(8, 64, 10, 'crafting_table')
  await mind.until(() => mind.state(8, 64, 10) === 'crafting_table', 'a table')
  assert.equal((await mind.do('craft', { makes: 'furnace', grid, times: 1, table: null })).reason, 'no_table')
  assert.equal((await mind.do('craft', { makes: 'furnace', grid, times: 1, table: [8, 63, 10] })).reason, 'no_table')
  await mind.must('craft', { makes: 'furnace', grid, times: 1, table: [8, 64, 10] })
  assert.deepEqual([carried(c), carried('furnace')], [1, 1])

  server.set(8, 64, 10, 'furnace')
  await given('raw_iron', 3)
  server.give(37, 'coal', 2)
  await mind.until(() => carried('coal') === 2, 'coal')
  await mind.must('transfer', { at: [8, 64, 10], item: 'raw_iron', count: 2, slot: 'input', way: 'in' })
  await mind.must('transfer', { at: [8, 64, 10], item: 'coal', count: 1, slot: 'fuel', way: 'in' })
  const told = mind.lines.findLast(line => line.type === 'window')
  assert.deepEqual(told.slots.map((/** @type {any} */ slot) => slot && [slot.item, slot.count]), [['raw_iron', 2], ['coal', 1], null])
  await new Promise(resolve => setTimeout(resolve, 500))
  await mind.must('open', { at: [8, 64, 10] })
  await mind.must('transfer', { at: [8, 64, 10], item: 'iron_ingot', count: 2, slot: 'output', way: 'out' })
  assert.deepEqual([carried('iron_ingot'), carried('raw_iron'), carried('coal')], [2, 1, 1])

  server.set(8, 64, 10, 'chest')
  await mind.must('transfer', { at: [8, 64, 10], item: 'iron_ingot', count: 1, slot: 'any', way: 'in' })
  assert.equal(carried('iron_ingot'), 1)
  assert.equal((await mind.do('transfer', { at: [8, 64, 10], item: 'diamond', count: 1, slot: 'any', way: 'out' })).reason, 'missing_item')
  assert.equal((await mind.do('transfer', { at: [8, 64, 10], item: 'iron_ingot', count: 1, slot: 'fuel', way: 'in' })).reason, 'wrong_block')
  await mind.must('transfer', { at: [8, 64, 10], item: 'iron_ingot', count: 1, slot: 'any', way: 'out' })
  assert.equal(carried('iron_ingot'), 2)
})

test('items are held, worn and thrown away', async () => {
  await given('iron_helmet', 1, 20)
  await mind.must('hold', { item: 'iron_helmet' })
  assert.equal(mind.inventory.slots[mind.inventory.held]?.item, 'iron_helmet')
  await mind.must('equip', { item: 'iron_helmet', slot: 'head' })
  assert.equal(mind.inventory.armour[0]?.item, 'iron_helmet')
  assert.equal((await mind.do('equip', { item: 'iron_helmet', slot: 'feet' })).reason, 'missing_item')
  await mind.until(() => mind.tick.vitals.armour === 2, 'armour points')
  await given('dirt', 5)
  await mind.must('toss', { item: 'dirt', count: 2 })
  await mind.until(() => carried('dirt') === 3, 'three left')
  assert.equal((await mind.do('toss', { item: 'dirt', count: 9 })).reason, 'missing_item')
  assert.equal((await mind.do('hold', { item: 'diamond' })).reason, 'missing_item')
})

test('the body eats when it is hungry', async () => {
  await given('bread', 2)
  await mind.must('hold', { item: 'bread' })
  assert.equal((await mind.do('use_item', { hand: 'main' })).reason, 'not_edible')
  server.vitals(20, 10)
  await mind.until(() => mind.tick.vitals.food === 10, 'hunger')
  await mind.must('use_item', { hand: 'main' })
  await mind.until(() => mind.tick.vitals.food === 15 && carried('bread') === 1, 'eaten')
})

test('a blow needs reach and its rest, and people, villagers, named and tamed animals are spared', async () => {
  server.spawn(50, 'zombie', [8.5, 64, 10.5])
  server.spawn(51, 'zombie', [8.5, 64, 14.5])
  server.spawn(52, 'villager', [10.5, 64, 8.5])
  server.spawn(53, 'cow', [6.5, 64, 8.5], [{ key: 2, type: 'optional_component', value: { type: 'string', value: 'Bess' } }])
  server.spawn(54, 'wolf', [8.5, 64, 6.5], [{ key: 17, type: 'byte', value: 4 }])
  await mind.until(() => mind.entities.length === 5, 'five creatures')
  assert.equal(mind.entities.find(entity => entity.id === 53).name, 'Bess')
  const zombie = { kind: 'zombie', near: [8500, 64000, 10500] }
  await mind.must('strike', zombie)
  await mind.must('strike', zombie)
  const blows = await mind.until(() => sent('use_entity').length === 2 && sent('use_entity'), 'two blows')
  assert.deepEqual(blows.map((/** @type {any} */ { data }) => [data.target, data.mouse]), [[50, 1], [50, 1]])
  assert.ok(blows[1].at - blows[0].at > 200, 'the fist rests for five ticks')
  assert.equal((await mind.do('strike', { kind: 'zombie', near: [8500, 64000, 14500] })).reason, 'out_of_reach')
  assert.equal((await mind.do('strike', { kind: 'villager', near: [10500, 64000, 8500] })).reason, 'spared_creature')
  assert.equal((await mind.do('strike', { kind: 'cow', near: [6500, 64000, 8500] })).reason, 'spared_creature')
  assert.equal((await mind.do('strike', { kind: 'wolf', near: [8500, 64000, 6500] })).reason, 'spared_creature')
  assert.equal((await mind.do('strike', { kind: 'pig', near: [8500, 64000, 6500] })).reason, 'no_target')
  server.client.write('entity_destroy', { entityIds: [50, 51, 52, 53, 54] })
  await mind.until(() => mind.entities.length === 0, 'nobody')
})

test('the body sleeps and wakes, says a line but no command, and comes back after death', async () => {
  server.set(8, 64, 10, 'red_bed')
  server.set(8, 64, 9, 'red_bed')
  await mind.until(() => mind.state(8, 64, 10).startsWith('red_bed'), 'a bed')
  await new Promise(resolve => setTimeout(resolve, 1100))
  await mind.must('sleep', { bed: [8, 64, 10] })
  await mind.until(() => mind.tick.vitals.asleep, 'sleep')
  await mind.must('wake')
  await mind.until(() => !mind.tick.vitals.asleep, 'awake')
  assert.equal((await mind.do('sleep', { bed: [8, 63, 10] })).reason, 'wrong_block')
  await mind.must('say', { text: 'hello' })
  assert.equal((await mind.do('say', { text: '/op Stead' })).reason, 'bad_request')
  server.vitals(0)
  await mind.line('died')
  assert.equal((await mind.do('hold', { item: null })).reason, 'dead')
  await mind.must('respawn')
  await mind.line('respawned')
  await mind.until(() => mind.tick.vitals.health === 20, 'health')
})

test('a flood of creatures, a jump to elsewhere and another game mode are told and survived', async () => {
  for (let id = 100; id < 2100; id++) server.spawn(id, 'pig', [2.5 + id % 12, 64, 2.5 + id % 11])
  await mind.until(() => mind.entities.length === 512, 'the nearest 512')
  const now = mind.tick.tick
  await mind.until(() => mind.tick.tick > now + 40, 'two more seconds')
  server.client.write('entity_destroy', { entityIds: Array.from({ length: 2000 }, (_, index) => index + 100) })
  await mind.until(() => mind.entities.length === 0, 'nobody')
  server.client.write('position', { teleportId: 9, x: 3.5, y: 64, z: 3.5, dx: 0, dy: 0, dz: 0, yaw: 0, pitch: 0, flags: {} })
  await mind.until(() => mind.feet.join() === '3,64,3', 'the other place')
  server.client.write('game_state_change', { reason: 'change_game_mode', gameMode: 1 })
  await mind.until(() => mind.tick.vitals.mode === 'creative', 'creative mode')
  server.client.write('game_state_change', { reason: 'change_game_mode', gameMode: 0 })
  await mind.until(() => mind.tick.vitals.mode === 'survival', 'survival mode')
})
