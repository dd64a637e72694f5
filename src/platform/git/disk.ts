import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { GitTrouble } from './process.ts'
import { readGit } from './run.ts'

/** Where a first fetch writes until it is whole: a mirror is there with everything, or it is not there. Its own, each time. */
export async function newFolder(dir: string): Promise<string> {
  await mkdir(dirname(dir), { recursive: true })
  return mkdtemp(`${dir}.new-`)
}

/** What first fetches left that were killed: nothing has been written there for so long. */
export async function clearUnfinished(dir: string, olderThanSeconds = 0): Promise<void> {
  for (const name of await namesIn(dirname(dir))) {
    if (!name.startsWith(`${basename(dir)}.new-`)) continue
    const path = join(dirname(dir), name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs >= olderThanSeconds * 1000) await rm(path, { recursive: true, force: true })
  }
}

/** Nothing where there is no folder yet; one that cannot be read is a failure. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export function isMade(dir: string): Promise<boolean> {
  return stat(join(dir, 'HEAD')).then(
    () => true,
    () => false,
  )
}

/** What a killed fetch left half-written is cleared away. */
export async function clearLeftovers(dir: string, ref: string): Promise<void> {
  const packs = join(dir, 'objects', 'pack')
  for (const name of await readdir(packs)) if (name.startsWith('tmp_')) await rm(join(packs, name), { force: true })
  await rm(join(dir, `${ref}.lock`), { force: true })
  await rm(join(dir, 'shallow.lock'), { force: true })
}

/** What its packs weigh: everything is in packs. */
export async function mirrorBytes(dir: string): Promise<number> {
  const packs = join(dir, 'objects', 'pack')
  const sizes = (await readdir(packs)).map((name) =>
    stat(join(packs, name)).then(
      ({ size }) => size,
      () => 0, // renamed since we looked
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export function sizeWatch(dir: string, maxBytes: number): () => Promise<GitTrouble | null> {
  return async () => ((await mirrorBytes(dir).catch(() => 0)) > maxBytes ? 'too_large' : null)
}

const MANY_PACKS = 30

/** Every sync leaves a pack; many small ones become few. Nothing is thrown away, not even what no branch leads to. */
export async function tidy(dir: string): Promise<void> {
  const packs = (await readdir(join(dir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))
  if (packs.length < MANY_PACKS) return
  await readGit({ args: [`--git-dir=${dir}`, 'repack', '-d', '--geometric=2', '--quiet'], seconds: 300 }, 1_000)
}

/** Where a ref of ours stands: a file of one line, read without git. Null when there is none. */
export async function readOurs(dir: string, ref: string): Promise<string | null> {
  const line = (await readFile(join(dir, ref), 'latin1').catch(() => '')).trim()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : null
}

/** Where a ref stands wherever git keeps it, or null. */
export async function readRef(dir: string, ref: string, signal?: AbortSignal): Promise<string | null> {
  const args = [`--git-dir=${dir}`, 'for-each-ref', '--format=%(objectname)', '--', ref]
  const { bytes } = await readGit({ args, seconds: 30, signal }, 1_000)
  return bytes.toString('latin1').trim() || null
}

/** The branch that HEAD names, if it names one. */
export async function headBranch(dir: string): Promise<string | null> {
  return /^ref: refs\/heads\/(.+)\n$/.exec(await readFile(join(dir, 'HEAD'), 'utf8'))?.[1] ?? null
}
