import { parseId } from '#base/ids.ts'
import { importView } from '#features/views/public.ts'
import type { LibraryView, ManifestRow } from '../library.ts'
import { damagedExport } from '../problems.ts'
import { countWrite, type ImportJob, refuseExtra, rowsOf } from './import-job.ts'

const MAX_VIEW_BYTES = 64 * 1024

/** Exported ids of files and boards → ours; null for a rejected one. */
type Ids = Readonly<Record<'file' | 'board', ReadonlyMap<string, string | null>>>

/** After the files and boards whose notes a view may show. */
export async function importViews(job: ImportJob, ids: Ids): Promise<void> {
  const { views: counts } = job.extras.counts
  for await (const row of rowsOf(job, 'views')) {
    let name: string | null = null
    try {
      const exported = await readView(job, row)
      name = exported.name
      const view = { ...exported, query: withOurIds(exported, ids) }
      counts[await countWrite(job, () => importView(job.run.ctx, view))] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'view', path: row.path, name }, error)
    }
  }
}

async function readView({ library, tasks }: ImportJob, row: ManifestRow) {
  const view = await library.readPart(tasks.view, row, MAX_VIEW_BYTES)
  const id = parseId<'view'>(view.id)
  if (!id) throw damagedExport({ path: row.sidecar })
  return { ...view, id }
}

/** A view of the notes of a file or a board that was not imported keeps its id, and finds nothing. */
function withOurIds({ page, query }: LibraryView, ids: Ids): string {
  if (page !== 'notes') return query
  const fields = new URLSearchParams(query)
  for (const kind of ['file', 'board'] as const) {
    const ours = ids[kind].get(fields.get(kind) ?? '')
    if (ours != null) fields.set(kind, ours)
  }
  return fields.toString()
}
