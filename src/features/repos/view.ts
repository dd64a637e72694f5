import type { EntryKind, Repo } from './repo.ts'

/** A repository at one commit. `isPinned`: asked for by the commit itself, so this address always shows the same. */
export type At = { repo: Repo; commit: string; isPinned: boolean }

export type FolderItem = { name: string; path: string; kind: EntryKind | 'folder'; size: number }

export type CommitItem = { commit: string; author: string; at: Date; subject: string }

/** What the viewer makes of a text. */
export type DrawnCode = { html: string; columns: number; isCut: boolean; plain: boolean }
/** Where notes are that stand on a file. They know repositories, so what they tell is handed in from above. */
export type NotesHere = { count: number; movedFrom: readonly string[] }
export type Draw = (text: string, language: string) => Promise<DrawnCode>

/** Why a file is not shown as text, if it is not. */
export type FileShown =
  | { as: 'text'; text: string; drawn: DrawnCode; language: string; lineCount: number }
  | { as: 'symlink'; target: string }
  | { as: 'submodule'; commit: string }
  | { as: 'binary' }
  | { as: 'large' }

export type OpenedFile = { path: string; kind: EntryKind; oid: string; size: number; isNamedByBytes: boolean }

export type ChangedFile = {
  kind: 'added' | 'deleted' | 'changed' | 'renamed'
  from: string
  to: string
  /** Null: not text, or too large. */
  html: string | null
  isCut: boolean
  added: number
  removed: number
}

export type FoundLines = { path: string; lines: { line: number; text: string }[] }

export type ImportResult = { saved: number; unchanged: number; refused: { path: string; code: string }[] }
