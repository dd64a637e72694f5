import type { ColorId } from '#features/notes/color-ids.ts'
import type { Mode } from '#features/notes/note.ts'
import fc from 'fast-check'
import { linesWithEnds } from '#base/lines.ts'
import { charLength } from '#base/text.ts'
import { quoteOf } from '#features/following/anchored-note.ts'
import { PLAIN_UNITS, type Series, WORKWEEKS } from '#features/reminders/repeat.ts'
import { nastyTexts } from './nasty-texts.ts'

/** Fields that fast-check makes; moments are seconds before or after the moment of the test. */
export type RandomNote = {
  on: { kind: 'file' | 'board' | 'repo'; n: number }
  title: string
  content: string
  x: number
  y: number
  width: number
  height: number
  color: ColorId
  tags: string[]
  isMinimized: boolean
  mode: Mode
  lines: { version: number; start: number; length: number } | null
  heading: { id: string; text: string } | null
  movedFrom: string | null
  age: number
  edited: number
  isTrashed: boolean
  history: { title: string; content: string }[]
  reminder: { inSeconds: number; isAcknowledged: boolean; isPushed: boolean; series: Series | null } | null
}

export type RandomFile = {
  folder: string
  name: string
  versions: string[]
  tags: string[]
  isFavorite: boolean
  isPinned: boolean
  isTrashed: boolean
  origin: RandomOrigin | null
}

type RandomOrigin = { path: string; renamedTo: string | null; version: number | null; isSent: boolean }

/** The files and versions are chosen modulo what there is. */
export type RandomShare = {
  isPublic: boolean
  files: {
    n: number
    version: number
    hiddenLines: number[]
    range: { from: number; to: number } | null
    notes: { title: string; content: string; hasLines: boolean }[]
  }[]
  age: number
  days: number | null
  views: number
}

export type RandomSettings = {
  timeZone: string | null
  indent: number
  shortcuts: Record<string, string>
  instructions: string
}

/** `of`: a search, files, or the notes of the n-th file or board. */
export type RandomView = { name: string; of: 'search' | 'files' | 'file' | 'board'; q: string; n: number }

export type RandomLibrary = {
  files: RandomFile[]
  shares: RandomShare[]
  repos: string[]
  settings: RandomSettings | null
  locale: 'he' | 'en' | null
  theme: 'system' | 'light' | 'dark' | 'contrast'
  hasBoards: boolean
  defaultBoardName: string
  boards: string[]
  views: RandomView[]
  notes: RandomNote[]
}

const pieces = [
  ...Object.values(nastyTexts),
  '---',
  '---\ntitle: x\n---\n',
  '- [ ] task\n- [x] done',
  '# כותרת',
  '\u0301',
  '',
]
const piece = fc.constantFrom(...pieces)
const text = fc
  .array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 6 })
  .map((parts) => parts.join('\n').replaceAll('\0', ''))
  .filter((made) => made.isWellFormed())
/** One line without spaces at its ends, as titles and board names are stored. */
const oneLine = (min: number) =>
  fc
    .oneof(fc.constantFrom('פתק', 'To do', '---', 'a: b', '"x"', '🇮🇱'), fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((made) => made.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .filter((made) => made.length >= min && made.isWellFormed() && charLength(made) <= 80)

export const randomFile: fc.Arbitrary<RandomFile> = fc.record({
  folder: fc.constantFrom('', '', 'src', 'SRC', 'src/lib', 'תיקייה/קוד', 'CON', 'e\u0301'),
  name: fc.constantFrom('a.py', 'A.py', 'קובץ.md', 'b (2).txt', 'b.txt', '.env', 'notes', 'index.md', 'CON', 'x.zip'),
  versions: fc.array(text, { minLength: 1, maxLength: 4 }),
  tags: fc.uniqueArray(fc.constantFrom('א', 'two', 'c++'), { maxLength: 2 }),
  isFavorite: fc.boolean(),
  isPinned: fc.boolean(),
  isTrashed: fc.boolean(),
  origin: fc.option(
    fc.record({
      path: fc.constantFrom('src/קובץ.ts', 'a b/c.py'),
      renamedTo: fc.option(fc.constant('lib/new name.ts')),
      version: fc.option(fc.constant(1)),
      isSent: fc.boolean(),
    }),
  ),
})

const line = fc.integer({ min: 1, max: 2_147_483_647 })
const randomShare: fc.Arbitrary<RandomShare> = fc.record({
  isPublic: fc.boolean(),
  files: fc.array(
    fc.record({
      n: fc.nat(5),
      version: fc.nat(5),
      hiddenLines: fc.uniqueArray(line, { maxLength: 4 }),
      range: fc.option(fc.tuple(line, line).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))),
      notes: fc.array(fc.record({ title: oneLine(0), content: text, hasLines: fc.boolean() }), { maxLength: 2 }),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  age: fc.integer({ min: 1, max: 10_000_000 }),
  days: fc.option(fc.integer({ min: 1, max: 90 })),
  views: fc.nat(),
})

const randomSettings: fc.Arbitrary<RandomSettings> = fc.record({
  timeZone: fc.option(fc.constantFrom('UTC', 'America/New_York')),
  indent: fc.constantFrom(2, 8),
  shortcuts: fc.constantFrom({}, { KeyE: 'KeyZ' }),
  instructions: text.filter((made) => charLength(made) <= 4_000),
})

const within = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }).map(Math.abs))

const seriesStart = {
  from: fc.constantFrom('2026-01-31T09:00', '2026-03-27T02:30', '2027-12-31T23:59'),
  tz: fc.constantFrom('Asia/Jerusalem', 'America/New_York', 'UTC'),
}
const randomSeries: fc.Arbitrary<Series> = fc.oneof(
  fc.record({ unit: fc.constantFrom(...PLAIN_UNITS), interval: fc.integer({ min: 1, max: 365 }), ...seriesStart }),
  fc.record({ unit: fc.constant('weekday' as const), days: fc.constantFrom(...WORKWEEKS), ...seriesStart }),
)

export const randomNote: fc.Arbitrary<RandomNote> = fc.record({
  on: fc.record({ kind: fc.constantFrom('file', 'file', 'board', 'repo'), n: fc.nat(5) }),
  title: fc.oneof(fc.constant(''), oneLine(0)),
  content: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant('א'.repeat(20_000)) }),
  x: within(0, 100_000),
  y: within(0, 1_000_000),
  width: within(120, 1_200),
  height: within(80, 1_200),
  tags: fc.uniqueArray(fc.constantFrom('א', ' spaced ', 'c++', 'Ä\u0308'), { maxLength: 2 }),
  color: fc.constantFrom('yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray'),
  isMinimized: fc.boolean(),
  mode: fc.constantFrom('anchored', 'surface', 'screen'),
  lines: fc.option(fc.record({ version: fc.nat(3), start: fc.integer({ min: 1, max: 12 }), length: fc.nat(3) })),
  heading: fc.option(fc.record({ id: oneLine(1), text })),
  movedFrom: fc.option(fc.constantFrom('old/שם.ts', 'a b.ts')),
  age: fc.integer({ min: 1, max: 10_000_000 }),
  edited: fc.nat(500),
  isTrashed: fc.boolean(),
  history: fc.array(fc.record({ title: oneLine(0), content: text }), { maxLength: 4 }),
  reminder: fc.option(
    fc.record({
      inSeconds: fc.integer({ min: -5_000_000, max: 5_000_000 }),
      isAcknowledged: fc.boolean(),
      isPushed: fc.boolean(),
      series: fc.option(randomSeries),
    }),
  ),
})

const randomView: fc.Arbitrary<RandomView> = fc.record({
  name: oneLine(1),
  of: fc.constantFrom('search', 'files', 'file', 'board'),
  q: oneLine(1),
  n: fc.nat(3),
})

export const randomLibrary: fc.Arbitrary<RandomLibrary> = fc.record({
  files: fc.array(randomFile, { maxLength: 4 }),
  shares: fc.array(randomShare, { maxLength: 3 }),
  repos: fc.uniqueArray(fc.constantFrom('octo/shelf', 'octo/cat', 'a/b'), { maxLength: 2 }),
  settings: fc.option(randomSettings),
  locale: fc.constantFrom('he', 'en', null),
  theme: fc.constantFrom('system', 'light', 'dark', 'contrast'),
  hasBoards: fc.boolean(),
  defaultBoardName: oneLine(1),
  boards: fc.array(oneLine(1), { maxLength: 3 }),
  views: fc.uniqueArray(randomView, { maxLength: 4, selector: ({ name }) => name }),
  notes: fc.array(randomNote, { maxLength: 8 }),
})

/** What the application would have stored for a note on these lines. */
export function quoteFor(versions: readonly string[], lines: NonNullable<RandomNote['lines']>) {
  const version = (lines.version % versions.length) + 1
  const content = versions[version - 1] ?? ''
  const count = Math.max(1, linesWithEnds(content).length)
  const start = Math.min(lines.start, count)
  const end = Math.min(start + lines.length, count)
  return { start, end, quote: quoteOf(content, version, start, end) }
}
