import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import { listBoards } from '#features/boards/public.ts'
import { importNote, type NoteImport } from '#features/notes/public.ts'
import { importReminder, reminderChangedHere } from '#features/reminders/public.ts'
import { type LibraryNote, type ManifestRow, noteName, type NoteSidecar } from '../library.ts'
import { noteTargetMissing } from '../problems.ts'
import type { LinkedTexts } from './import-links.ts'
import { type ImportJob, refuseExtra, rowsOf } from './import-job.ts'

/** A quote of 2 MiB and twenty earlier contents, all of control characters, which JSON escapes with six bytes each. */
const MAX_NOTE_BYTES = 16 * 1024 * 1024
const MAX_TEXT_BYTES = 128 * 1024

/** Maps exported ids to ours. */
export type ImportedIds = { files: ReadonlyMap<string, FileId>; boards: ReadonlyMap<string, BoardId | null> }

/** Imports each note with its history and reminder in one transaction, so that a note never exists without them. */
export async function importNotes(job: ImportJob, ids: ImportedIds, linked: LinkedTexts): Promise<Map<string, NoteId>> {
  const { notes: counts } = job.extras.counts
  const noteIds = new Map<string, NoteId>()
  for await (const row of rowsOf(job, 'notes')) {
    let name: string | null = null
    try {
      const sidecar = await job.library.readPart(job.tasks.note, row, MAX_NOTE_BYTES)
      name = noteName(sidecar.note)
      const { id, outcome } = await restore(job, row, sidecar, ids)
      counts[outcome] += 1
      noteIds.set(sidecar.note.id, id)
      if (sidecar.note.links.length > 0) linked.push({ sourceId: id, links: sidecar.note.links })
    } catch (error) {
      counts.failed += 1
      refuseExtra(job, { kind: 'note', path: row.path, name }, error)
    }
  }
  return noteIds
}

async function restore(job: ImportJob, row: ManifestRow, sidecar: NoteSidecar, ids: ImportedIds) {
  const { library, run, extras } = job
  const { on, reminder: exported, links: _links, ...note } = sidecar.note
  const refusal = exported && job.importer.refusalOf('reminders')
  const reminder = refusal ? null : exported
  const target = await targetOf(job, on, ids)
  if (!target) throw noteTargetMissing({ path: row.path })
  const content = await library.readText(sidecar.path, sidecar.sha256, MAX_TEXT_BYTES)
  const fileId = target.kind === 'file' ? target.fileId : null
  const imported = await importNote(run.ctx, { ...note, target, content }, async (trx, { id }) =>
    reminder ? importReminder(trx, run.ctx, { id, fileId }, reminder) : null,
  )
  const about = { kind: 'reminder' as const, path: row.path, name: noteName(sidecar.note) }
  // Count after the commit, because a failed transaction imports no reminder.
  if (imported.beside === 'changed_here') {
    extras.counts.reminders.failed += 1
    refuseExtra(job, about, reminderChangedHere({ note_id: imported.id }))
  } else if (imported.beside) extras.counts.reminders[imported.beside] += 1
  if (refusal) {
    extras.counts.reminders.failed += 1
    refuseExtra(job, about, refusal)
  }
  return imported
}

type Target = NoteImport['target']

/** Null when its file or board was rejected. Notes of a board that was deleted during the export go to the default board. */
async function targetOf(job: ImportJob, on: LibraryNote['on'], ids: ImportedIds): Promise<Target | null> {
  if (on.kind === 'repo') return on
  if (on.kind === 'file') {
    const fileId = ids.files.get(on.fileId)
    return fileId === undefined ? null : { kind: 'file', fileId }
  }
  const boardId = ids.boards.get(on.boardId)
  if (boardId) return { kind: 'board', boardId }
  return boardId === null ? null : { kind: 'board', boardId: await getDefaultBoardId(job) }
}

async function getDefaultBoardId({ run }: ImportJob): Promise<BoardId> {
  const board = (await listBoards(run.ctx)).find((each) => each.isDefault)
  if (!board) throw new Error('listBoards creates the default board')
  return board.id
}
