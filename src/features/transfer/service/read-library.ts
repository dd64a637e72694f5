import { sha256 } from '#platform/crypto.ts'
import type { Zip, ZipMember } from '#platform/unzip.ts'
import { decodeText } from '#features/files/public.ts'
import { type LibraryFormat, MANIFEST, type Manifest } from '../library.ts'
import { damagedExport, damagedManifest, unsupportedExport } from '../problems.ts'

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024

/** An export of ours inside a zip. */
export type Library = {
  manifest: Manifest
  /** The text at this path; rejected when it is missing, too large or has another checksum. */
  readText: (path: string, hash: string, maxBytes: number) => Promise<string>
}

/** Null when the zip is not an export. A repacked export may be inside a folder. */
export async function findLibrary(zip: Zip, format: LibraryFormat): Promise<Library | null> {
  for (const member of zip.members) {
    const [name, folder = '', deeper] = member.path.split('/').toReversed()
    if (name !== MANIFEST || deeper !== undefined) continue
    const text = await readMember(zip, member, MAX_MANIFEST_BYTES)
    const read = text === null ? { outcome: 'foreign' as const } : format.readManifest(text)
    if (read.outcome === 'unsupported') throw unsupportedExport({ format_version: read.version })
    if (read.outcome === 'damaged') throw damagedManifest()
    if (read.outcome === 'read') return libraryOf(zip, folder === '' ? '' : `${folder}/`, read.manifest)
  }
  return null
}

function libraryOf(zip: Zip, root: string, manifest: Manifest): Library {
  const members = new Map(zip.members.map((each) => [each.path, each]))
  return {
    manifest,
    readText: async (path, hash, maxBytes) => {
      const member = members.get(root + path)
      const text = member ? await readMember(zip, member, maxBytes) : null
      if (text === null || sha256(text).toString('hex') !== hash) throw damagedExport({ path })
      return text
    },
  }
}

async function readMember(zip: Zip, member: ZipMember, maxBytes: number): Promise<string | null> {
  const read = await zip.read(member, maxBytes)
  return read.outcome === 'read' ? decodeText(read.bytes) : null
}
