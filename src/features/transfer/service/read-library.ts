import { sha256 } from '#platform/crypto.ts'
import type { Offload } from '#platform/threads.ts'
import type { Zip, ZipMember } from '#platform/unzip.ts'
import { decodeText } from '#features/files/public.ts'
import { MANIFEST, type ManifestRow } from '../library.ts'
import { damagedExport, damagedManifest, unsupportedExport } from '../problems.ts'
import type { PackedManifest, PartTask, PartTasks } from './part-tasks.ts'

/** Fits 150,000 files: a zip has at most 300,000 entries, and a file needs two. */
const MAX_MANIFEST_BYTES = 40 * 1024 * 1024
/** Other programs have files of this name too. The ones beyond these are not tried: each takes up to a second to read. */
const MAX_CANDIDATES = 10
/** Shorter parts are parsed within a few milliseconds. */
const HERE_BYTES = 16_000

/** Parses in a thread; ends with the request. */
export type ReadPart = <Out>(task: PartTask<Out>, bytes: Uint8Array) => Promise<Out | null>

export function partReader(offload: Offload, signal: AbortSignal): ReadPart {
  return async (task, bytes) => (bytes.length <= HERE_BYTES ? task.run(bytes) : offload(task, bytes, signal))
}

/** An export of ours inside a zip. */
export type Library = {
  manifest: PackedManifest
  /** How many parts were missing, or could not be read. */
  damagedParts: () => number
  /** The parsed part of a row of the manifest; rejected when it is missing, too large, has another checksum or cannot be parsed. */
  readPart: <Out>(task: PartTask<Out>, row: ManifestRow, maxBytes: number) => Promise<Out>
  /** The text at this path; rejected when it is missing, too large or has another checksum. */
  readText: (path: string, hash: string, maxBytes: number) => Promise<string>
}

/** Null when the zip is not an export. A repacked export may be inside a folder. */
export async function findLibrary(zip: Zip, tasks: PartTasks, readPart: ReadPart): Promise<Library | null> {
  const candidates = zip.members.filter(({ path }) => IS_MANIFEST.test(path)).slice(0, MAX_CANDIDATES)
  for (const member of candidates) {
    const file = await zip.read(member, MAX_MANIFEST_BYTES)
    const read = file.outcome === 'read' ? await readPart(tasks.manifest, file.bytes) : null
    if (read?.outcome === 'unsupported') throw unsupportedExport({ format_version: read.version })
    if (read?.outcome === 'damaged') throw damagedManifest()
    if (read?.outcome === 'read') return libraryOf(zip, member.path.slice(0, -MANIFEST.length), read.manifest, readPart)
  }
  return null
}

const IS_MANIFEST = new RegExp(`^(?:[^/]+/)?${RegExp.escape(MANIFEST)}$`)

function libraryOf(zip: Zip, root: string, manifest: PackedManifest, readPart: ReadPart): Library {
  const members = new Map<string, ZipMember>(zip.members.map((each) => [each.path, each]))
  let damaged = 0
  const read = async (path: string, hash: string, maxBytes: number): Promise<Buffer> => {
    const member = members.get(root + path)
    const found = member ? await zip.read(member, maxBytes) : null
    if (found?.outcome === 'read' && sha256(found.bytes).toString('hex') === hash) return found.bytes
    damaged += 1
    throw damagedExport({ path })
  }
  return {
    manifest,
    damagedParts: () => damaged,
    readPart: async (task, { sidecar, sidecarSha256 }, maxBytes) => {
      const part = await readPart(task, await read(sidecar, sidecarSha256, maxBytes))
      if (part !== null) return part
      damaged += 1
      throw damagedExport({ path: sidecar })
    },
    readText: async (path, hash, maxBytes) => {
      const text = decodeText(await read(path, hash, maxBytes))
      if (text === null) throw damagedExport({ path })
      return text
    },
  }
}
