import { chmod, lstat, rename } from 'node:fs/promises'
import { get, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { INSTALLATION_HEADER, lockStart } from './port-owner.ts'

const ANSWER_TIMEOUT_MS = 2_000

type Address = { socket: string; installation: string }
type Listening = { server: Server; listen: (options: { path: string }) => Promise<unknown> }

/**
 * Listens under a name of its own, and takes the name of the socket when it is ready: from then on the new process gets the
 * connections, and the old one finishes its own. A socket on which nobody answers was left by a process that was killed.
 */
export async function listenOnSocket({ socket, installation }: Address, app: Listening): Promise<void> {
  const lock = await lockStart(socket)
  try {
    const owner = await findOwner(socket)
    if (owner !== null && owner !== installation)
      throw new Error(
        `${socket} is used by another program. Set LISTEN_SOCKET to another path, or stop that one first.`,
      )
    app.server.on('connection', nameClient)
    const own = `${socket}.${process.pid}`
    await app.listen({ path: own })
    await chmod(own, 0o660)
    await rename(own, socket)
  } finally {
    lock.close()
  }
}

/** A client on a socket has no address, and is on this machine. */
function nameClient(client: Socket): void {
  Object.defineProperty(client, 'remoteAddress', { value: '127.0.0.1' })
}

/** The installation that answers on the socket, `unknown` for another program or file, and null when nobody does. */
async function findOwner(socket: string): Promise<string | null> {
  const found = await lstat(socket).catch(() => null)
  if (found === null) return null
  return found.isSocket() ? askOwner(socket) : 'unknown'
}

function askOwner(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ socketPath, path: '/healthz', timeout: ANSWER_TIMEOUT_MS }, (response) => {
      response.destroy()
      const installation = response.headers[INSTALLATION_HEADER]
      resolve(typeof installation === 'string' ? installation : 'unknown')
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? null : 'unknown'))
  })
}
