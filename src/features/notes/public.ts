export type { AnchorLocation } from './anchor/location.ts'
export { drawnNotes } from './body/note-budget.ts'
export type { NoteImport } from './exact.ts'
export {
  type Followed,
  type FollowedNote,
  isContentWithinLimit,
  MAX_WATCHED_CHARS,
  type Note,
  type NoteChange,
  type Quote,
  type RepoTarget,
  type Watch,
  type WatchedSymbol,
} from './note.ts'
export { quoteOf } from './anchor/quote.ts'
export { noteUrl } from './note-url.ts'
export { noteNotFound } from './problems.ts'
export { createFileNote, createNoteOnNewFile } from './service/create.ts'
export { findNotes, listUnlocatedNotes, locateInVersion } from './service/in-version.ts'
export { type ChangedFile, followBlobs, followCommitsTask, type FollowedCommit } from './service/follow-task.ts'
export { addPlaces, type Place } from './anchor/place.ts'
export type { Walked } from './anchor/record-places.ts'
export { readLinesTask } from './service/lines-task.ts'
export { findSymbols, type FoundSymbol } from './service/watched-symbols.ts'
export {
  armWatch,
  changeTo,
  disarmWatch,
  findChangesInFile,
  fireWatches,
  type FoundChange,
  isFileWatched,
  listChanges,
  listWatchingRepo,
  type StoredChange,
} from './service/watches.ts'
export { encodeInboxCursor, type InboxCursor, type InboxNote } from './inbox.ts'
export { listInbox, listNoteSources } from './service/inbox.ts'
export { locateAnchors, locateNotes, textOf, type CurrentLines } from './service/locate.ts'
export type { LocateInRepo, RepoTexts } from './service/repo-texts.ts'
export {
  countNotesByBoard,
  createNoteOnBoard,
  listNoteRects,
  listNotesOnBoard,
  moveBoardNotes,
  moveNoteToBoard,
} from './service/on-boards.ts'
export { withOffers } from './service/move-offers.ts'
export { findNote, getNote, listFileNotes, listNotesOfFile } from './service/read.ts'
export { findNotesFor, type FoundNotes, listRecentNotes, readNoteSearch, searchNotes } from './service/find.ts'
export { setCheckboxes } from './service/toggle-task.ts'
export { deleteNote, restoreNote } from './service/trash.ts'
export { undoNoteWrites } from './service/undo.ts'
export { type ChangeKeepingLines, type Updated, updateNote } from './service/update.ts'
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
