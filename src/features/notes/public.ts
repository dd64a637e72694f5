// A note, and problems with it.
export { isContentWithinLimit, type Note, type NoteChange, type RepoTarget, textOf } from './note.ts'
export { noteUrl } from './note-url.ts'
export { noteNotFound } from './problems.ts'

// One note: by id, change, delete.
export { findMovableNotes, findNote, findNotes, getNote } from './service/read.ts'
export { setCheckboxes } from './service/toggle-task.ts'
export { deleteNote, restoreNote } from './service/trash.ts'
export { undoNoteWrites } from './service/undo.ts'
export { type ChangeKeepingLines, type QuoteInRepo, type Updated, updateNote } from './service/update.ts'

// On files.
export { createFileNote, createNoteOnNewFile } from './service/create.ts'
export {
  countFileNotes,
  countNotesByFile,
  listFileNotes,
  listNotesOfFile,
  listUnlocatedNotes,
  type LocatedNotes,
} from './service/read.ts'

// On boards.
export { drawnNotes } from './body/note-budget.ts'
export {
  countNotesByBoard,
  createNoteOnBoard,
  listNoteRects,
  listNotesOnBoard,
  moveBoardNotes,
  moveNoteToBoard,
} from './service/on-boards.ts'

// On files of repositories.
export {
  countNotesByRepo,
  countRepoFileNotes,
  createNoteInRepo,
  listNotesInRepo,
  moveNoteInRepo,
  moveNotesOfRenamedFiles,
  putFollowedNotes,
} from './service/in-repos.ts'

// Watches.
export {
  armWatch,
  disarmWatch,
  fireWatches,
  isFileWatched,
  listChanges,
  listWatchingFile,
  listWatchingRepo,
} from './service/watches.ts'

// Lists and search.
export { encodeInboxCursor, type InboxCursor, type InboxNote } from './inbox.ts'
export { findNotesFor, type FoundNotes, listRecentNotes, readNoteSearch, searchNotes } from './service/find.ts'
export { listInbox, listNoteSources, listNoteTags } from './service/inbox.ts'

// Links of notes from before links were stored.
export { storeMissingNoteLinks } from './service/missing-links.ts'

// Export and import.
export type { NoteImport } from './imported-note.ts'
export { countAllNotes, type ExportedNote, importNote, walkNotes } from './service/transfer.ts'
