import { packRows, type PackedRows } from '#platform/packed-rows.ts'
import type { Task } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import type { Gist } from '../gist.ts'
import type { LibraryFormat, ManifestRow, ReadManifest } from '../library.ts'

/** How the parts of an export, and gists, are parsed. */
export type Readers = { library: LibraryFormat; readGists: (text: string) => Gist[] | null }

/** Parses the bytes of one part; null when they are not UTF-8, or not such a part. */
export type PartTask<Out> = Task<Uint8Array, Out | null>

/** A million values are parsed and validated in about five seconds. */
const DEADLINE_MS = 30_000

export type PartTasks = ReturnType<typeof partTasks>

/** For the thread, which runs them, and for the import, which names them. */
export function partTasks({ library, readGists }: Readers) {
  const task = <Out>(name: string, parse: (text: string) => Out | null): PartTask<Out> => ({
    name: `read-${name}`,
    deadlineMs: DEADLINE_MS,
    consumesInput: true,
    run: (bytes) => {
      const text = decodeText(bytes)
      return text === null ? null : parse(text)
    },
  })
  return {
    manifest: task('manifest', (text) => packManifest(library.readManifest(text))),
    sidecar: task('file-sidecar', library.readSidecar),
    note: task('note-sidecar', library.readNote),
    board: task('board', library.readBoard),
    view: task('view', library.readView),
    share: task('share', library.readShare),
    repo: task('repository', library.readRepo),
    settings: task('settings', library.readSettings),
    gists: task('gists', readGists),
  }
}

type Section = 'files' | 'notes' | 'shares' | 'boards' | 'views' | 'repositories' | 'settings'

export type PackedManifest = Record<Section, PackedRows<ManifestRow>> & { unknownSections: string[] }
type ReadPacked = Exclude<ReadManifest, { outcome: 'read' }> | { outcome: 'read'; manifest: PackedManifest }

/** Packed, because building 150,000 rows at once would hold the event loop. */
function packManifest(read: ReadManifest): ReadPacked {
  if (read.outcome !== 'read') return read
  const { files, notes, shares, boards, views, repositories, settings, unknownSections } = read.manifest
  return {
    outcome: 'read',
    manifest: {
      files: packRows(files),
      notes: packRows(notes),
      shares: packRows(shares),
      boards: packRows(boards),
      views: packRows(views),
      repositories: packRows(repositories),
      settings: packRows(settings),
      unknownSections,
    },
  }
}
