// A flying-squid server for the tests of `stead run --server`: prints its port, then obeys one order a line, as JSON, and answers each
// with a line. Besides the orders of the server: { order: 'chat', name, text } lets a player of this name say something, and
// { order: 'heard', name } tells what that player has heard since the last time.

import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { startSquid } from './squid.js'

/** @type {any} */
const mineflayer = createRequire(import.meta.url)('mineflayer')

const [,, version, generation, port, worldFolder] = process.argv
const server = await startSquid(version, { port: port ? Number(port) : undefined, worldFolder, generation })
console.log(server.port)

/** @type {Map<string, { bot: any, heard: string[] }>} */
const players = new Map()

/** @param {string} name */
async function player (name) {
  const known = players.get(name)
  if (known) return known
  const bot = mineflayer.createBot({ host: '127.0.0.1', port: server.port, username: name, version, auth: 'offline' })
  /** @type {string[]} */
  const heard = []
  bot.on('error', (/** @type {Error} */ error) => console.error(error.message))
  bot.on('messagestr', (/** @type {string} */ text) => heard.push(text))
  await once(bot, 'spawn')
  players.set(name, { bot, heard })
  return { bot, heard }
}

/** @param {any} order */
async function obey ({ order, ...fields }) {
  if (order === 'chat') return (await player(fields.name)).bot.chat(fields.text)
  if (order === 'heard') return (await player(fields.name)).heard.splice(0)
  return await server.order(order, fields)
}

createInterface({ input: process.stdin }).on('line', async line => {
  try {
    console.log(JSON.stringify({ value: (await obey(JSON.parse(line))) ?? null }))
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }))
  }
}).on('close', async () => {
  await server.stop()
  process.exit(0)
})
