import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FETCH_MEMORY_MB, type GitFailureReason } from './process.ts'
import { readGit } from './run.ts'

/** A unique directory for a first fetch until it is complete: a mirror exists with everything or not at all. */
export async function createFetchDirectory(dir: string): Promise<string> {
  await mkdir(dirname(dir), { recursive: true })
  return mkdtemp(`${dir}.new-`)
}

/** Directories of killed first fetches: nothing has been written there for this long. */
export async function deleteUnfinishedFetches(dir: string, olderThanSeconds = 0): Promise<void> {
  for (const name of await listDirectory(dirname(dir))) {
    if (!name.startsWith(`${basename(dir)}.new-`)) continue
    const path = join(dirname(dir), name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    if (Date.now() - mtimeMs >= olderThanSeconds * 1000) await rm(path, { recursive: true, force: true })
  }
}

/** Empty when the directory does not exist; fails when it cannot be read. */
export async function listDirectory(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

export function mirrorExists(dir: string): Promise<boolean> {
  return stat(join(dir, 'HEAD')).then(
    () => true,
    () => false,
  )
}

/** Deletes partial files of a killed fetch. */
export async function deletePartialFiles(dir: string, ref: string): Promise<void> {
  const packs = join(dir, 'objects', 'pack')
  for (const name of await readdir(packs)) if (name.startsWith('tmp_')) await rm(join(packs, name), { force: true })
  await rm(join(dir, `${ref}.lock`), { force: true })
  await rm(join(dir, 'shallow.lock'), { force: true })
}

/** The size of its packs: every object is in a pack. */
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

export function sizeLimitCheck(dir: string, maxBytes: number): () => Promise<GitFailureReason | null> {
  return async () => ((await mirrorBytes(dir).catch(() => 0)) > maxBytes ? 'too_large' : null)
}

const MANY_PACKS = 30

/** Every sync adds a pack; repack merges the small ones. No object is deleted, not even an unreachable one. */
export async function repack(dir: string): Promise<void> {
  const packs = (await readdir(join(dir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))
  if (packs.length < MANY_PACKS) return
  const args = [`--git-dir=${dir}`, 'repack', '-d', '--geometric=2', '--quiet']
  await readGit({ args, seconds: 300, memoryMb: FETCH_MEMORY_MB }, 1_000)
}

/** The commit of one of our refs: a file of one line, read without git. Null when there is none. */
export async function readLooseRef(dir: string, ref: string): Promise<string | null> {
  const line = (await readFile(join(dir, ref), 'latin1').catch(() => '')).trim()
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(line) ? line : null
}

/** The commit of a ref, loose or packed, or null. */
export async function readRef(dir: string, ref: string, signal?: AbortSignal): Promise<string | null> {
  const args = [`--git-dir=${dir}`, 'for-each-ref', '--format=%(objectname)', '--', ref]
  const { bytes } = await readGit({ args, seconds: 30, signal }, 1_000)
  return bytes.toString('latin1').trim() || null
}

/** The branch that HEAD names, if it names one. */
export async function headBranch(dir: string): Promise<string | null> {
  return /^ref: refs\/heads\/(.+)\n$/.exec(await readFile(join(dir, 'HEAD'), 'utf8'))?.[1] ?? null
}
