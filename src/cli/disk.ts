import { createWriteStream } from 'node:fs'
import { lstat, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DirectoryEntry, TemporaryFile } from './io.ts'

/** Through a file in a folder beside it, which is renamed when it is complete. A device or a pipe, such as /dev/null, is written directly. */
export async function writeStream(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  if (!(await isReplaceable(path))) return pipeline(chunks, createWriteStream(path))
  const folder = await mkdtemp(`${path}.part-`)
  try {
    const part = join(folder, 'part')
    await pipeline(chunks, createWriteStream(part))
    await rename(part, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function isReplaceable(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true
    throw error
  }
}

export async function listDirectory(path: string): Promise<DirectoryEntry[]> {
  const names = (await readdir(path)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      // Node replaces bytes of a name that are not UTF-8, and nothing has the replaced name.
      if (name.includes('\ufffd')) return { name, kind: 'other' as const, size: 0 }
      const entry = await lstat(join(path, name))
      return { name, kind: kindOf(entry), size: entry.size }
    }),
  )
}

type Kinds = { isFile: () => boolean; isDirectory: () => boolean; isSymbolicLink: () => boolean }

function kindOf(entry: Kinds): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

export async function writeTemporary(name: string, text: string): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'codeshelf-'))
  const path = join(folder, name)
  await writeFile(path, text, { mode: 0o600 })
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
