import { type BoardId, parseId } from '#base/ids.ts'
import { type Board, boardNameKept, importBoard } from '#features/boards/public.ts'
import type { ManifestRow } from '../library.ts'
import { damagedExport } from '../problems.ts'
import { countWrite, type ImportJob, refuseExtra, rowsOf } from './import-job.ts'

const MAX_BOARD_BYTES = 16 * 1024

/** Maps exported board ids to ours; null for a rejected one. */
export async function importBoards(job: ImportJob): Promise<Map<string, BoardId | null>> {
  const ids = new Map<string, BoardId | null>()
  const { boards: counts } = job.extras.counts
  for await (const row of rowsOf(job, 'boards')) {
    let name: string | null = null
    try {
      const exported = await readBoard(job, row)
      name = exported.name
      ids.set(exported.id, null)
      counts[await countWrite(job, () => saveBoard(job, exported, ids))] += 1
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'board', path: row.path, name }, error)
    }
  }
  return ids
}

async function saveBoard({ run }: ImportJob, exported: Board, ids: Map<string, BoardId | null>) {
  const { board, outcome } = await importBoard(run.ctx, exported)
  ids.set(exported.id, board.id)
  if (outcome === 'name_kept') throw boardNameKept({ board_id: board.id })
  return outcome
}

async function readBoard({ library, tasks }: ImportJob, row: ManifestRow): Promise<Board> {
  const board = await library.readPart(tasks.board, row, MAX_BOARD_BYTES)
  const id = parseId<'board'>(board.id)
  if (!id) throw damagedExport({ path: row.sidecar })
  return { ...board, id }
}
