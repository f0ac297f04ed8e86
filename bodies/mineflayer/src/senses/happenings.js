// What happens to the body: chat, harm, death, waking up, a broken tool, somebody picking things up.

import { words } from '../protocol.js'
import { plain, isName } from '../names.js'
import { toFine } from '../geometry.js'

/** How long after a blow the loss of health counts as its effect, in milliseconds. */
const BLOW_MS = 500
/** The server tells of the harm of a fall this many ticks after landing at the latest. */
const LANDED_TICKS = 10
/** A fall hurts from here on, in thousandths of a block. */
const FALL_HURTS = 3000

/**
 * What hurts the body most likely, from what is known of it.
 * @param {{ blow?: { kind?: string, age_ms: number }, landed: number, in_lava: boolean, on_fire: boolean, air: number, food: number, y: number, minY: number, suffocating: boolean }} known
 */
export function causeOf (known) {
  if (known.blow && known.blow.age_ms < BLOW_MS) {
    if (known.blow.kind?.includes('arrow')) return 'arrow'
    if (known.blow.kind === 'creeper' || known.blow.kind === 'tnt') return 'explosion'
    if (known.blow.kind) return 'melee'
  }
  if (known.y < known.minY - 32) return 'void'
  if (known.landed > FALL_HURTS) return 'fall'
  if (known.in_lava) return 'lava'
  if (known.on_fire) return 'fire'
  if (known.air <= 0) return 'drowning'
  if (known.suffocating) return 'suffocation'
  if (known.food === 0) return 'starvation'
  return 'other'
}

/**
 * Sends what happens to a bot for as long as it lives.
 * @param {any} bot @param {(line: object) => void} send @param {() => { falling: number, vitals?: any }} last the last tick
 */
export function listen (bot, send, last) {
  /** @type {{ entity: any, at: number } | undefined} */
  let blow
  let health = /** @type {number | undefined} */ (undefined)
  let landed = 0

  /** @param {number} now */
  const known = now => ({
    blow: blow && { kind: blow.entity?.name, age_ms: now - blow.at },
    landed,
    in_lava: Boolean(bot.entity?.isInLava),
    on_fire: Boolean(last().vitals?.on_fire),
    air: last().vitals?.air ?? 300,
    food: bot.food ?? 20,
    y: bot.entity?.position?.y ?? 0,
    minY: bot.game.minY ?? 0,
    suffocating: Boolean(last().vitals?.suffocating)
  })

  let landedTicks = 0
  bot.on('physicsTick', () => {
    const { falling } = last()
    if (falling > 0) [landed, landedTicks] = [falling, LANDED_TICKS]
    else if (landedTicks-- <= 0) landed = 0
  })
  bot.on('entityHurt', (/** @type {any} */ hurt, /** @type {any} */ source) => {
    if (hurt === bot.entity) blow = { entity: source, at: performance.now() }
  })
  bot.on('health', () => {
    const lost = health === undefined ? 0 : Math.ceil(health) - Math.ceil(bot.health)
    health = bot.health
    if (lost <= 0) return
    const cause = causeOf(known(performance.now()))
    const from = (cause === 'melee' || cause === 'arrow') && blow?.entity?.position ? { from: toFine(blow.entity.position) } : {}
    send({ type: 'harm', half_hearts: Math.min(255, lost), cause, ...from })
  })
  let dead = false
  bot.on('death', () => {
    dead = true
    send({ type: 'died', cause: causeOf(known(performance.now())) })
  })
  bot.on('spawn', () => {
    if (dead) send({ type: 'respawned' })
    dead = false
  })
  bot.on('wake', () => send({ type: 'woke' }))
  bot._client.on('entity_status', (/** @type {any} */ packet) => {
    // 47: the item in the main hand broke.
    const item = bot.heldItem?.name
    if (packet.entityId === bot.entity?.id && packet.entityStatus === 47 && isName(item)) send({ type: 'tool_broke', item: plain(item) })
  })
  bot.on('playerCollect', (/** @type {any} */ collector, /** @type {any} */ collected) => {
    if (collector === bot.entity || collector?.type !== 'player') return
    let item
    try { item = collected.getDroppedItem?.() } catch { return }
    if (item && isName(item.name)) send({ type: 'collected', by: words(collector.username, 64), item: plain(item.name), count: item.count })
  })
  listenToChat(bot, send)
}

/** @param {any} bot @param {(line: object) => void} send */
function listenToChat (bot, send) {
  // mineflayer finds the speaker of a line, and then tells of the same line as a plain text.
  let heard = ''
  bot.on('chat', (/** @type {string} */ who, /** @type {string} */ text) => {
    heard = text
    // A line that only looks as if a player had said it has no such player.
    if (who !== bot.username && bot.players[who]) send({ type: 'chat', who: words(who, 64), text: words(text, 1000) })
  })
  bot.on('messagestr', (/** @type {string} */ text, /** @type {string} */ position) => {
    if (position === 'game_info' || (heard && text.endsWith(heard)) || /^<[^>]{1,32}> /.test(text)) return
    if (words(text, 1000) !== '') send({ type: 'chat', text: words(text, 1000) })
  })
}
