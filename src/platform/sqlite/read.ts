import { fileURLToPath } from 'node:url'
import { startLimited } from '../limited-process.ts'
import type { SqliteAnswer, SqliteAsk } from './process.ts'

/** An honest file of the largest size takes less than a second. */
const CPU_SECONDS = 5
const SECONDS = 15
/** Node itself reserves 550 MB of data, of which it uses 45. */
const MEMORY_MB = 768
const HEAP_MB = 128

/** `json` is for `parseSqliteAnswer`; `unreadable`: the process exceeded a limit. */
export type SqliteRead = { outcome: 'answered'; json: Buffer } | { outcome: 'unreadable' }

/**
 * Reads tables of somebody else's SQLite file in a process of its own: SQLite cannot be interrupted, so a thread that runs a
 * hostile file would stay busy for ever. The signal kills the process.
 */
export async function readSqlite(ask: SqliteAsk, signal: AbortSignal): Promise<SqliteRead> {
  const { here, MARK, MAX_ESCAPED } = await import('./process.ts')
  const { stdout, exit, stop } = startLimited({
    program: process.execPath,
    args: [`--max-old-space-size=${HEAP_MB}`, '--no-warnings', fileURLToPath(here), MARK, JSON.stringify(ask)],
    env: {},
    seconds: SECONDS,
    cpuSeconds: CPU_SECONDS,
    memoryMb: MEMORY_MB,
    niceness: 10,
    signal,
  })
  const parts: Buffer[] = []
  // In bytes: UTF-8 takes up to three for a character of JSON.
  let left = 3 * MAX_ESCAPED * ask.maxBytes
  stdout.on('data', (part: Buffer) => {
    left -= part.length
    if (left < 0) stop('too_large')
    else parts.push(part)
  })
  const { code } = await exit
  signal.throwIfAborted()
  return code === 0 ? { outcome: 'answered', json: Buffer.concat(parts) } : { outcome: 'unreadable' }
}

/** For a thread: the answer may have megabytes. */
export function parseSqliteAnswer(json: Uint8Array): SqliteAnswer {
  return JSON.parse(new TextDecoder().decode(json)) as SqliteAnswer
}
