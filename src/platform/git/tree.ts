import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { GitCommand } from './process.ts'
import { gitBatches, gitRecords, readGit } from './run.ts'

export type EntryKind = 'file' | 'executable' | 'symlink' | 'submodule'

/** One entry of a tree. `path` is always text; `raw` is set when its bytes are not that text. */
export type TreeEntry = { path: string; raw: Buffer | null; kind: EntryKind; oid: string; size: number }

/** A longer path does not fit into a database index. */
export const MAX_PATH_BYTES = 1_000

/** By git's mode. A directory has none. */
export const ENTRY_KINDS: Readonly<Record<string, EntryKind>> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'executable',
  '120000': 'symlink',
  '160000': 'submodule',
}

const READ_SECONDS = 120
/** One line for each name: its size, or an error text where the object is missing, as for a submodule. */
export const CAT_FILE_SIZES = ['cat-file', '--batch-check=%(objectsize)', '--buffer']

/** The listing ends after the batch that exceeds `maxEntries`. */
type TreeLimits = Pick<GitCommand, 'seconds' | 'cpuSeconds' | 'niceness'> & { maxEntries: number }

/**
 * Streams everything below the root of a commit: 20,000 files are never in memory at once. One process lists while another
 * reads the sizes; `ls-tree -l` does both, and takes half as long again.
 */
export async function* listTree(
  dir: string,
  commit: string,
  signal?: AbortSignal,
  { maxEntries, ...limits }: TreeLimits = { seconds: READ_SECONDS, maxEntries: Number.POSITIVE_INFINITY },
): AsyncGenerator<TreeEntry[]> {
  const over = new AbortController()
  const until = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const names = new PassThrough()
  const unsized: TreeEntry[] = []
  const listing = (async () => {
    let listed = 0
    const args = [`--git-dir=${dir}`, 'ls-tree', '-r', '-z', '--full-tree', commit]
    for await (const records of gitBatches({ args, ...limits, signal: until })) {
      const entries = records.flatMap((record) => readEntry(record) ?? [])
      unsized.push(...entries)
      const asked = entries.map(({ oid }) => `${oid}\n`).join('')
      if (!names.write(asked)) await once(names, 'drain', { signal: until })
      listed += entries.length
      if (listed > maxEntries) break
    }
  })().finally(() => names.end())
  // Awaited below, unless the reader leaves before.
  listing.catch(() => undefined)
  try {
    const args = [`--git-dir=${dir}`, ...CAT_FILE_SIZES]
    for await (const sizes of gitBatches({ args, ...limits, signal, input: names }, 10))
      yield unsized.splice(0, sizes.length).map((entry, i) => ({ ...entry, size: Number(sizes[i]) || 0 }))
    await listing
  } finally {
    over.abort()
  }
}

/** One directory, or one file by its own path, of any commit. Empty when there is none. */
export async function listFolder(dir: string, commit: string, path: string): Promise<(TreeEntry | Folder)[]> {
  const within = path === '' ? [] : ['--', path]
  const args = [`--git-dir=${dir}`, 'ls-tree', '-z', '-l', '--full-tree', commit, ...within]
  const entries: (TreeEntry | Folder)[] = []
  for await (const record of gitRecords({ args, seconds: READ_SECONDS })) {
    const entry = readEntry(record) ?? readFolder(record)
    if (entry) entries.push(entry)
  }
  return entries
}

export type Folder = { path: string; kind: 'folder' }

/** `<mode> <type> <oid>\t<path>`, with the size before the tab where it was requested. */
function readEntry(record: Buffer): TreeEntry | null {
  const tab = record.indexOf(9)
  const [mode = '', , oid = '', ...rest] = record.toString('latin1', 0, tab).split(' ')
  const kind = ENTRY_KINDS[mode]
  const name = record.subarray(tab + 1)
  if (kind === undefined || name.length > MAX_PATH_BYTES) return null
  const { path, raw } = decodePath(name)
  return { path, raw, kind, oid, size: Number(rest.at(-1)) || 0 }
}

function readFolder(record: Buffer): Folder | null {
  const tab = record.indexOf(9)
  const isTree = record.subarray(0, tab).toString('latin1').startsWith('040000')
  return isTree ? { path: decodePath(record.subarray(tab + 1)).path, kind: 'folder' } : null
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** A backslash is a path separator on other systems, and control characters must not be in a URL. */
const isUnusual = (byte: number) => byte === 0x5c || byte < 0x20 || byte === 0x7f

/**
 * Git's names are bytes. UTF-8 names stay as they are; in the others each invalid byte is written `%E9`, so that the file has a
 * URL, and the raw bytes are kept beside it.
 */
export function decodePath(bytes: Buffer): { path: string; raw: Buffer | null } {
  if (isPlain(bytes)) return { path: bytes.toString('latin1'), raw: null }
  const text = decoded(bytes)
  if (text !== null && !bytes.some(isUnusual)) return { path: text, raw: null }
  let path = ''
  for (let i = 0; i < bytes.length;) {
    const length = text === null ? validLength(bytes, i) : charBytes(bytes[i] ?? 0)
    const byte = bytes[i] ?? 0
    if (length === 0 || isUnusual(byte)) {
      path += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      i += 1
    } else {
      path += bytes.subarray(i, i + length).toString('utf8')
      i += length
    }
  }
  return { path, raw: Buffer.from(bytes) }
}

/** ASCII names, which almost all are, need no decoding. */
function isPlain(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte > 0x7e || isUnusual(byte)) return false
  }
  return true
}

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

function charBytes(first: number): number {
  if (first < 0x80) return 1
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** The byte length of the UTF-8 character that starts here; 0 when none does. */
function validLength(bytes: Buffer, at: number): number {
  const length = charBytes(bytes[at] ?? 0)
  return decoded(bytes.subarray(at, at + length)) === null || at + length > bytes.length ? 0 : length
}

/** Whether the mirror has this commit. Full hashes only: a shortened one may become ambiguous. */
export async function hasCommit(dir: string, commit: string): Promise<boolean> {
  const ask = { args: [`--git-dir=${dir}`, 'cat-file', '--batch-check'], seconds: 30, input: `${commit}^{commit}\n` }
  const { bytes } = await readGit(ask, 10_000)
  return / commit \d+\n/.test(bytes.toString('latin1'))
}
