import type { HtmlBytes } from '#base/html-slot.ts'
import type { RenderedText } from '#features/rendered/rendering.ts'
import type { DrawnCode } from '#features/viewer/view.ts'
import type { EntryKind, Repo, RepoBranch } from './repo.ts'

/**
 * A repository at one commit. `isPinned`: the commit is in the URL, so the page never changes. `branch`: the branch in the URL; null for
 * the one of the mirror, which alone has notes and imports. `branches`: the others that the user follows.
 */
export type At = {
  repo: Repo
  commit: string
  isPinned: boolean
  branch: string | null
  branches: readonly RepoBranch[]
}

/** Whether this is the commit that notes and imports follow. */
export function isCurrent({ isPinned, branch }: At): boolean {
  return !isPinned && branch === null
}

export type FolderItem = { name: string; path: string; kind: EntryKind | 'folder'; size: number }

/** The folders on the way to a path. `levels`: what is in each of those that are shown open, by the path of the folder. */
export type RepoTree = { path: string; root: string; levels: ReadonlyMap<string, readonly FolderItem[]> }

export type CommitItem = { commit: string; author: string; at: Date; subject: string }

/** Adjacent lines of one commit. `before`: the file as it was before that commit; null where it began. */
export type BlamedPart = CommitItem & {
  start: number
  lines: readonly string[]
  before: { commit: string; path: string; line: number } | null
}

export type RenderedFile = { file: FileFacts } & ({ kind: 'markdown'; text: RenderedText } | { kind: 'svg' | 'html' })
export type Readme = { path: string; text: RenderedText }
/** The notes on a file. `movedFrom`: the earlier paths of those that a sync moved. */
export type FileNotes = { count: number; movedFrom: readonly string[] }

export type TextFacts = { language: string; lineCount: number; hasRendered: boolean }

/** How a file is shown: as text, or as what it is instead. */
export type FileShown =
  | ({ as: 'text'; text: string; drawn: DrawnCode } & TextFacts)
  | { as: 'symlink'; target: string }
  | { as: 'submodule'; commit: string }
  | { as: 'binary' }
  | { as: 'large' }

export type OpenedFile = { path: string; kind: EntryKind; oid: string; size: number; isNamedByBytes: boolean }
/** What the header of a file needs. `text`: null for a file that is not text. */
export type FileFacts = OpenedFile & { text: TextFacts | null }

/** Two texts as rows of the diff table. */
export type DrawnChange = {
  /** Null: there is no difference, or it could not be rendered. */
  rows: { html: HtmlBytes; isCut: boolean } | null
  isSame: boolean
  added: number
  removed: number
}

/** A library file beside its upstream file. */
export type UpstreamFile = { id: string; fileName: string; version: number }
/** What changed upstream, what changed here, and what an update would change here. */
export type UpstreamDiffs = { theirs: DrawnChange; mine: DrawnChange | null; result: DrawnChange | null }

export type ChangedFile = DrawnChange & { kind: 'added' | 'deleted' | 'changed' | 'renamed'; from: string; to: string }

export type FoundLine = { line: number; text: string; ranges: readonly { from: number; to: number }[] }
export type FoundLines = { path: string; lines: readonly FoundLine[]; hasMore: boolean }

export type ImportResult = {
  saved: number
  unchanged: number
  refused: { path: string; code: string }[]
  /** The number of files that are left; they come after `after`. */
  left: number
  after: string
}
