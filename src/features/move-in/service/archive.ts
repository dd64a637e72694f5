import { cleanPath } from '#base/path.ts'
import { firstBytes } from '#platform/first-bytes.ts'
import type { SpooledFile } from '#platform/incoming-file.ts'
import { DamagedTar, isTar, readTar } from '#platform/untar.ts'
import { openZip, ZipBomb, type ZipMember } from '#platform/unzip.ts'
import { MAX_ENTRIES, MAX_UNPACKED_BYTES } from '../limits.ts'
import { archiveTooLarge, damagedArchive } from '../problems.ts'
import type { SkipReason } from '../source.ts'

/** A file of the upload, before it is read. */
export type Entry = {
  path: string
  /** Why it is not read at all. */
  refused: SkipReason | null
  /** The bytes, or why there are none. Only until the next entry is asked for. */
  read: (maxBytes: number) => Promise<Uint8Array | SkipReason>
}

/** Files that came together. They can be walked several times. */
export type Folder = AsyncDisposable & { paths: readonly string[]; walk: () => AsyncGenerator<Entry> }

export type Upload = { path: string; file: SpooledFile }

const LIMITS = { entries: MAX_ENTRIES, totalBytes: MAX_UNPACKED_BYTES }

/** The entries of a zip or of a tar; null when the file is neither. Limits and damage are found here, before anything is written. */
export async function openArchive({ path, file }: Upload): Promise<Folder | null> {
  try {
    const zip = await openZipFolder(file.path)
    if (zip) return zip
    if (await isTar(file.path)) return await openTarFolder(file.path)
    // It begins as a zip does, and yet its directory could not be read.
    if ((await firstBytes(file.path, 4)).toString('latin1') === 'PK\u0003\u0004') throw damagedArchive({ path })
    return null
  } catch (error) {
    throw asProblem(error, path)
  }
}

/** The problem of an archive that could not be read to its end: a bomb shows itself only while it unpacks. */
export function asProblem(error: unknown, path: string): unknown {
  if (error instanceof ZipBomb)
    return archiveTooLarge({ path, max_entries: MAX_ENTRIES, max_bytes: MAX_UNPACKED_BYTES })
  return error instanceof DamagedTar ? damagedArchive({ path }) : error
}

async function openZipFolder(path: string): Promise<Folder | null> {
  const zip = await openZip(path, LIMITS)
  if (!zip) return null
  return {
    paths: zip.members.map((member) => cleanPath(member.path)),
    async *walk() {
      for (const member of zip.members)
        yield {
          path: cleanPath(member.path),
          refused: isLink(member) ? 'link' : refusalOf(member.path),
          read: async (maxBytes) => {
            const read = await zip.read(member, maxBytes)
            if (read.outcome === 'read') return read.bytes
            return read.outcome === 'too_large' ? 'too_large' : 'unreadable'
          },
        }
    },
    [Symbol.asyncDispose]: () => zip[Symbol.asyncDispose](),
  }
}

const FILE_KIND = 0o170000
const LINK = 0o120000

/** Systems with links write their mode into the upper half; the content of such an entry is a path. */
function isLink({ entry }: ZipMember): boolean {
  return ((entry.externalFileAttributes >>> 16) & FILE_KIND) === LINK
}

async function openTarFolder(path: string): Promise<Folder> {
  const paths: string[] = []
  for await (const entry of readTar(path, LIMITS)) if (entry.kind !== 'folder') paths.push(cleanPath(entry.path))
  return {
    paths,
    async *walk() {
      for await (const entry of readTar(path, LIMITS)) {
        if (entry.kind === 'folder') continue
        yield {
          path: cleanPath(entry.path),
          refused: entry.kind === 'other' ? 'link' : refusalOf(entry.path),
          read: async (maxBytes) => (await entry.read(maxBytes)) ?? 'too_large',
        }
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Files that were chosen one by one, or as a folder. */
export function folderOf(uploads: readonly Upload[]): Folder {
  return {
    paths: uploads.map(({ path }) => cleanPath(path)),
    async *walk() {
      for (const { path, file } of uploads)
        yield {
          path: cleanPath(path),
          refused: refusalOf(path),
          read: async (maxBytes) => (await file.read(maxBytes)) ?? 'too_large',
        }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}

/** Nothing is written to a path of the archive, but one that leads outside of it is not an honest file name. */
function refusalOf(path: string): SkipReason | null {
  const isAbsolute = /^(?:[/\\]|[a-z]:[/\\])/i.test(path)
  if (isAbsolute || path.split(/[/\\]/).includes('..')) return 'unsafe_path'
  // The readers of archives write U+FFFD where the bytes of a name were not UTF-8.
  return path.includes('\ufffd') || path.includes('\0') ? 'bad_text' : null
}
