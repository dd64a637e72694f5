import type { EntryKind, Repo } from './repo.ts'

/** A repository at one commit. `isPinned`: asked for by the commit itself, so this address always shows the same. */
export type At = { repo: Repo; commit: string; isPinned: boolean }

export type FolderItem = { name: string; path: string; kind: EntryKind | 'folder'; size: number }

export type CommitItem = { commit: string; author: string; at: Date; subject: string }

/** What the viewer makes of a text. */
export type DrawnCode = {
  html: string
  columns: number
  isCut: boolean
  plain: boolean
  outline: readonly { text: string; level: number; line: number }[]
}
/** What becomes of Markdown. `rest`: only its first part is shown. */
export type RenderedText =
  | { outcome: 'rendered'; html: string; rest: boolean; has: { math: boolean } }
  | { outcome: 'failed'; source: string; rest: boolean }
export type RenderedKind = 'markdown' | 'svg' | 'html'
export type RenderedFile = { kind: 'markdown'; text: RenderedText } | { kind: 'svg' | 'html' }
export type Readme = { path: string; text: RenderedText }
/** Where notes are that stand on a file. They know repositories, so what they tell is handed in from above. */
export type NotesHere = { count: number; movedFrom: readonly string[] }
export type Draw = (text: string, language: string) => Promise<DrawnCode>

/** Why a file is not shown as text, if it is not. */
export type FileShown =
  | { as: 'text'; text: string; drawn: DrawnCode; language: string; lineCount: number; hasRendered: boolean }
  | { as: 'symlink'; target: string }
  | { as: 'submodule'; commit: string }
  | { as: 'binary' }
  | { as: 'large' }

export type OpenedFile = { path: string; kind: EntryKind; oid: string; size: number; isNamedByBytes: boolean }

/** Two texts as rows of the table of differences. */
export type DrawnChange = { html: string; isCut: boolean; added: number; removed: number }

/** A file of the library beside the place it was taken from. */
export type UpstreamFile = { id: string; fileName: string; version: number }
/** What changed there, here, and what an update would change here. */
export type UpstreamDiffs = { theirs: DrawnChange; mine: DrawnChange | null; result: DrawnChange | null }

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

export type FoundLines = { path: string; lines: { line: number; text: string }[]; hasMore: boolean }

export type ImportResult = {
  saved: number
  unchanged: number
  refused: { path: string; code: string }[]
  /** How many it did not come to; they are those after `after`. */
  left: number
  after: string
}
