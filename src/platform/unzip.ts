import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'

export type ZipLimits = {
  entries: number
  /** Limit on the inflated bytes of all reads together. */
  totalBytes: number
}

export type ZipMember = { path: string; entry: Entry }

export type ZipRead =
  | { outcome: 'read'; bytes: Buffer }
  | { outcome: 'too_large' }
  /** Encrypted, damaged, or compressed with an unsupported method. */
  | { outcome: 'unreadable' }

/** A zip on our disk: its directory is in memory, its contents are read one by one. */
export type Zip = AsyncDisposable & {
  /** Files in the order of the directory; folders are left out. */
  members: readonly ZipMember[]
  read: (member: ZipMember, maxBytes: number) => Promise<ZipRead>
}

/** A zip bomb. Nothing more is read from it. */
export class ZipBomb extends Error {}

/** Null when it is not a zip, or a damaged one. */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip | null> {
  const file = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(() => null)
  if (!file) return null
  try {
    const members = await readDirectory(file, limits.entries)
    const budget = { left: limits.totalBytes }
    return {
      members,
      read: ({ entry }, maxBytes) => readMember(file, entry, maxBytes, budget),
      [Symbol.asyncDispose]: async () => file.close(),
    }
  } catch (error) {
    file.close()
    if (error instanceof ZipBomb) throw error
    return null
  }
}

/** Of all names, comments and extra fields together: each may have 65,535 bytes, names stay in memory, and one extra field can be 16,000 empty ones. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024

async function readDirectory(file: ZipFile, maxEntries: number): Promise<ZipMember[]> {
  if (file.entryCount > maxEntries) throw new ZipBomb('too many entries')
  const members: ZipMember[] = []
  let left = MAX_DIRECTORY_BYTES
  for await (const entry of file.eachEntry()) {
    const path = pathOf(entry)
    left -= entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    if (left < 0) throw new ZipBomb('too large a directory')
    if (!path.endsWith('/')) members.push({ path, entry: slim(entry) })
  }
  return members
}

const UTF8_FLAG = 0x800
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** macOS writes UTF-8 without setting the flag; decoded as the old code page, Hebrew names would be unreadable. */
function pathOf(entry: Entry): string {
  const isMarkedUtf8 =
    (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 || entry.extraFields.some(({ id }) => id === 0x7075)
  if (!isMarkedUtf8) {
    try {
      return utf8.decode(entry.fileNameRaw).replaceAll('\\', '/')
    } catch {
      // Not UTF-8: fall back to the old code page.
    }
  }
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
}

const NOTHING = Buffer.alloc(0)

/** Empties the fields that reading does not need: the central directory of a zip may have very many entries. */
function slim(entry: Entry): Entry {
  return Object.assign(entry, {
    fileName: '',
    fileNameRaw: NOTHING,
    extraFieldRaw: NOTHING,
    extraFields: [],
    fileComment: '',
    fileCommentRaw: NOTHING,
  })
}

/** The declared size of an entry may be false, so the bytes are counted while they inflate. */
async function readMember(file: ZipFile, entry: Entry, maxBytes: number, budget: { left: number }): Promise<ZipRead> {
  if (entry.uncompressedSize > maxBytes) return { outcome: 'too_large' }
  if (!entry.canDecodeFileData()) return { outcome: 'unreadable' }
  const chunks: Buffer[] = []
  let size = 0
  try {
    const stream = await file.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      budget.left -= chunk.length
      if (budget.left < 0) throw new ZipBomb('too many bytes')
      if (size > maxBytes) return { outcome: 'too_large' }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ZipBomb) throw error
    return { outcome: 'unreadable' }
  }
  return { outcome: 'read', bytes: Buffer.concat(chunks, size) }
}
