import type { FileId } from '#base/ids.ts'
import type { ZipEntry } from '#platform/zip.ts'
import { listExistingBoards } from '#features/boards/public.ts'
import type { AnchorLocation } from '#features/following/public.ts'
import {
  countNotesByRepo,
  listNotesInRepo,
  listNotesOfFile,
  listNotesOnBoard,
  type Note,
} from '#features/notes/public.ts'
import { listRemindersOf } from '#features/reminders/public.ts'
import { type FolderNote, linkTo, type Where, writeNotes } from '../folder/markdown.ts'
import { createNameAllocator } from '../folder/names.ts'
import { entry, type FolderJob } from './folder-job.ts'

/** The notes of one file; `name` is its path below `files/`. */
export async function* fileNotesEntry(
  job: FolderJob,
  file: { id: FileId; path: string },
  name: string,
): AsyncGenerator<ZipEntry> {
  const { notes, locations } = await listNotesOfFile(job.ctx, file.id)
  if (notes.length === 0) return
  const located = notes.map((note) => ({ note, where: whereInFile(note, locations.get(note.id)) }))
  const inOrder = located.toSorted((a, b) => lineOf(a.where) - lineOf(b.where))
  const link = linkTo(file.path, `${'../'.repeat(name.split('/').length)}files/${name}`)
  yield* notesEntry(job, `notes/${name}.md`, { heading: file.path, link }, inOrder)
}

/** Boards without notes are written too: their names are the user's. */
export async function* boardEntries(job: FolderJob): AsyncGenerator<ZipEntry> {
  const nameOf = createNameAllocator()
  for (const board of await listExistingBoards(job.ctx)) {
    job.counts.boards += 1
    const notes = await listNotesOnBoard(job.ctx, board.id)
    const located = notes.map((note) => ({ note, where: { kind: 'board' as const } }))
    yield* notesEntry(job, `boards/${nameOf(board.name)}.md`, { heading: board.name, link: null }, located)
  }
}

/** Also those of repositories that are no longer mirrored. */
export async function* repoNotesEntries(job: FolderJob): AsyncGenerator<ZipEntry> {
  const nameOf = createNameAllocator()
  for (const { repoName } of await countNotesByRepo(job.ctx)) {
    const { notes } = await listNotesInRepo(job.ctx, repoName, null)
    const located = notes.map((note) => ({ note, where: whereInRepo(note) }))
    const byPath = located.toSorted((a, b) => (a.where.path < b.where.path ? -1 : a.where.path > b.where.path ? 1 : 0))
    yield* notesEntry(job, `repository-notes/${nameOf(repoName)}.md`, { heading: repoName, link: null }, byPath)
  }
}

type Located = { note: Note; where: Where }
type Head = { heading: string; link: string | null }

async function* notesEntry(
  job: FolderJob,
  path: string,
  { heading, link }: Head,
  located: readonly Located[],
): AsyncGenerator<ZipEntry> {
  const { ctx, style, counts } = job
  const ids = located.map(({ note }) => note.id)
  const reminders = await listRemindersOf(ctx.db, ctx, ids)
  const notes = located.map(({ note, where }): FolderNote => {
    const { title, content, tags, quote, createdAt, updatedAt } = note
    const reminder = reminders.get(note.id) ?? null
    if (reminder) job.reminders.push({ reminder, noteTitle: title, name: heading, path })
    return { title, content, tags, where, quote: quote?.text ?? null, createdAt, updatedAt, reminder }
  })
  counts.notes += notes.length
  yield entry(job, path, writeNotes(heading, link, notes, style))
}

/** Where the newest text has the lines now; `lost` when it does not have them any more. */
function whereInFile(note: Note, location: AnchorLocation | undefined): Where {
  const { lineStart, lineEnd, anchorText } = note
  if (location?.state === 'lost') return { kind: 'lost', ...location.was }
  if (location) return { kind: 'lines', ...('lines' in location ? location.lines : location.was) }
  if (anchorText !== null && anchorText !== '') return { kind: 'heading', text: anchorText }
  return lineStart === null ? { kind: 'whole' } : { kind: 'lines', start: lineStart, end: lineEnd ?? lineStart }
}

function whereInRepo({ target, lineStart, lineEnd }: Note): Extract<Where, { kind: 'path' }> {
  const path = target.kind === 'repo' ? target.repoPath : ''
  return { kind: 'path', path, lines: lineStart === null ? null : { start: lineStart, end: lineEnd ?? lineStart } }
}

function lineOf(where: Where): number {
  return 'start' in where ? where.start : 0
}
