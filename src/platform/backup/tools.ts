import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A program of PostgreSQL and the path to start it with. */
export type Tools = (program: 'pg_dump' | 'pg_restore') => string

const MESSAGE_CHARS = 4_000

/**
 * `pg_dump` refuses a server newer than itself, and an older server may not read the output of a newer one. So the order is:
 * the configured directory, the server's own version, the next newer one, whatever PATH finds.
 */
export async function findTools(serverMajor: number, dir: string | null): Promise<Tools> {
  const folder = dir ?? installed(serverMajor)
  const tools: Tools = (program) => (folder === null ? program : join(folder, program))
  const major = await versionOf(tools('pg_dump'))
  if (major === null)
    throw new Error('pg_dump was not found. Install the PostgreSQL client, or set PG_BIN to its directory.')
  if (major < serverMajor)
    throw new Error(`pg_dump has version ${major}, the server ${serverMajor}, which pg_dump refuses. Set PG_BIN.`)
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

/** Runs a program to its end; when it fails, its output is the error message. */
export async function runTool(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const child = spawn(program, [...args], { env, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', signal })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MESSAGE_CHARS)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${basename(program)} failed (${code ?? 'killed'}): ${withoutRows(output)}`)
}

/** PostgreSQL quotes the offending row under an error, and this text ends up in a log. */
function withoutRows(output: string): string {
  return output
    .split('\n')
    .filter((line) => /\berror: /i.test(line))
    .join('\n')
}
