import { createServer, type ListenOptions, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** On `/healthz`: the installation that answers on this port. */
export const INSTALLATION_HEADER = 'x-codeshelf-installation'

const ATTEMPTS = 10
const PAUSE_MS = 200
const ANSWER_TIMEOUT_MS = 2_000
const LOCK_TIMEOUT_MS = 30_000

type Address = { host: string; port: number; installation: string }

/**
 * Calls `listen` unless another installation listens on the port. The kernel lets every process of one user share a port
 * (`SO_REUSEPORT`) and would hand each request to any of them: half of them would reach another installation's database.
 */
export async function listenAsOwner(address: Address, listen: () => Promise<unknown>): Promise<void> {
  if (address.port === 0) return void (await listen())
  const lock = await lockStart(address.port)
  try {
    await assertOwner(address)
    await listen()
  } finally {
    lock.close()
  }
}

/**
 * Serialises starts per port or socket: two installations that both find it free would both listen. An abstract socket belongs to
 * one network namespace, as the port does, and the kernel releases it however its process ends.
 */
export async function lockStart(on: number | string): Promise<Server> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const lock = await tryListen({ path: `\0codeshelf-start-${on}` })
    if (lock) return lock
    if (Date.now() > deadline) throw new Error(`Another process has been starting on ${on} for too long.`)
    await sleep(PAUSE_MS)
  }
}

/** Refuses a port that anybody listens on, in words. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const free = await tryListen({ host, port })
  if (free) return closed(free)
  throw portTaken(host, port, await askOwner(host, port))
}

async function assertOwner({ host, port, installation }: Address): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Without SO_REUSEPORT this fails while any process listens on the port, also on another address that overlaps ours.
    const free = await tryListen({ host, port })
    if (free) return closed(free)
    const owner = await askOwner(host, port)
    if (owner === installation) return
    if (owner !== null) throw portTaken(host, port, owner)
    // It may be about to stop, or too busy to answer.
    await sleep(PAUSE_MS)
  }
  throw portTaken(host, port, null)
}

function portTaken(host: string, port: number, installation: string | null): Error {
  const by = installation === null ? 'another program' : 'another Codeshelf installation'
  return new Error(`Port ${port} on ${host} is used by ${by}. Set PORT to a free port, or stop the other one first.`)
}

/** Null when the port does not answer, or not as Codeshelf does. */
async function askOwner(host: string, port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://${reachable(host)}:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      redirect: 'manual',
    })
    await response.body?.cancel()
    return response.headers.get(INSTALLATION_HEADER)
  } catch {
    return null
  }
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Null when the address is taken. */
function tryListen(options: ListenOptions): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(options, () => resolve(server))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
