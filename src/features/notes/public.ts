export type { AnchorLocation } from './anchor/follow.ts'
export type { NoteImport } from './exact.ts'
export { isContentWithinLimit, type Note, type NoteChange, type Quote, type RepoTarget } from './note.ts'
export { quoteOf } from './anchor/quote.ts'
export { noteUrl } from './note-url.ts'
export { noteNotFound } from './problems.ts'
export { createFileNote } from './service/create.ts'
export { followBlobs } from './service/follow-task.ts'
export { locateNotes, type CurrentLines } from './service/locate.ts'
export type { LocateInRepo, RepoTexts } from './service/repo-texts.ts'
export {
  countNotesByBoard,
  createNoteOnBoard,
  listNotesOnBoard,
  moveBoardNotes,
  moveNoteToBoard,
} from './service/on-boards.ts'
export { findNote, getNote, listFileNotes } from './service/read.ts'
export { listRecentNotes, searchNotes } from './service/search.ts'
export { setCheckboxes } from './service/toggle-task.ts'
export { deleteNote, restoreNote } from './service/trash.ts'
export { undoNoteWrites } from './service/undo.ts'
export { type ChangeKeepingLines, type Updated, updateNote } from './service/update.ts'
export { countFileNotes } from './service/count.ts'
export {
  countNotesByRepo,
  countRepoFileNotes,
  createNoteInRepo,
  listNotesInRepo,
  moveNoteInRepo,
  moveNotesOfRenamedFiles,
} from './service/in-repos.ts'
export { countAllNotes, type ExportedNote, importNote, walkNotes } from './service/transfer.ts'
