import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'

export type ZipLimits = {
  entries: number
  /** Of everything read from it together, inflated. */
  totalBytes: number
}

export type ZipMember = { path: string; entry: Entry }

export type ZipRead =
  | { outcome: 'read'; bytes: Buffer }
  | { outcome: 'too_large' }
  /** Encrypted, damaged, or packed in a way that nobody uses. */
  | { outcome: 'unreadable' }

/** A zip on our disk: its directory is in memory, its contents are read one by one. */
export type Zip = AsyncDisposable & {
  /** Files in the order of the directory; folders are left out. */
  members: readonly ZipMember[]
  read: (member: ZipMember, maxBytes: number) => Promise<ZipRead>
}

/** A small zip that holds far too much. Nothing more is read from it. */
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

async function readDirectory(file: ZipFile, maxEntries: number): Promise<ZipMember[]> {
  if (file.entryCount > maxEntries) throw new ZipBomb('too many entries')
  const members: ZipMember[] = []
  for await (const entry of file.eachEntry()) {
    const path = pathOf(entry)
    if (!path.endsWith('/')) members.push({ path, entry: slim(entry) })
  }
  return members
}

const UTF8_FLAG = 0x800
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** macOS writes UTF-8 without saying so; read as the old code page, Hebrew names would come out as boxes. */
function pathOf(entry: Entry): string {
  const said = (entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 || entry.extraFields.some(({ id }) => id === 0x7075)
  if (!said) {
    try {
      return utf8.decode(entry.fileNameRaw).replaceAll('\\', '/')
    } catch {
      // Then it is the old code page.
    }
  }
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
}

const NOTHING = Buffer.alloc(0)

/** Only what reading needs: a directory may have very many entries. */
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

/** What an entry says of its size may be a lie, so the bytes are counted while they inflate. */
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
      if (budget.left < 0) throw new ZipBomb('too much inside')
      if (size > maxBytes) return { outcome: 'too_large' }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ZipBomb) throw error
    return { outcome: 'unreadable' }
  }
  return { outcome: 'read', bytes: Buffer.concat(chunks, size) }
}
