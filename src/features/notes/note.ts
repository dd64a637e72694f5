import type { BoardId, FileId } from '#base/ids.ts'
import { charLength } from '#base/text.ts'
import { isoUtc } from '#base/time.ts'
import type { AnchoredNote } from '#features/following/anchored-note.ts'
import type { Place } from '#features/following/place.ts'
import type { Watch } from '#features/following/watch.ts'
import type { KnownLink } from '#features/links/link.ts'
import type { ColorId } from './color-ids.ts'

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

/** What a note is attached to: exactly one thing. */
export type Target = { kind: 'file'; fileId: FileId } | { kind: 'board'; boardId: BoardId } | RepoTarget

export type RepoTarget = { kind: 'repo'; repoName: string; repoPath: string }

/** A watch as it is stored: with the text that it compares with and, once it has fired, what it found. `after` null: the lines were gone. */
export type ExactWatch = Watch & { text: string; after: string | null }

export type Note = AnchoredNote & {
  target: Target
  title: string
  content: string
  position: { x: number; y: number }
  size: { width: number; height: number }
  color: ColorId
  tags: readonly string[]
  isMinimized: boolean
  mode: Mode
  anchorId: string | null
  anchorText: string | null
  /** The earlier path of its repository file, if a sync found it renamed. */
  movedFrom?: string | null
  /** Null when the note does not watch its code. */
  watch?: Watch | null
  /** What the links in its text mean, as far as they are known; read from the database, as is how many texts link to it. */
  links?: readonly KnownLink[]
  linkedFrom?: number
  createdAt: Date
  updatedAt: Date
}

/** A title and content that a note had before. */
export type Earlier = { seq: number; title: string; content: string; replacedAt: Date }

/** The fields of an update. `undefined` keeps a field; null clears it. */
export type NoteChange = {
  title?: string | undefined
  content?: string | undefined
  position?: Note['position'] | undefined
  size?: Note['size'] | undefined
  color?: ColorId | undefined
  tags?: readonly string[] | undefined
  isMinimized?: boolean | undefined
  mode?: Mode | undefined
  lineStart?: number | null | undefined
  lineEnd?: number | null | undefined
  anchorId?: string | null | undefined
  anchorText?: string | null | undefined
}

/** The place at which the user has just attached the note; null for a note that is not on a text. */
export function attachedPlace({ target, quote, lineStart, lineEnd, updatedAt }: Note): Place | null {
  if (!quote || lineStart === null) return null
  return {
    kind: 'attached',
    since: quote.commit ?? String(quote.version),
    at: isoUtc(updatedAt),
    path: target.kind === 'repo' ? target.repoPath : '',
    start: lineStart,
    end: lineEnd ?? lineStart,
  }
}

/** One line, whitespace collapsed. */
export function collapseTitle(title: string): string {
  return title.replaceAll(/\s+/g, ' ').trim()
}

export function defaultMode(kind: Target['kind']): Mode {
  return kind === 'board' ? 'surface' : 'anchored'
}

/** Text is never truncated silently: more than 20,000 characters are rejected. */
export function isContentWithinLimit({ content }: Pick<NoteChange, 'content'>): boolean {
  return content === undefined || charLength(content) <= NOTE_CONTENT_CHARS
}

/** Identifies the text that a note is on. */
export function textOf({ target }: Pick<Note, 'target'>): string {
  if (target.kind === 'repo') return `${target.repoName}/${target.repoPath}`
  return target.kind === 'file' ? target.fileId : target.boardId
}
