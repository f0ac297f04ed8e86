// Windows: crafting, chests, furnaces, and moving things about in the inventory.

import { Refusal } from '../protocol.js'
import { plain, stack } from '../names.js'
import { HOTBAR, MAIN, OFF_HAND } from '../senses/self.js'
import { distanceToBox, lookAt, toVec, BLOCK_REACH } from '../geometry.js'
import { eyesOf } from '../senses/entities.js'

/** @typedef {import('./hands.js').Hands} Hands */
/** @typedef {import('../protocol.js').Triple} Triple */

/** Clicks in a window are at least this far apart. */
const WINDOW_CLICK_TICKS = 1
const RESULT = 0
const FURNACE = { input: 0, fuel: 1, output: 2 }
const FURNACES = /^minecraft:(furnace|blast_furnace|smoker)/
/** Blocks whose click opens a window. A click on any other one would use what is in the hand. */
const OPENS = /(^|_)(chest|barrel|crafting_table|furnace|smoker|hopper|dispenser|dropper|shulker_box)$/
const CHESTS = /^minecraft:(generic_9x\d|chest|shulker_box|hopper|generic_3x3|container)/

export class Windows {
  /** The open furnace's fire, from the server's properties. */
  #burning = 0

  /** @param {any} bot @param {Hands} hands @param {(line: object) => void} send */
  constructor (bot, hands, send) {
    this.bot = bot
    this.hands = hands
    this.send = send
    bot._client.on('craft_progress_bar', (/** @type {any} */ packet) => { if (packet.property === 0) this.#burning = Math.max(0, packet.value) })
  }

  /** Takes an item into the hand; `null` empties it. @param {string | null} item */
  async hold (item) {
    const { bot, hands } = this
    const slots = bot.inventory.slots
    /** @param {any} at */
    const fits = at => item === null ? !at : at && plain(at.name) === item
    if (fits(bot.heldItem)) return
    for (let quick = 0; quick < 9; quick++) {
      if (fits(slots[HOTBAR + quick])) {
        bot.setQuickBarSlot(quick)
        return
      }
    }
    const from = item === null ? bot.inventory.firstEmptySlotRange(MAIN, HOTBAR) : this.#find(slots, item, MAIN, HOTBAR)
    if (from === null || from < 0) throw item === null ? new Refusal('no_room', 'no slot is empty') : new Refusal('missing_item', item)
    // The key of the held hotbar slot, pressed over the other slot, swaps the two.
    await this.#click(from, bot.quickBarSlot, 2)
    await hands.until(() => Boolean(fits(bot.heldItem)))
  }

  /** Wears an item. @param {{ item: string, slot: 'hand' | 'off_hand' | 'head' | 'chest' | 'legs' | 'feet' }} wanted */
  async equip ({ item, slot }) {
    if (slot === 'hand') return await this.hold(item)
    const to = { off_hand: OFF_HAND, head: 5, chest: 6, legs: 7, feet: 8 }[slot]
    const slots = this.bot.inventory.slots
    if (slots[to] && plain(slots[to].name) === item) return
    const from = this.#find(slots, item, MAIN, HOTBAR + 9)
    if (from < 0) throw new Refusal('missing_item', item)
    if (slot !== 'off_hand' && !wears(item, slot)) throw new Refusal('not_wearable', item)
    await this.#click(from, 0, 0)
    await this.#click(to, 0, 0)
    if (this.bot.inventory.selectedItem) await this.#click(from, 0, 0)
  }

  /** Throws items away. @param {{ item: string, count: number }} what */
  async toss ({ item, count }) {
    const slots = this.bot.inventory.slots
    if (this.#count(slots, item, MAIN, OFF_HAND) < count) throw new Refusal('missing_item', `fewer than ${count}`)
    while (count > 0) {
      const from = this.#find(slots, item, MAIN, OFF_HAND)
      if (from < 0) throw new Refusal('missing_item', item)
      const all = slots[from].count <= count
      count -= all ? slots[from].count : 1
      // Ctrl and the drop key throw the whole stack, the drop key alone one item.
      await this.#click(from, all ? 1 : 0, 4)
    }
  }

  /** Looks into a chest or station. @param {Triple} at */
  async open (at) {
    await this.#inside(at, () => true, async () => {})
  }

  /** @param {{ at: Triple, item: string, count: number, slot: 'any' | 'input' | 'fuel' | 'output', way: 'in' | 'out' }} wanted */
  async transfer ({ at, item, count, slot, way }) {
    const fits = (/** @type {string} */ type) => (slot === 'any' ? CHESTS : FURNACES).test(type)
    await this.#inside(at, fits, async window => {
      const inside = slot === 'any' ? { start: 0, end: window.inventoryStart } : { start: FURNACE[slot], end: FURNACE[slot] + 1 }
      const bag = { start: window.inventoryStart, end: window.inventoryEnd }
      const [from, to] = way === 'in' ? [bag, inside] : [inside, bag]
      if (this.#count(window.slots, item, from.start, from.end) < count) throw new Refusal('missing_item', `fewer than ${count}`)
      const other = slot !== 'any' && way === 'in' ? window.slots[FURNACE[slot]] : null
      if (other && plain(other.name) !== item) throw new Refusal('station_busy', other.name)
      if (this.#room(window.slots, item, to.start, to.end, this.#stackSize(item)) < count) throw new Refusal('no_room')
      await this.#move(window, item, count, from, to)
    })
  }

  /**
   * Crafts by putting items into the grid one by one.
   * @param {{ makes: string, grid: (string | null)[], times: number, table?: Triple | null }} wanted
   */
  async craft ({ makes, grid, times, table }) {
    if (grid.length === 9 && !table) throw new Refusal('no_table')
    const work = async (/** @type {any} */ window) => {
      for (let done = 0; done < times; done++) await this.#craftOnce(window, makes, grid)
    }
    if (table) await this.#inside(table, type => type.startsWith('minecraft:crafting'), work, 'no_table')
    else await work(this.bot.inventory)
  }

  /** @param {any} window @param {string} makes @param {(string | null)[]} grid */
  async #craftOnce (window, makes, grid) {
    const bag = { start: window.inventoryStart, end: window.inventoryEnd }
    const [across, columns] = [grid.length === 9 ? 3 : 2, window === this.bot.inventory ? 2 : 3]
    const cells = grid.map((item, index) => ({ item, slot: 1 + Math.floor(index / across) * columns + index % across }))
      .filter(cell => cell.item != null)
    const needed = Map.groupBy(cells, cell => /** @type {string} */ (cell.item))
    for (const [item, at] of needed) {
      if (this.#count(window.slots, item, bag.start, bag.end) < at.length) throw new Refusal('missing_item', item)
    }
    try {
      for (const [item, at] of needed) await this.#spread(window, item, at.map(cell => cell.slot), bag)
      const result = () => window.slots[RESULT]
      await this.hands.until(() => result() && plain(result().name) === makes, this.hands.patience, () =>
        new Refusal(result() ? 'no_recipe' : 'timed_out', `the grid gives ${result()?.name ?? 'nothing'}`))
      const count = result().count
      if (this.#room(window.slots, makes, bag.start, bag.end, this.#stackSize(makes)) < count) throw new Refusal('no_room')
      await this.#click(RESULT, 0, 0)
      await this.#layDown(window, bag)
    } finally {
      await this.#clear(window, cells.map(cell => cell.slot), bag)
    }
  }

  /** Puts one item into each of these slots. @param {any} window @param {string} item @param {number[]} slots @param {{ start: number, end: number }} bag */
  async #spread (window, item, slots, bag) {
    for (const slot of slots) {
      if (!window.selectedItem) {
        const from = this.#find(window.slots, item, bag.start, bag.end)
        if (from < 0) throw new Refusal('missing_item', item)
        await this.#click(from, 0, 0)
      }
      await this.#click(slot, 1, 0)
    }
    await this.#layDown(window, bag)
  }

  /** Puts back what was left in the grid and on the cursor. @param {any} window @param {number[]} slots @param {{ start: number, end: number }} bag */
  async #clear (window, slots, bag) {
    await this.#layDown(window, bag)
    for (const slot of slots) {
      if (!window.slots[slot]) continue
      await this.#click(slot, 0, 0)
      await this.#layDown(window, bag)
    }
  }

  /** Lays down what the cursor holds. @param {any} window @param {{ start: number, end: number }} bag */
  async #layDown (window, bag) {
    while (window.selectedItem) {
      const held = window.selectedItem
      const joins = window.findItemRange(bag.start, bag.end, held.type, held.metadata, true, held.nbt)
      const slot = joins && joins.count < joins.stackSize ? joins.slot : window.firstEmptySlotRange(bag.start, bag.end)
      if (slot === null) throw new Refusal('no_room')
      await this.#click(slot, 0, 0)
    }
  }

  /** @param {any} window @param {string} item @param {number} count @param {{ start: number, end: number }} from @param {{ start: number, end: number }} to */
  async #move (window, item, count, from, to) {
    while (count > 0) {
      const source = this.#find(window.slots, item, from.start, from.end)
      if (source < 0) throw new Refusal('missing_item', item)
      await this.#click(source, 0, 0)
      while (window.selectedItem && count > 0) {
        const size = window.selectedItem.stackSize
        const joins = window.slots.findIndex((/** @type {any} */ at, /** @type {number} */ slot) =>
          slot >= to.start && slot < to.end && at && plain(at.name) === item && at.count < size)
        const slot = joins >= 0 ? joins : window.firstEmptySlotRange(to.start, to.end)
        if (slot === null) throw new Refusal('no_room')
        const fits = Math.min(size - (window.slots[slot]?.count ?? 0), window.selectedItem.count)
        const all = fits <= count
        await this.#click(slot, all ? 0 : 1, 0)
        count -= all ? fits : 1
      }
      if (window.selectedItem) await this.#click(source, 0, 0)
    }
  }

  /**
   * Opens a block's window, works in it, tells what is in it, and closes it.
   * @param {Triple} at @param {(type: string) => boolean} fits @param {(window: any) => Promise<void>} work @param {import('../protocol.js').Reason} [otherwise]
   */
  async #inside (at, fits, work, otherwise = 'wrong_block') {
    const { bot, hands } = this
    const block = hands.block(at)
    if (!OPENS.test(block.name)) throw new Refusal(otherwise, `${block.name} does not open`)
    const eyes = eyesOf(bot)
    const middle = toVec(at).offset(0.5, 0.5, 0.5)
    if (distanceToBox(eyes, toVec(at), toVec(at).offset(1, 1, 1)) > BLOCK_REACH) throw new Refusal('out_of_reach')
    const { yaw, pitch } = lookAt(eyes, middle)
    hands.turn(yaw, pitch)
    await hands.clickMoment()
    /** @type {any} */
    let window = null
    const opened = (/** @type {any} */ now) => { window = now }
    bot.once('windowOpen', opened)
    try {
      hands.clickBlock({ at, ...facing(eyes, at) })
      await hands.until(() => window !== null, hands.patience, () => new Refusal(otherwise, `${block.name} does not open`))
      if (!fits(window.type)) throw new Refusal(otherwise, `${block.name} opens ${window.type}`)
      await work(window)
      await this.#settled(window)
      const slots = window.slots.slice(0, Math.min(64, window.inventoryStart)).map(stack)
      if (!window.type.startsWith('minecraft:crafting')) {
        this.send({ type: 'window', at, slots, ...(FURNACES.test(window.type) ? { burning: this.#burning } : {}) })
      }
    } finally {
      bot.removeListener('windowOpen', opened)
      if (window && bot.currentWindow === window) bot.closeWindow(window)
    }
  }

  /** Lets the server correct what it saw otherwise. @param {any} window */
  async #settled (window) {
    await this.hands.pause(2)
    if (window.selectedItem) throw new Refusal('denied', 'the cursor still holds something')
  }

  /** A click in the open window, or in the inventory. @param {number} slot @param {number} button @param {number} mode */
  async #click (slot, button, mode) {
    const { bot, hands } = this
    const window = bot.currentWindow ?? bot.inventory
    const clicked = bot.clickWindow(slot, button, mode)
    clicked.catch(() => {})
    try {
      await hands.inTime(clicked)
    } catch (error) {
      // mineflayer waits for a new result after a click into the grid; this ends its wait.
      window.emit(`updateSlot:${RESULT}`, window.slots[RESULT], window.slots[RESULT])
      throw error instanceof Refusal ? error : new Refusal('denied', error instanceof Error ? error.message : String(error))
    }
    await hands.pause(WINDOW_CLICK_TICKS)
  }

  /** @param {any[]} slots @param {string} item @param {number} start @param {number} end */
  #find (slots, item, start, end) {
    for (let slot = start; slot < end; slot++) if (slots[slot] && plain(slots[slot].name) === item) return slot
    return -1
  }

  /** @param {any[]} slots @param {string} item @param {number} start @param {number} end */
  #count (slots, item, start, end) {
    return slots.slice(start, end).reduce((sum, at) => sum + (at && plain(at.name) === item ? at.count : 0), 0)
  }

  /** @param {any[]} slots @param {string} item @param {number} start @param {number} end @param {number} size */
  #room (slots, item, start, end, size) {
    return slots.slice(start, end).reduce((sum, at) => sum + (!at ? size : plain(at.name) === item ? Math.max(0, size - at.count) : 0), 0)
  }

  /** @param {string} item */
  #stackSize (item) {
    return this.bot.registry.itemsByName[item]?.stackSize ?? 64
  }
}

/** The face of a block that looks towards the eyes the most, and its middle. @param {import('vec3').Vec3} eyes @param {Triple} at @returns {{ face: import('../protocol.js').Face, cursor: Triple }} */
function facing (eyes, at) {
  const away = eyes.minus(toVec(at).offset(0.5, 0.5, 0.5))
  const [x, y, z] = [Math.abs(away.x), Math.abs(away.y), Math.abs(away.z)]
  if (y >= x && y >= z) return away.y > 0 ? { face: 'up', cursor: [500, 1000, 500] } : { face: 'down', cursor: [500, 0, 500] }
  if (x >= z) return away.x > 0 ? { face: 'east', cursor: [1000, 500, 500] } : { face: 'west', cursor: [0, 500, 500] }
  return away.z > 0 ? { face: 'south', cursor: [500, 500, 1000] } : { face: 'north', cursor: [500, 500, 0] }
}

/** Whether an item is worn in a slot. @param {string} item @param {'head' | 'chest' | 'legs' | 'feet'} slot */
function wears (item, slot) {
  const endings = { head: /(_helmet|_head|_skull|^carved_pumpkin)$/, chest: /(_chestplate|^elytra)$/, legs: /_leggings$/, feet: /_boots$/ }
  return endings[slot].test(item)
}
