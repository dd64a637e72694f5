import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { newVapidPair } from '#platform/push/vapid.ts'
import { socketFolder, type StartSettings } from './settings.ts'

export type DataFolder = {
  path: string
  /** Directory of the sockets. */
  run: string
  backups: string
  secrets: Secrets
}

/** Made on the first start. Changing the VAPID pair later would unsubscribe every device. */
type Secrets = { vapidPublicKey: string; vapidPrivateKey: string; runnerSecret: string }

/**
 * Creates what is missing. PostgreSQL runs as another user when root starts it, and must be able to walk through; what is private has
 * a directory of its own.
 */
export function openDataFolder(path: string): DataFolder {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  const run = socketFolder(path)
  try {
    mkdirSync(path, { recursive: true, mode })
    accessSync(path, constants.W_OK)
    ownDirectory(run, mode)
  } catch (error) {
    throw new Error(`Cannot use the data folder ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const backups = join(path, 'backups')
  mkdirSync(backups, { recursive: true, mode: 0o700 })
  return { path, run, backups, secrets: openSecrets(join(path, 'secrets.json')) }
}

/** In /tmp somebody else could have made the directory first, and would own our sockets. */
function ownDirectory(path: string, mode: number): void {
  mkdirSync(path, { recursive: true, mode })
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${path} belongs to somebody else.`)
  chmodSync(path, mode)
}

/** Whether `codeshelf start` has made this folder. */
export function hasSecrets(path: string): boolean {
  return existsSync(join(path, 'secrets.json'))
}

/** What the last start was told of its address, for links that commands print. The names are those of the environment. */
type Address = { HOST: string; PORT: string; BASE_URL: string }

export function writeAddress({ path }: DataFolder, { host, port, origin }: StartSettings): void {
  const address: Address = { HOST: host, PORT: `${port}`, BASE_URL: origin }
  writeFileSync(join(path, 'address.json'), `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 })
}

/** Empty in a folder that was last started by a release that did not write it. */
export function readAddress({ path }: DataFolder): Partial<Address> {
  const file = join(path, 'address.json')
  if (!existsSync(file)) return {}
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isAddress(read)) throw new Error(`${file} is damaged. Delete it: the next start writes it again.`)
  return read
}

function isAddress(value: unknown): value is Address {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map(Object.entries(value))
  return ['HOST', 'PORT', 'BASE_URL'].every((name) => typeof fields.get(name) === 'string')
}

function openSecrets(path: string): Secrets {
  if (!existsSync(path)) {
    const { publicKey, privateKey } = newVapidPair()
    const made: Secrets = {
      vapidPublicKey: publicKey,
      vapidPrivateKey: privateKey,
      runnerSecret: randomBytes(24).toString('base64url'),
    }
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return made
  }
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isSecrets(read)) throw new Error(`${path} is damaged. Restore it from a backup of the data folder.`)
  return read
}

function isSecrets(value: unknown): value is Secrets {
  const names = ['vapidPublicKey', 'vapidPrivateKey', 'runnerSecret']
  return typeof value === 'object' && value !== null && names.every((name) => name in value)
}

const LOCK = 'start.sock'

/** The address of the Codeshelf that runs with this folder; null when none does. */
export function findRunning({ run }: DataFolder): Promise<string | null> {
  return ask(join(run, LOCK))
}

/**
 * Holds the data folder for this process; whoever connects to the socket is told its address. A socket that nobody listens on is left
 * over from a process that was killed.
 */
export async function lockDataFolder({ path, run }: DataFolder, origin: string): Promise<Server> {
  const socket = join(run, LOCK)
  const lock = (await listen(socket, origin)) ?? (await takeOver(socket, origin))
  if (typeof lock === 'string') throw new Error(`Codeshelf already runs with the data folder ${path}: ${lock}`)
  return lock
}

async function takeOver(socket: string, origin: string): Promise<Server | string> {
  const running = await ask(socket)
  if (running !== null) return running
  rmSync(socket, { force: true })
  return (await listen(socket, origin)) ?? 'another process has just started'
}

/** Null when the address is taken. */
function listen(socket: string, origin: string): Promise<Server | null> {
  const server = createServer((connection) => connection.end(`${origin} (process ${process.pid})`))
  return new Promise((resolve, reject) => {
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(socket, () => resolve(server.unref()))
  })
}

/** Null when nobody listens. */
function ask(socket: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const connection = connect(socket)
    connection.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    connection.once('error', () => resolve(null))
    connection.once('end', () => resolve(answer))
  })
}
