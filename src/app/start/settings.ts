import { isLoopback } from '#base/loopback.ts'
import { homedir, tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import { isAbsolute, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Environment } from '#platform/config/environment.ts'

export type StartSettings = {
  /** Absolute. */
  data: string
  host: string
  port: number
  origin: string
  /** Null: a private PostgreSQL in the data folder. */
  databaseUrl: string | null
}

/** What `codeshelf <command> --help` says of the folder. */
export const DATA_OPTION = `  --data   folder of an installation that \`codeshelf start\` made (CODESHELF_DATA; default ~/.local/share/codeshelf, for root /var/lib/codeshelf)`

export const START_OPTIONS = `  --data   folder for everything that is kept (CODESHELF_DATA; default ~/.local/share/codeshelf, for root /var/lib/codeshelf)
  --port   port of the site (PORT; default 3000)
  --host   network address to listen on (HOST; default 127.0.0.1)
  --url    address at which browsers open the site (BASE_URL; default http://localhost:<port>)`

const OPTIONS = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  url: { type: 'string' },
} as const

/** Arguments win over the environment. Throws in words. */
export function startSettings(args: readonly string[], environment: Environment, isRoot: boolean): StartSettings {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const port = portNumber(values.port ?? environment['PORT'] ?? '3000')
  const host = values.host ?? environment['HOST'] ?? '127.0.0.1'
  const origin = originOf(values.url ?? environment['BASE_URL'] ?? `http://localhost:${port}`)
  if (!isLoopback(host) && isLoopback(new URL(origin).hostname)) throw new Error(notReachable(host, origin, port))
  return {
    data: dataFolderOf(values.data, environment, isRoot),
    host,
    port,
    origin,
    databaseUrl: environment['DATABASE_URL'] || null,
  }
}

export function dataFolderOf(given: string | undefined, environment: Environment, isRoot: boolean): string {
  return resolve(given ?? environment['CODESHELF_DATA'] ?? defaultFolder(environment, isRoot))
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new Error(`--port: ${text} is not a port (1 to 65535).`)
  return port
}

function originOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`--url: ${text} is not an address such as https://shelf.example.org.`)
  return new URL(text).origin
}

function defaultFolder(environment: Environment, isRoot: boolean): string {
  if (isRoot) return '/var/lib/codeshelf'
  const xdg = environment['XDG_DATA_HOME']
  return join(xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), '.local', 'share'), 'codeshelf')
}

function notReachable(host: string, origin: string, port: number): string {
  return `Codeshelf would listen on ${host}, but its address is ${origin}. A browser on another machine would drop the session cookie, and nobody could sign in there. What works:
  - https with a proxy on this machine (docs/proxy.md): codeshelf start --url https://shelf.example.org
  - one other machine, through ssh: ssh -L ${port}:localhost:${port} this-machine, then open ${origin} there
  - plain http in a network that you trust, with passwords and without passkeys: codeshelf start --host ${host} --url http://<name of this machine>:${port}`
}

/** What a person should know about the address, or null. */
export function addressWarning(origin: string): string | null {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:' || isLoopback(hostname)) return null
  return `${origin} is plain http: passwords and files travel readable, and passkeys and notifications do not work. Use https: docs/proxy.md`
}

/** The longest directory of a Unix socket on Linux and macOS, with the longest file name that we use in it. */
const MAX_SOCKET_DIR_BYTES = 103 - '/postgres/.s.PGSQL.5432'.length

/** Directory of the sockets: in the data folder, unless its path is too long for a socket. */
export function socketFolder(data: string): string {
  const inside = join(data, 'run')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_DIR_BYTES) return inside
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 16)
  return join(tmpdir(), `codeshelf-${process.getuid?.() ?? 0}-${hash}`)
}
