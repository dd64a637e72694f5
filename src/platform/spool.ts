import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** Longer than any request: another web process may still read younger files. */
const LEFT_AFTER_MS = 6 * 3_600_000
const TMPFS = 0x01021994

/** At the start of a web process: creates the directory, removes files of crashed processes, and warns about a tmpfs. */
export async function prepareSpool(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK)
  } catch (error) {
    throw new Error(`SPOOL_DIR: ${dir} cannot be written to. Uploads need it.`, { cause: error })
  }
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
  if ((await statfs(dir)).type === TMPFS)
    log.warn({ dir }, 'SPOOL_DIR is on a tmpfs: uploads and imports will use memory')
}
