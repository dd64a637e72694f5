import { parseId } from '#base/ids.ts'
import { charLength, isStorableText } from '#base/text.ts'
import type { Followed, Quote } from '#features/following/anchored-note.ts'
import { type Place, PLACES_KEPT } from '#features/following/place.ts'
import { MAX_WATCHED_CHARS } from '#features/following/watch.ts'
import { MAX_TAG_CHARS, MAX_TAGS } from '#features/files/file.ts'
import { COLOR_IDS } from './color-ids.ts'
import * as rules from './note.ts'

/** A note in an export. The file may have been edited, so every field is validated. */
export type NoteImport = Omit<
  rules.Note,
  'id' | 'color' | 'mode' | 'movedFrom' | 'followed' | 'places' | 'moveDismissed' | 'watch'
> & {
  id: string
  color: string
  mode: string
  movedFrom: string | null
  followed: Followed | null
  places: readonly Place[]
  watch: rules.ExactWatch | null
  deletedAt: Date | null
  purgeAt: Date | null
  history: readonly rules.Earlier[]
}

/** A validated note of an export. */
export type ExactNote = {
  note: rules.Note
  watch: rules.ExactWatch | null
  deletedAt: Date | null
  purgeAt: Date | null
  history: readonly rules.Earlier[]
}

/** The validated note, or the name of the invalid field. */
export type ParsedNote = { outcome: 'valid'; exact: ExactNote } | { outcome: 'invalid'; field: string }

export function parseNoteImport(given: NoteImport): ParsedNote {
  const { color: colorText, mode: modeText, watch, deletedAt, purgeAt, history, ...same } = given
  const id = parseId<'note'>(given.id)
  const color = COLOR_IDS.find((each) => each === colorText)
  const mode = rules.MODES.find((each) => each === modeText)
  if (!id) return { outcome: 'invalid', field: 'id' }
  if (!color) return { outcome: 'invalid', field: 'color' }
  if (!mode) return { outcome: 'invalid', field: 'mode' }
  const field = CHECKS.find(([, isValid]) => !isValid(given))?.[0]
  if (field !== undefined) return { outcome: 'invalid', field }
  return { outcome: 'valid', exact: { note: { ...same, id, color, mode }, watch, deletedAt, purgeAt, history } }
}

const MAX_INT = 2_147_483_647
const ANCHOR_CHARS = 500
/** A quote is part of a file, and files have at most 2 MiB. */
const QUOTE_CHARS = 2 * 1024 * 1024
const REPO_CHARS = 10_000
const SYMBOL_CHARS = 200

const CHECKS: readonly [field: string, isValid: (note: NoteImport) => boolean][] = [
  ['title', ({ title }) => isTitle(title)],
  ['content', ({ content }) => fits(content, rules.NOTE_CONTENT_CHARS)],
  ['position', ({ position: { x, y } }) => isWithin(x, rules.BOUNDS.x) && isWithin(y, rules.BOUNDS.y)],
  ['size', ({ size: s }) => isWithin(s.width, rules.BOUNDS.width) && isWithin(s.height, rules.BOUNDS.height)],
  ['tags', ({ tags }) => tags.length <= MAX_TAGS && tags.every((tag) => tag.trim() !== '' && fits(tag, MAX_TAG_CHARS))],
  ['line_start', ({ lineStart }) => isLine(lineStart)],
  ['line_end', ({ lineStart, lineEnd }) => isLine(lineEnd) && (lineEnd ?? MAX_INT) >= (lineStart ?? 0)],
  ['anchor_id', ({ anchorId }) => fits(anchorId ?? '', ANCHOR_CHARS)],
  ['anchor_text', ({ anchorText }) => fits(anchorText ?? '', ANCHOR_CHARS)],
  ['quote', ({ quote }) => quote === null || isQuote(quote)],
  ['moved_from', ({ movedFrom }) => fits(movedFrom ?? '', REPO_CHARS)],
  ['followed', ({ followed }) => followed === null || isFollowed(followed)],
  ['places', ({ places }) => places.length <= PLACES_KEPT && places.every(isPlace)],
  ['watch', ({ watch, lineStart }) => watch === null || (lineStart !== null && isWatch(watch))],
  ['on', ({ target }) => target.kind !== 'repo' || (isNamed(target.repoName) && isNamed(target.repoPath))],
  ['history', ({ history }) => isHistory(history)],
]

function fits(text: string, max: number): boolean {
  return isStorableText(text) && charLength(text) <= max
}

function isFollowed({ commit, ranges }: Followed): boolean {
  return isCommit(commit) && ranges.every(([start, end]) => isPositive(start) && isPositive(end) && start <= end)
}

function isPlace({ since, path, start, end, symbol }: Place): boolean {
  const isVersion = /^[1-9]\d{0,8}$/.test(since)
  const isKnown = (isVersion || isCommit(since)) && fits(path, REPO_CHARS) && fits(symbol?.name ?? '', SYMBOL_CHARS)
  return isKnown && isLine(start) && isLine(end)
}

function isWatch({ text, after, symbol }: rules.ExactWatch): boolean {
  const isNamedSymbol = fits(symbol?.name ?? '', SYMBOL_CHARS) && fits(symbol?.container ?? '', REPO_CHARS)
  return isNamedSymbol && fits(text, MAX_WATCHED_CHARS) && fits(after ?? '', MAX_WATCHED_CHARS)
}

function isNamed(text: string): boolean {
  return text !== '' && fits(text, REPO_CHARS)
}

function isTitle(title: string): boolean {
  return rules.collapseTitle(title) === title && fits(title, rules.NOTE_TITLE_CHARS)
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max
}

function isLine(line: number | null): boolean {
  return line === null || isPositive(line)
}

function isPositive(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_INT
}

function isQuote({ text, before, after, version, commit }: Quote): boolean {
  const isKnown = commit == null || isCommit(commit)
  return [text, before, after].every((part) => fits(part, QUOTE_CHARS)) && isPositive(version) && isKnown
}

function isCommit(hash: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(hash)
}

function isHistory(history: readonly rules.Earlier[]): boolean {
  const isEarlier = ({ seq, title, content }: rules.Earlier) =>
    isPositive(seq) && isTitle(title) && fits(content, rules.NOTE_CONTENT_CHARS)
  const numbers = new Set(history.map(({ seq }) => seq))
  return history.length <= rules.HISTORY_KEPT && numbers.size === history.length && history.every(isEarlier)
}
