// A flying-squid server and the body on it, for `cargo xtask test`: prints the port at which the body listens, gives it some
// items once it has joined, and ends with its standard input.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { startSquid } from './squid.js'

/** What the body carries: one item a slot of the hotbar. */
const ITEMS = ['oak_log', 'dirt', 'coal']

const server = await startSquid(process.argv[2])
const main = new URL('../../src/main.js', import.meta.url).pathname
const body = spawn(process.execPath, [main, '--server', `127.0.0.1:${server.port}`, '--listen', '0'], { stdio: ['ignore', 'ignore', 'pipe'] })
createInterface({ input: body.stderr }).on('line', async line => {
  const port = line.match(/listening on 127\.0\.0\.1:(\d+)/)?.[1]
  if (port) console.log(`127.0.0.1:${port}`)
  if (line !== 'body: present') return
  for (const [slot, item] of ITEMS.entries()) await server.order('give', { name: 'Stead', item, count: 4, slot: 36 + slot })
})
process.stdin.resume().on('end', async () => {
  body.kill('SIGKILL')
  await server.stop()
  process.exit(0)
})
