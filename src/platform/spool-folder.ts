import { access, constants, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'

/** Longer than a process in use may pause: `spoolFolder` touches its folder every few minutes while it lives. */
const LEFT_AFTER_MS = 3_600_000
const SWEEP_EVERY_MS = 10 * 60_000
/** Only what we create: an operator may have set SPOOL_DIR to a folder that other programs use too. */
const OURS = /^(incoming|push|grep)-/
const TMPFS = 0x01021994

/** At the start of a web process: creates the directory, removes files of crashed processes, and warns about a tmpfs. */
export async function prepareSpool(dir: string, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await access(dir, constants.W_OK)
  } catch (error) {
    throw new Error(`SPOOL_DIR: ${dir} cannot be written to. Uploads need it.`, { cause: error })
  }
  await sweep(dir)
  if ((await statfs(dir)).type === TMPFS)
    log.warn({ dir }, 'SPOOL_DIR is on a tmpfs: uploads and imports will use memory')
}

/** Removes what crashed processes left while this one runs, which may be for months. Processes on other hosts may share `dir`. */
export function keepSpoolClean(dir: string, log: Pick<Logger, 'warn'>): Disposable {
  const timer = setInterval(() => {
    sweep(dir).catch((error: unknown) => log.warn({ err: error, dir }, 'SPOOL_DIR could not be cleaned'))
  }, SWEEP_EVERY_MS)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function sweep(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!OURS.test(name)) continue
    const path = join(dir, name)
    // Another process may remove it at the same moment.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}
