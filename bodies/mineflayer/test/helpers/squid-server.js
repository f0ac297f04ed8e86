// A flying-squid server in a process of its own, which obeys orders of the test: { give, damage, food, mob, kick, say, set, block }.
// Corrected here, because a test would be impossible otherwise: mobs are registered from 1.17 on.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
/** @type {any} */
const squid = require('flying-squid')
/** @type {any} */
const { Vec3 } = require('vec3')

const [, , version, port, worldFolder, generation] = process.argv
const serv = squid.createMCServer({
  motd: 'test',
  host: '127.0.0.1',
  port: Number(port),
  'max-players': 5,
  'online-mode': false,
  logging: false,
  gameMode: 0,
  difficulty: 1,
  ...(worldFolder === '-' ? {} : { worldFolder }),
  generation: { name: generation ?? 'superflat', options: generation === 'diamond_square' ? { worldHeight: 80, seed: 4711 } : {} },
  kickTimeout: 30_000,
  plugins: {},
  'view-distance': 5,
  'player-list-text': { header: { text: '' }, footer: { text: '' } },
  'everybody-op': true,
  'max-entities': 100,
  version
})
const registry = serv.registry
Object.assign(registry.mobs ?? {}, registry.entities)
serv.on('error', (/** @type {Error} */ error) => console.error('squid:', error.message))

const player = (/** @type {string} */ name) => serv.players.find((/** @type {any} */ one) => one.username === name)

const vec = (/** @type {[number, number, number]} */ [x, y, z]) => new Vec3(x, y, z)

/** @type {Record<string, (order: any) => unknown>} */
const orders = {
  give: ({ name, item, count, slot }) => {
    const Item = require('prismarine-item')(registry)
    player(name).inventory.updateSlot(slot ?? 36, new Item(registry.itemsByName[item].id, count))
  },
  health: ({ name, health }) => player(name).updateHealth(health),
  food: ({ name, food }) => player(name).updateFood(food),
  mob: ({ kind, at }) => serv.spawnMob(registry.entitiesByName[kind].id, serv.overworld, vec(at)).id,
  kick: ({ name, reason }) => player(name).kick(reason),
  say: ({ text }) => serv.broadcast(text),
  block: async ({ at }) => {
    const block = await serv.overworld.getBlock(vec(at))
    return { name: block.name, properties: block.getProperties() }
  },
  set: ({ at, block }) => serv.setBlock(serv.overworld, vec(at), registry.blocksByName[block].defaultState),
  players: () => serv.players.map((/** @type {any} */ one) => ({ name: one.username, at: one.position }))
}

process.on('message', async (/** @type {any} */ { id, order, ...rest }) => {
  try {
    process.send?.({ id, value: (await orders[order](rest)) ?? null })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
serv._server.once('listening', () => process.send?.({ listening: true }))
