import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readBlobs } from './blob.ts'
import { withGitLimits } from './process.ts'
import { listTree, type TreeEntry } from './tree.ts'

/**
 * The files of a git directory that reading needs. Everything else in an uploaded one is left out: its configuration could name
 * programs to run, and its alternates could name the repositories of other people on this disk.
 */
const READABLE =
  /^(?:HEAD|packed-refs|refs\/(?:heads|tags)\/[^\p{Cc}\\]+|objects\/[0-9a-f]{2}\/[0-9a-f]{38}|objects\/pack\/pack-[0-9a-f]{40}\.(?:pack|idx))$/u
const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

export function isReadableGitPath(path: string): boolean {
  return READABLE.test(path) && !path.split('/').some((part) => part === '' || part === '.' || part === '..')
}

/** Creates an empty git directory for the files of an uploaded one. */
export async function createUploadedRepository(dir: string): Promise<void> {
  // Without these folders git does not take it for a repository, and an archive has no empty ones.
  for (const folder of ['objects', 'refs']) await mkdir(join(dir, folder), { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'config'), CONFIG, { mode: 0o600 })
}

/** Writes one file of an uploaded git directory; false when it conflicts with another one. */
export async function addToRepository(dir: string, path: string, bytes: Uint8Array): Promise<boolean> {
  if (!isReadableGitPath(path)) throw new Error('not a path of a git directory')
  try {
    await mkdir(dirname(join(dir, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(dir, path), bytes, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(EEXIST|ENOTDIR|EISDIR|ENAMETOOLONG)$/.test(String(error.code)))
      return false
    throw error
  }
}

/** A file at the tip of the repository. `bytes` is null when it is larger than the limit. */
export type UploadedFile = Pick<TreeEntry, 'path' | 'kind'> & { bytes: Buffer | null }

/** Files that are in memory at once. */
const BATCH = 20

/** A gist takes milliseconds. Ten objects can name 10^8 paths, or as many empty folders, which git visits without printing one. */
const LIMITS = { seconds: 20, cpuSeconds: 3, niceness: 10 }

/**
 * The files of the commit that HEAD names; null when there are more than `max`. Throws a `GitFailure` when git cannot read the
 * repository.
 */
export async function listTip(dir: string, max: number, signal: AbortSignal): Promise<TreeEntry[] | null> {
  const found: TreeEntry[] = []
  for await (const entries of listTree(dir, 'HEAD', signal, { ...LIMITS, maxEntries: max })) {
    found.push(...entries)
    if (found.length > max) return null
  }
  return found
}

/** The contents of these files, read by git. */
export async function* readTip(
  dir: string,
  entries: readonly TreeEntry[],
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<UploadedFile[]> {
  for (let at = 0; at < entries.length; at += BATCH) {
    const some = entries.slice(at, at + BATCH)
    const oids = some.map(({ oid }) => oid)
    const texts = await withGitLimits({ ...LIMITS, signal }, () => readBlobs(dir, oids, maxBytes))
    yield some.map(({ path, kind }, i) => ({ path, kind, bytes: texts[i] ?? null }))
  }
}
