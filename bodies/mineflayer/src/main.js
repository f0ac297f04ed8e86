#!/usr/bin/env node
// Starts the body. Standard output belongs to the protocol; everything for people goes to standard error.

import { Console } from 'node:console'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'

globalThis.console = new Console(process.stderr, process.stderr)

const NODE_MIN = 22
const USAGE = `\
usage: node src/main.js --server HOST[:PORT] [--name NAME] [--version VERSION] [--auth offline|microsoft] [--cache DIR] [--listen PORT]

Joins a Minecraft server and serves the body protocol (docs/body-protocol.md): to the parent process over standard
input and output, or with --listen to one local TCP connection at a time.`

/** @param {string} message */
function refuse (message) {
  console.error(`body: ${message}\n\n${USAGE}`)
  process.exit(2)
}

/** @param {string[]} args */
function settings (args) {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string' },
      name: { type: 'string', default: 'Stead' },
      version: { type: 'string' },
      auth: { type: 'string', default: 'offline' },
      cache: { type: 'string' },
      listen: { type: 'string' }
    }
  })
  const [, host, port] = values.server?.match(/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/) ?? []
  if (!host) throw new Error('--server HOST[:PORT] is missing or not sound')
  if (!/^\w{1,16}$/.test(values.name)) throw new Error(`a player's name has 1 to 16 letters, digits and _: "${values.name}"`)
  if (values.auth !== 'offline' && values.auth !== 'microsoft') throw new Error('--auth is offline or microsoft')
  const auth = /** @type {'offline' | 'microsoft'} */ (values.auth)
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? 25565), username: values.name, auth, version: values.version, cache: values.cache, listen: values.listen }
}

async function main () {
  if (Number(process.versions.node.split('.')[0]) < NODE_MIN) refuse(`Node ${NODE_MIN} or newer is needed, this is ${process.versions.node}; \`npm ci\` brings one: node_modules/.bin/node`)
  let chosen
  try {
    chosen = settings(process.argv.slice(2))
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
  const { Body } = await import('./body.js')
  const body = new Body(chosen)
  const leave = () => {
    body.leave()
    setTimeout(() => process.exit(0), 200)
  }
  process.on('SIGTERM', leave)
  process.on('SIGINT', leave)
  process.on('uncaughtException', error => {
    console.error('body: broke:', error)
    body.leave('the body broke; see its log')
    setTimeout(() => process.exit(1), 200)
  })
  if (chosen.listen === undefined) {
    body.serve(process.stdin, process.stdout, leave)
  } else {
    const server = createServer(socket => body.serve(socket, socket, () => {}))
    server.listen(Number(chosen.listen), '127.0.0.1', () => console.error(`body: listening on 127.0.0.1:${/** @type {any} */ (server.address()).port}`))
  }
  await body.join()
}

main()
