import { basename, join, resolve } from 'node:path'
import { fileCall, type Io } from './io.ts'

/** `path` is where the file is; `name` begins with the folder that was given, as when a browser uploads a folder. */
export type FoundFile = { path: string; name: string; size: number }
export type Skipped = { name: string; because: string }

/**
 * All files of a folder and of its folders. Hidden ones are skipped: they hold settings and credentials more often than code. Links are
 * skipped too: they may lead out of the folder or in a circle.
 */
export async function listFolder(io: Io, folder: string): Promise<{ files: FoundFile[]; skipped: Skipped[] }> {
  const files: FoundFile[] = []
  const skipped: Skipped[] = []
  const walk = async (path: string, name: string): Promise<void> => {
    for (const entry of await fileCall(path, io.listDirectory(path))) {
      const below = { path: join(path, entry.name), name: `${name}/${entry.name}` }
      const because = reasonToSkip(entry.name, entry.kind)
      if (because !== null) skipped.push({ name: below.name, because })
      else if (entry.kind === 'directory') await walk(below.path, below.name)
      else files.push({ ...below, size: entry.size })
    }
  }
  await walk(folder, basename(resolve(folder)))
  return { files, skipped }
}

function reasonToSkip(name: string, kind: string): string | null {
  if (name.includes('\ufffd')) return 'its name is not UTF-8'
  if (name.startsWith('.')) return 'hidden'
  if (kind === 'link') return 'a symbolic link'
  return kind === 'other' ? 'not a regular file' : null
}
