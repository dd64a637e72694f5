import { type BoardId, parseId } from '#base/ids.ts'
import { type Board, boardNameKept, importBoard } from '#features/boards/public.ts'
import type { ManifestRow } from '../library.ts'
import { damagedExport } from '../problems.ts'
import { type ImportJob, refuseExtra } from './import-job.ts'

const MAX_BOARD_BYTES = 16 * 1024

/** Maps exported board ids to ours; null for a rejected one. */
export async function importBoards(job: ImportJob): Promise<Map<string, BoardId | null>> {
  const ids = new Map<string, BoardId | null>()
  const { boards: counts } = job.extras.counts
  for (const row of job.library.manifest.boards) {
    if (job.isDisconnected()) break
    let name: string | null = null
    try {
      const exported = await readBoard(job, row)
      name = exported.name
      ids.set(exported.id, null)
      const { board, outcome } = await importBoard(job.run.ctx, exported)
      ids.set(exported.id, board.id)
      if (outcome === 'name_kept') throw boardNameKept({ board_id: board.id })
      counts[outcome] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'board', path: row.path, name }, error)
    }
  }
  return ids
}

async function readBoard({ library, format }: ImportJob, { sidecar, sidecarSha256 }: ManifestRow): Promise<Board> {
  const board = format.readBoard(await library.readText(sidecar, sidecarSha256, MAX_BOARD_BYTES))
  const id = board && parseId<'board'>(board.id)
  if (!id) throw damagedExport({ path: sidecar })
  return { ...board, id }
}
