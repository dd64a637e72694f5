import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import { charLength } from '#base/text.ts'
import type { ColorId } from './colors.ts'

export const NOTE_CONTENT_CHARS = 20_000
export const NOTE_TITLE_CHARS = 80
export const MAX_NOTES_PER_USER = 1_000
export const MAX_NOTES_PER_BOARD = 200
export const MAX_NOTES_PER_REPO_FILE = 20
export const MAX_BATCH = 100
export const HISTORY_KEPT = 20
export const NOTE_TRASH_DAYS = 30

export const MODES = ['anchored', 'surface', 'screen'] as const
export type Mode = (typeof MODES)[number]

export const BOUNDS = {
  x: { min: 0, max: 100_000, standard: 100 },
  y: { min: 0, max: 1_000_000, standard: 100 },
  width: { min: 120, max: 1_200, standard: 250 },
  height: { min: 80, max: 1_200, standard: 200 },
} as const

/** Where a note is stuck: exactly one thing. */
export type Target = { kind: 'file'; fileId: FileId } | { kind: 'board'; boardId: BoardId } | RepoTarget

export type RepoTarget = { kind: 'repo'; repoName: string; repoPath: string }

/** What the lines said when the note was put there, and 32 characters around them: in a version of a file, or in a commit. */
export type Quote = { text: string; before: string; after: string; version: number; commit?: string | null }

export type Note = {
  id: NoteId
  target: Target
  title: string
  content: string
  position: { x: number; y: number }
  size: { width: number; height: number }
  color: ColorId
  isMinimized: boolean
  mode: Mode
  lineStart: number | null
  lineEnd: number | null
  anchorId: string | null
  anchorText: string | null
  quote: Quote | null
  /** Where its repository file was before a sync found it renamed. */
  movedFrom?: string | null
  createdAt: Date
  updatedAt: Date
}

/** What an update may carry. `undefined` leaves a field as it is; null empties it. */
export type NoteChange = {
  title?: string | undefined
  content?: string | undefined
  position?: Note['position'] | undefined
  size?: Note['size'] | undefined
  color?: ColorId | undefined
  isMinimized?: boolean | undefined
  mode?: Mode | undefined
  lineStart?: number | null | undefined
  lineEnd?: number | null | undefined
  anchorId?: string | null | undefined
  anchorText?: string | null | undefined
}

/** One line, whitespace collapsed. */
export function collapseTitle(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim()
}

export function defaultMode(kind: Target['kind']): Mode {
  return kind === 'board' ? 'surface' : 'anchored'
}

/** Never cut in silence: 20,000 characters are kept, one more is refused. */
export function contentFits({ content }: Pick<NoteChange, 'content'>): boolean {
  return content === undefined || charLength(content) <= NOTE_CONTENT_CHARS
}
