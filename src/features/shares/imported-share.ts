import type { Lines } from 'codeshelf-follow'
import { type FileId, parseId } from '#base/ids.ts'
import { charLength, isStorableText } from '#base/text.ts'
import { NOTE_CONTENT_CHARS, NOTE_TITLE_CHARS } from '#features/notes/note.ts'
import { MAX_HIDDEN_LINES } from './hidden-lines.ts'
import { type NewShare, SHARE_KINDS, type SharedVersion } from './share.ts'
import { linesInRange, MAX_SHARED_NOTES, type SharedNote, visibleLines } from './shared-note.ts'

/** A version in an exported share. The checksum is that of its text: the file here may have another text in this version. */
export type ExactSharedVersion = SharedVersion & { sha256: string }

/** A share in an export, with the ids of the files here. The export may have been edited, so every field is validated. */
export type ShareImport = Omit<NewShare, 'id' | 'kind' | 'key'> & {
  id: string
  kind: string
  files: readonly ExactSharedVersion[]
  notes: readonly SharedNote[]
}

export type ExactShare = Omit<NewShare, 'key'> & Pick<ShareImport, 'files' | 'notes'>

/** The validated share, or the name of the invalid field. */
export type ParsedShare = { outcome: 'valid'; exact: ExactShare } | { outcome: 'invalid'; field: string }

const MAX_FILES = 100
const MAX_INT = 2_147_483_647

export function parseShareImport(given: ShareImport): ParsedShare {
  const id = parseId<'share'>(given.id)
  const kind = SHARE_KINDS.find((each) => each === given.kind)
  if (!id) return { outcome: 'invalid', field: 'id' }
  if (!kind) return { outcome: 'invalid', field: 'kind' }
  const { seed, views, files } = given
  // The same format as that of a new seed; an internal share has none.
  if (seed !== null && (kind === 'internal' || !/^[\w-]{43}$/.test(seed))) return { outcome: 'invalid', field: 'seed' }
  if (!Number.isInteger(views) || views < 0 || views > MAX_INT) return { outcome: 'invalid', field: 'views' }
  const max = kind === 'internal' ? 1 : MAX_FILES
  if (files.length < 1 || files.length > max || !files.every(isSharedVersion) || hasTwice(files))
    return { outcome: 'invalid', field: 'files' }
  if (!areSharedNotes(given)) return { outcome: 'invalid', field: 'notes' }
  return { outcome: 'valid', exact: { ...given, id, kind } }
}

function isSharedVersion({ position, version, hiddenLines, range }: ExactSharedVersion): boolean {
  if (range && !isRange({ start: range.from, end: range.to })) return false
  const isPosition = isOrdinal(position) && position <= MAX_FILES
  return isPosition && isOrdinal(version) && hiddenLines.length <= MAX_HIDDEN_LINES && hiddenLines.every(isOrdinal)
}

function hasTwice(files: readonly { position: number; fileId: FileId }[]): boolean {
  return new Set(files.map(({ position }) => position)).size < files.length
}

/** A note on a line that is hidden or not shared is not valid either: no share of ours has one, and its text may be about that line. */
function areSharedNotes({ files, notes }: ShareImport): boolean {
  const byPosition = new Map(files.map((file) => [file.position, file]))
  const keys = new Set(notes.map(({ position, number }) => `${position}:${number}`))
  return (
    notes.length <= MAX_SHARED_NOTES &&
    keys.size === notes.length &&
    notes.every(({ position, number, title, content, lines }) => {
      const file = byPosition.get(position)
      if (!file || !isOrdinal(number) || number > MAX_SHARED_NOTES) return false
      if (!isText(title, NOTE_TITLE_CHARS) || !isText(content, NOTE_CONTENT_CHARS)) return false
      if (lines === null) return true
      return isRange(lines) && visibleLines(lines, file.hiddenLines) !== null && isWithin(lines, file)
    })
  )
}

function isWithin(lines: Lines, { range }: ExactSharedVersion): boolean {
  const shown = linesInRange(lines, range)
  return shown !== null && shown !== 'outside' && shown.start === lines.start && shown.end === lines.end
}

function isText(text: string, max: number): boolean {
  return charLength(text) <= max && isStorableText(text)
}

function isRange({ start, end }: { start: number; end: number }): boolean {
  return isOrdinal(start) && isOrdinal(end) && start <= end
}

function isOrdinal(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_INT
}
