import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#platform/free-port.ts'
import { RUNNER_UID } from '../harness.ts'
import type { Canaries } from './attack.ts'

export type Cage = Awaited<ReturnType<typeof setCanaries>>

/** Listeners, files and a process that the sandboxes' user could all reach if there were no wall. */
export async function setCanaries(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'codeshelf-canaries-'))
  chmodSync(folder, 0o777)
  const secret = `canary-${randomBytes(12).toString('hex')}`
  const secretFile = join(folder, 'secret.txt')
  writeFileSync(secretFile, secret)
  let contacts: string[] = []
  const heard = (what: string) => void contacts.push(what)

  const unix = join(folder, 'canary.sock')
  // The database of the tests has a port only; this stands where others have its socket.
  const databaseSocket = join(folder, '.s.PGSQL.5432')
  const abstract = `canary-${secret}`
  const servers = await Promise.all([
    listen(heard, 'tcp4', { host: '127.0.0.1', port: 0 }),
    listen(heard, 'tcp6', { host: '::1', port: 0 }),
    listen(heard, 'unix', { path: unix }),
    listen(heard, 'abstract', { path: `\0${abstract}` }),
    listen(heard, 'database', { path: databaseSocket }),
  ])
  for (const path of [unix, databaseSocket]) chmodSync(path, 0o777)
  const [udp, resolver] = await Promise.all([datagrams(heard, 'udp'), datagrams(heard, 'resolver')])
  const victim: ChildProcess = spawn('sleep', ['600'], { uid: RUNNER_UID, gid: RUNNER_UID, stdio: 'ignore' })
  const canaries: Canaries = {
    secret,
    secretFile,
    tcp4: portOf(servers[0]),
    tcp6: portOf(servers[1]),
    udp: udp.address().port,
    resolver: resolver.address().port,
    unix,
    abstract,
    databasePort: Number(new URL(databaseUrl).port || 5432),
    databaseSocket,
    victim: victim.pid ?? 0,
    kernel: release(),
    freePort: await freePort(),
  }
  return {
    canaries,
    folder,
    /** Who was heard since the last question. */
    contacts: () => {
      const heardNow = contacts
      contacts = []
      return heardNow
    },
    isVictimAlive: () => victim.exitCode === null && victim.signalCode === null,
    async [Symbol.asyncDispose]() {
      victim.kill('SIGKILL')
      for (const server of servers) server.close()
      udp.close()
      resolver.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listen(heard: (what: string) => void, name: string, on: object): Promise<Server> {
  const server = createServer((connection) => {
    heard(name)
    connection.on('error', () => null).end('reached')
  }).listen(on)
  await once(server, 'listening')
  return server
}

async function datagrams(heard: (what: string) => void, name: string) {
  const listener = createSocket('udp4')
  listener.on('message', (_, { port }) => {
    heard(name)
    listener.send('reached', port, '127.0.0.1')
  })
  listener.bind(0, '127.0.0.1')
  await once(listener, 'listening')
  return listener
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
