export { drawnNotes } from './body/note-budget.ts'
export type { NoteImport } from './exact.ts'
export { isContentWithinLimit, type Note, type NoteChange, type RepoTarget, textOf } from './note.ts'
export { noteUrl } from './note-url.ts'
export { noteNotFound } from './problems.ts'
export { createFileNote, createNoteOnNewFile } from './service/create.ts'
export {
  armWatch,
  disarmWatch,
  fireWatches,
  isFileWatched,
  listChanges,
  listWatchingFile,
  listWatchingRepo,
  type StoredChange,
} from './service/watches.ts'
export { encodeInboxCursor, type InboxCursor, type InboxNote } from './inbox.ts'
export { listInbox, listNoteSources } from './service/inbox.ts'
export {
  countNotesByBoard,
  createNoteOnBoard,
  listNoteRects,
  listNotesOnBoard,
  moveBoardNotes,
  moveNoteToBoard,
} from './service/on-boards.ts'
export {
  findMovableNotes,
  findNote,
  findNotes,
  getNote,
  listFileNotes,
  listNotesOfFile,
  listUnlocatedNotes,
} from './service/read.ts'
export { findNotesFor, type FoundNotes, listRecentNotes, readNoteSearch, searchNotes } from './service/find.ts'
export { setCheckboxes } from './service/toggle-task.ts'
export { deleteNote, restoreNote } from './service/trash.ts'
export { undoNoteWrites } from './service/undo.ts'
export { type ChangeKeepingLines, type QuoteInRepo, type Updated, updateNote } from './service/update.ts'
export { countFileNotes, countNotesByFile } from './service/count.ts'
export {
  countNotesByRepo,
  countRepoFileNotes,
  createNoteInRepo,
  listNotesInRepo,
  moveNoteInRepo,
  moveNotesOfRenamedFiles,
  putFollowedNotes,
} from './service/in-repos.ts'
export { countAllNotes, type ExportedNote, importNote, walkNotes } from './service/transfer.ts'
