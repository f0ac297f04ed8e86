// Starts and orders a flying-squid server.

import { fork } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'

/** A port that is free now. @returns {Promise<number>} */
export async function freePort () {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** @param {string} version @param {{ port?: number, worldFolder?: string, generation?: string }} [options] */
export async function startSquid (version, { port, worldFolder = '-', generation = 'superflat' } = {}) {
  const at = port ?? await freePort()
  const child = fork(new URL('squid-server.js', import.meta.url), [version, String(at), worldFolder, generation], { stdio: ['ignore', 'ignore', process.env.SQUID_LOG ? 'inherit' : 'ignore', 'ipc'] })
  let orders = 0
  /** @type {Map<number, (answer: any) => void>} */
  const open = new Map()
  child.on('message', (/** @type {any} */ answer) => open.get(answer.id)?.(answer))
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    port: at,
    /** @param {string} order @param {object} [fields] @returns {Promise<any>} */
    async order (order, fields = {}) {
      const id = ++orders
      const answer = await new Promise(resolve => {
        open.set(id, resolve)
        child.send({ id, order, ...fields })
      })
      open.delete(id)
      if (answer.error) throw new Error(answer.error)
      return answer.value
    },
    /** @param {NodeJS.Signals} [signal] */
    async stop (signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    }
  }
}
