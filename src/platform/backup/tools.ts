import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A program of PostgreSQL, by the name it can be started with. */
export type Tools = (program: 'pg_dump' | 'pg_restore') => string

const MESSAGE_CHARS = 4_000

/**
 * `pg_dump` refuses a server that is newer than itself, and what a newer one writes an older server may not read. So: the folder
 * that was named, else the server's own version, else the next newer one, else whatever the path leads to.
 */
export async function findTools(serverMajor: number, dir: string | null): Promise<Tools> {
  const folder = dir ?? installed(serverMajor)
  const tools: Tools = (program) => (folder === null ? program : join(folder, program))
  const major = await versionOf(tools('pg_dump'))
  if (major === null)
    throw new Error('pg_dump was not found. Install the client of PostgreSQL, or say where it is with PG_BIN.')
  if (major < serverMajor)
    throw new Error(`pg_dump is of version ${major} and the server of ${serverMajor}: it would refuse. See PG_BIN.`)
  return tools
}

function installed(serverMajor: number): string | null {
  const versions = globSync('/usr/lib/postgresql/*/bin/pg_dump').map((path) => Number(basename(dirname(dirname(path)))))
  const usable = versions.filter((version) => version >= serverMajor).toSorted((a, b) => a - b)[0]
  return usable === undefined ? null : `/usr/lib/postgresql/${usable}/bin`
}

async function versionOf(program: string): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'])
    return Number(/\d+/.exec(stdout)?.[0])
  } catch {
    return null
  }
}

/** Runs one to its end; what it says when it fails is the error. */
export async function runTool(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', signal })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MESSAGE_CHARS)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${basename(program)} failed (${code ?? 'killed'}): ${withoutRows(said)}`)
}

/** Under an error PostgreSQL quotes the row that it stumbled over, and this ends up in a log. */
function withoutRows(said: string): string {
  return said
    .split('\n')
    .filter((line) => /\berror: /i.test(line))
    .join('\n')
}
