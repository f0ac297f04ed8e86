// A stand-in for the server's side of Minecraft 1.21.4: a small flat world with windows, crafting, furnaces, chests, beds, food and
// creatures, as far as packets go. It keeps every packet of the client with the time of its arrival, to be checked against the
// limits of the game.

import { createRequire } from 'node:module'
import { once } from 'node:events'

const require = createRequire(import.meta.url)
/** @type {any} */ const mc = require('minecraft-protocol')
/** @type {any} */ const { Vec3 } = require('vec3')
/** @type {any} */ const nbt = require('prismarine-nbt')
const VERSION = '1.21.4'
/** @type {any} */ const registry = require('prismarine-registry')(VERSION)
const Item = require('prismarine-item')(registry)
const windows = require('prismarine-windows')(registry)
const Chunk = require('prismarine-chunk')(registry)

/** What the grid gives: its items row by row without empty borders, as text. @type {Record<string, [string, number]>} */
const RECIPES = {
  oak_log: ['oak_planks', 4],
  'oak_planks/oak_planks': ['stick', 4],
  'oak_planks,oak_planks/oak_planks,oak_planks': ['crafting_table', 1],
  'cobblestone,cobblestone,cobblestone/cobblestone,,cobblestone/cobblestone,cobblestone,cobblestone': ['furnace', 1]
}
const WINDOW_TYPES = /** @type {Record<string, string>} */ ({ crafting_table: 'minecraft:crafting', furnace: 'minecraft:furnace', chest: 'minecraft:generic_9x3' })
const FLOOR = 64
const SMELT_MS = 300

/** @param {string} name */
const itemNumber = name => registry.itemsByName[name].id
/** @param {any} at */
const key = at => `${at.x},${at.y},${at.z}`

export class StandIn {
  /** @type {{ name: string, data: any, at: number }[]} */ packets = []
  inventory = windows.createWindow(0, 'minecraft:inventory', 'Inventory')
  /** @type {any} */ open = null
  held = 0
  /** Contents of chests and furnaces by place. @type {Map<string, any[]>} */ stores = new Map()
  health = 20
  food = 20
  /** Whether placements are refused, or not answered at all. @type {'taken' | 'refused' | 'ignored'} */ placing = 'taken'
  #windowId = 0
  #state = 1
  #age = 0
  chunk = new Chunk({ minY: -64, worldHeight: 384 })
  /** @type {any} */ client

  async start () {
    for (let x = 0; x < 16; x++) {
      for (let z = 0; z < 16; z++) {
        for (let y = FLOOR - 3; y < FLOOR; y++) this.chunk.setBlockStateId(new Vec3(x, y, z), registry.blocksByName.stone.defaultState)
        for (let y = FLOOR; y < FLOOR + 8; y++) this.chunk.setSkyLight(new Vec3(x, y, z), 15)
      }
    }
    this.server = mc.createServer({ 'online-mode': false, host: '127.0.0.1', port: 0, version: VERSION, keepAlive: true, maxPlayers: 5, registryCodec: registry.loginPacket?.dimensionCodec })
    this.server.on('playerJoin', (/** @type {any} */ client) => this.#join(client))
    this.server.on('error', () => {})
    await once(this.server, 'listening')
    this.port = this.server.socketServer.address().port
    this.clock = setInterval(() => this.#tick(), 50)
  }

  stop () {
    clearInterval(this.clock)
    this.server.close()
  }

  /** Puts a block into the world. @param {number} x @param {number} y @param {number} z @param {string} name */
  set (x, y, z, name) {
    this.chunk.setBlockStateId(new Vec3(x, y, z), registry.blocksByName[name].defaultState)
    this.client?.write('block_change', { location: { x, y, z }, type: registry.blocksByName[name].defaultState })
  }

  /** @param {number} x @param {number} y @param {number} z */
  name (x, y, z) {
    return registry.blocksByStateId[this.chunk.getBlockStateId(new Vec3(x, y, z))].name
  }

  /** Puts items into a slot of the inventory's window. @param {number} slot @param {string} item @param {number} count */
  give (slot, item, count) {
    this.inventory.updateSlot(slot, new Item(itemNumber(item), count))
    this.#setSlot(0, slot, this.inventory.slots[slot])
  }

  /** Puts a creature into the world. @param {number} id @param {string} kind @param {[number, number, number]} at @param {any[]} [metadata] */
  spawn (id, kind, [x, y, z], metadata = []) {
    const objectUUID = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
    this.client.write('spawn_entity', { entityId: id, objectUUID, type: registry.entitiesByName[kind].id, x, y, z, pitch: 0, yaw: 0, headPitch: 0, objectData: 0, velocity: { x: 0, y: 0, z: 0 } })
    if (metadata.length > 0) this.client.write('entity_metadata', { entityId: id, metadata })
  }

  /** @param {number} health @param {number} [food] */
  vitals (health, food = this.food) {
    this.health = health
    this.food = food
    this.client.write('update_health', { health, food, foodSaturation: NaN })
  }

  /** @param {any} client */
  #join (client) {
    this.client = client
    client.on('packet', (/** @type {any} */ data, /** @type {any} */ meta) => this.packets.push({ name: meta.name, data, at: performance.now() }))
    client.on('error', () => {})
    client.write('login', {
      ...registry.loginPacket, entityId: 1, isHardcore: false, worldNames: ['minecraft:overworld'], maxPlayers: 5, viewDistance: 2, simulationDistance: 2,
      reducedDebugInfo: false, enableRespawnScreen: true, doLimitedCrafting: false, enforcesSecureChat: false
    })
    for (let x = -1; x <= 1; x++) for (let z = -1; z <= 1; z++) this.#sendColumn(x, z)
    client.write('window_items', { windowId: 0, stateId: 1, items: this.inventory.slots.map((/** @type {any} */ item) => Item.toNotch(item)), carriedItem: Item.toNotch(null) })
    client.write('position', { teleportId: 1, x: 8.5, y: FLOOR, z: 8.5, dx: 0, dy: 0, dz: 0, yaw: 0, pitch: 0, flags: {} })
    this.vitals(this.health)
    client.on('window_click', (/** @type {any} */ click) => this.#clicked(click))
    client.on('close_window', () => { this.#keep(); this.open = null })
    client.on('held_item_slot', (/** @type {any} */ packet) => { this.held = packet.slotId })
    client.on('block_place', (/** @type {any} */ packet) => this.#placed(packet))
    client.on('block_dig', (/** @type {any} */ packet) => this.#dug(packet))
    client.on('use_item', () => this.#used())
    client.on('client_command', () => this.#respawn())
    client.on('entity_action', (/** @type {any} */ packet) => { if (packet.actionId === 'stop_sleeping' || packet.actionId === 2) this.#wake() })
  }

  /** @param {number} x @param {number} z */
  #sendColumn (x, z) {
    const chunk = x === 0 && z === 0 ? this.chunk : this.#ground()
    this.client.write('map_chunk', {
      x, z, heightmaps: nbt.comp({ MOTION_BLOCKING: nbt.longArray(new Array(37).fill([0, 0])) }),
      chunkData: chunk.dump(), blockEntities: [], ...chunk.dumpLight()
    })
  }

  #ground () {
    const chunk = new Chunk({ minY: -64, worldHeight: 384 })
    for (let x = 0; x < 16; x++) for (let z = 0; z < 16; z++) chunk.setBlockStateId(new Vec3(x, FLOOR - 1, z), registry.blocksByName.stone.defaultState)
    return chunk
  }

  #tick () {
    this.#age++
    if (this.#age % 20 === 0) this.client?.write('update_time', { age: BigInt(this.#age), time: BigInt(18000 + this.#age), tickDayTime: true })
  }

  /** @param {number} windowId @param {number} slot @param {any} item */
  #setSlot (windowId, slot, item) {
    this.client?.write('set_slot', { windowId, stateId: ++this.#state, slot, item: Item.toNotch(item) })
  }

  /** @param {any} packet */
  #placed ({ location, direction, sequence }) {
    const clicked = this.name(location.x, location.y, location.z)
    if (WINDOW_TYPES[clicked]) return this.#openWindow(location, clicked)
    if (clicked.endsWith('_bed')) return this.#lie(location)
    if (this.placing === 'ignored') return
    const [dx, dy, dz] = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1], [-1, 0, 0], [1, 0, 0]][direction]
    const at = { x: location.x + dx, y: location.y + dy, z: location.z + dz }
    const item = this.inventory.slots[36 + this.held]
    if (this.placing === 'taken' && item && registry.blocksByName[item.name]) {
      this.chunk.setBlockStateId(new Vec3(at.x, at.y, at.z), registry.blocksByName[item.name].defaultState)
      this.inventory.updateSlot(36 + this.held, item.count > 1 ? new Item(item.type, item.count - 1) : null)
      this.#setSlot(0, 36 + this.held, this.inventory.slots[36 + this.held])
    }
    for (const cell of [location, at]) this.client.write('block_change', { location: cell, type: this.chunk.getBlockStateId(new Vec3(cell.x, cell.y, cell.z)) })
    this.client.write('acknowledge_player_digging', { sequenceId: sequence })
  }

  /** @param {any} packet */
  #dug ({ status, location, sequence }) {
    if (status === 4 || status === 3) return this.#dropped(status === 3)
    if (status === 2) {
      this.chunk.setBlockStateId(new Vec3(location.x, location.y, location.z), 0)
      this.client.write('block_change', { location, type: 0 })
    }
    this.client.write('acknowledge_player_digging', { sequenceId: sequence })
  }

  /** @param {boolean} all */
  #dropped (all) {
    const item = this.inventory.slots[36 + this.held]
    if (!item) return
    this.inventory.updateSlot(36 + this.held, all || item.count === 1 ? null : new Item(item.type, item.count - 1))
    this.#setSlot(0, 36 + this.held, this.inventory.slots[36 + this.held])
  }

  #used () {
    const item = this.inventory.slots[36 + this.held]
    if (!registry.foodsByName[item?.name]) return
    setTimeout(() => {
      this.inventory.updateSlot(36 + this.held, item.count > 1 ? new Item(item.type, item.count - 1) : null)
      this.client.write('entity_status', { entityId: 1, entityStatus: 9 })
      this.#setSlot(0, 36 + this.held, this.inventory.slots[36 + this.held])
      this.vitals(this.health, Math.min(20, this.food + 5))
    }, 1600)
  }

  /** @param {any} location */
  #lie (location) {
    this.client.write('entity_metadata', { entityId: 1, metadata: [{ key: 6, type: 'pose', value: 2 }, { key: 14, type: 'optional_block_pos', value: location }] })
  }

  #wake () {
    this.client.write('animation', { entityId: 1, animation: 2 })
  }

  #respawn () {
    this.client.write('respawn', { worldState: registry.loginPacket.worldState, copyMetadata: 0 })
    for (let x = -1; x <= 1; x++) for (let z = -1; z <= 1; z++) this.#sendColumn(x, z)
    this.client.write('position', { teleportId: 2, x: 8.5, y: FLOOR, z: 8.5, dx: 0, dy: 0, dz: 0, yaw: 0, pitch: 0, flags: {} })
    this.vitals(20, 20)
  }

  /** @param {any} location @param {string} block */
  #openWindow (location, block) {
    const type = WINDOW_TYPES[block]
    const number = registry.windowsByName?.[type]?.id ?? { 'minecraft:generic_9x3': 2, 'minecraft:crafting': 12, 'minecraft:furnace': 14 }[type]
    this.#windowId = this.#windowId % 100 + 1
    this.open = windows.createWindow(this.#windowId, type, block)
    this.open.place = key(location)
    const own = this.stores.get(this.open.place) ?? []
    own.forEach((item, slot) => this.open.updateSlot(slot, item && new Item(item.type, item.count)))
    for (let slot = 9; slot < 45; slot++) this.open.updateSlot(slot - 9 + this.open.inventoryStart, this.inventory.slots[slot])
    this.client.write('open_window', { windowId: this.#windowId, inventoryType: number, windowTitle: nbt.string(block) })
    this.client.write('window_items', { windowId: this.#windowId, stateId: ++this.#state, items: this.open.slots.map((/** @type {any} */ item) => Item.toNotch(item)), carriedItem: Item.toNotch(null) })
  }

  /** The open window's contents go back to where they belong. */
  #keep () {
    const { open } = this
    if (!open) return
    for (let slot = 9; slot < 45; slot++) this.inventory.updateSlot(slot, open.slots[slot - 9 + open.inventoryStart])
    if (open.type !== 'minecraft:crafting') this.stores.set(open.place, open.slots.slice(0, open.inventoryStart))
  }

  /** @param {any} click */
  #clicked ({ windowId, slot, mouseButton, mode }) {
    const window = windowId === 0 ? this.inventory : this.open
    if (!window || window.id !== windowId) return
    const grid = window.craftingResultSlot >= 0 && window.type !== 'minecraft:furnace'
    const before = window.slots.map((/** @type {any} */ item) => JSON.stringify(Item.toNotch(item)))
    const taken = grid && slot === 0 ? window.slots[0] : null
    window.acceptClick({ slot, mouseButton, mode, item: slot === -999 ? null : window.slots[slot], windowId })
    if (taken) this.#consume(window)
    if (grid && slot >= 0 && slot < window.inventoryStart) {
      this.#recompute(window)
      this.#setSlot(windowId, 0, window.slots[0])
    }
    // What the client cannot have guessed.
    if (taken) for (let cell = 1; cell < window.inventoryStart; cell++) if (JSON.stringify(Item.toNotch(window.slots[cell])) !== before[cell]) this.#setSlot(windowId, cell, window.slots[cell])
    if (window.type === 'minecraft:furnace') this.#smelt(window)
  }

  /** @param {any} window */
  #consume (window) {
    const cells = window.type === 'minecraft:inventory' ? 4 : 9
    for (let cell = 1; cell <= cells; cell++) {
      const item = window.slots[cell]
      if (item) window.updateSlot(cell, item.count > 1 ? new Item(item.type, item.count - 1) : null)
    }
  }

  /** @param {any} window */
  #recompute (window) {
    const across = window.type === 'minecraft:inventory' ? 2 : 3
    let rows = Array.from({ length: across }, (_, y) => Array.from({ length: across }, (_, x) => window.slots[1 + y * across + x]?.name ?? ''))
    rows = rows.filter((row, y) => row.some(Boolean) || (rows.slice(0, y).some(r => r.some(Boolean)) && rows.slice(y + 1).some(r => r.some(Boolean))))
    const used = [0, 1, 2].filter(x => rows.some(row => row[x]))
    const text = rows.map(row => row.slice(used[0], (used.at(-1) ?? 0) + 1).join(',')).join('/')
    const made = RECIPES[text]
    window.updateSlot(0, made ? new Item(itemNumber(made[0]), made[1]) : null)
  }

  /** @param {any} furnace */
  #smelt (furnace) {
    const [input, fuel] = furnace.slots
    if (!input || !fuel || furnace.burns) return
    furnace.burns = true
    this.client.write('craft_progress_bar', { windowId: furnace.id, property: 0, value: 1600 })
    const { place } = furnace
    setTimeout(() => {
      const slots = this.open?.place === place ? this.open.slots : this.stores.get(place) ?? []
      if (!slots[0]) return
      slots[2] = new Item(itemNumber('iron_ingot'), slots[0].count)
      slots[0] = null
      slots[1] = slots[1]?.count > 1 ? new Item(slots[1].type, slots[1].count - 1) : null
    }, SMELT_MS)
  }
}
