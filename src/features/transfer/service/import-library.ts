import type { UserCtx } from '#platform/ctx.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Zip, ZipMember } from '#platform/unzip.ts'
import { decodeText, MAX_CONTENT_BYTES, refuse, restoreExact, type Upload } from '#features/files/public.ts'
import { type LibraryFormat, MANIFEST, type Manifest, type ManifestRow } from '../library.ts'
import { damagedExport } from '../problems.ts'

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024
/** Some thousand versions. */
const MAX_SIDECAR_BYTES = 8 * 1024 * 1024

/** An export of ours inside a zip. Packed again by somebody, it may lie in a folder. */
export type Library = { manifest: Manifest; find: (path: string) => ZipMember | undefined }

export async function findLibrary(zip: Zip, format: LibraryFormat): Promise<Library | null> {
  for (const member of zip.members) {
    const [name, folder = '', deeper] = member.path.split('/').toReversed()
    if (name !== MANIFEST || deeper !== undefined) continue
    const text = await readText(zip, member, MAX_MANIFEST_BYTES)
    const manifest = text === null ? null : format.readManifest(text)
    if (!manifest) continue
    const root = folder === '' ? '' : `${folder}/`
    const members = new Map(zip.members.map((each) => [each.path, each]))
    return { manifest, find: (path) => members.get(root + path) }
  }
  return null
}

/** Each file as it was, in a transaction of its own; one that is damaged is said to be and keeps no other from coming. */
export async function importLibrary(
  upload: Upload,
  zip: Zip,
  { manifest, find }: Library,
  format: LibraryFormat,
  isGone: () => boolean,
): Promise<void> {
  for (const row of manifest.files) {
    if (isGone()) return
    try {
      const { outcome, file } = await restore(upload.ctx, zip, find, row, format)
      upload.results.push({ path: row.path, outcome: outcome === 'already' ? 'unchanged' : 'saved', file })
    } catch (error) {
      refuse(upload, row.path, error)
    }
  }
}

async function restore(ctx: UserCtx, zip: Zip, find: Library['find'], row: ManifestRow, format: LibraryFormat) {
  const text = await checkedText(zip, find(row.sidecar), row.sidecarSha256, MAX_SIDECAR_BYTES)
  const sidecar = text === null ? null : format.readSidecar(text)
  if (!sidecar) throw damagedExport({ path: row.sidecar })
  const { file, versions } = sidecar
  const places = new Map(versions.map((version) => [version.version, version]))
  return restoreExact(ctx, {
    ...file,
    versions,
    contentOf: async (number) => {
      const place = places.get(number)
      const content = place && (await checkedText(zip, find(place.path), place.sha256, MAX_CONTENT_BYTES))
      if (content === undefined || content === null) throw damagedExport({ path: place?.path ?? row.path })
      return content
    },
  })
}

async function checkedText(
  zip: Zip,
  member: ZipMember | undefined,
  hash: string,
  maxBytes: number,
): Promise<string | null> {
  const text = member ? await readText(zip, member, maxBytes) : null
  return text !== null && sha256(text).toString('hex') === hash ? text : null
}

async function readText(zip: Zip, member: ZipMember, maxBytes: number): Promise<string | null> {
  const read = await zip.read(member, maxBytes)
  return read.outcome === 'read' ? decodeText(read.bytes) : null
}
