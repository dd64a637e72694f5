import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNamed, formatDay } from './days.ts'
import { parseQuery, tokensOf } from './parse.ts'
import { MAX_SEARCH_CHARS } from './query.ts'
import { type Known, suggest, type Suggestion } from './suggest.ts'

const VALUES = {
  lang: ['Python', 'TypeScript', 'C++', 'Visual Basic'],
  tag: ['web', 'web dev', 'עבודה', 'עבודת גמר', '"quoted"', String.raw`back\slash and "marks"`, '-dash', 'a:b'],
  repo: ['site', 'מאגר שלי'],
  path: ['src/', 'my folder/', 'מסמכים/'],
}
const known: Known = {
  values: VALUES,
  today: { year: 2026, month: 3, day: 12 },
  locale: 'en',
  list: null,
}
const inHebrew: Known = { ...known, locale: 'he' }

/** `|` is the caret. */
function at(marked: string, who = known): Suggestion[] {
  const caret = marked.indexOf('|')
  return suggest(marked.replace('|', ''), caret, who)
}

/** As the browser does it with `setRangeText`. */
function applySuggestion(text: string, { from, to, insert }: Suggestion): { text: string; caret: number } {
  return { text: text.slice(0, from) + insert + text.slice(to), caret: from + insert.length }
}

/** What the first suggestion makes of the text, with `|` at the caret. */
function applied(marked: string, who = known): string {
  const [first] = at(marked, who)
  if (!first) throw new Error('there is no suggestion')
  const { text, caret } = applySuggestion(marked.replace('|', ''), first)
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

const texts = (marked: string, who = known) => at(marked, who).map(({ text }) => text)

describe('keys', () => {
  test.each([
    ['la|', ['lang:']],
    ['total re|', ['repo:']],
    ['in|', ['in:']],
    ['LANG|', ['lang:']],
    ['ca|', ['case:yes']],
    ['-ta|', ['tag:']],
    ['-in|', []],
    ['l|', []],
    ['index|', []],
    ['la|zy', []],
    ['"la|"', []],
    ['/la|/', []],
    ['chang|', ['before:', 'after:']],
    ['repository|', ['repo:']],
  ])('%s offers %j', (marked, offered) => {
    expect(texts(marked)).toEqual(offered)
  })

  test.each([
    ['תגי|', ['tag:']],
    ['מאגר|', ['repo:']],
    ['שפת|', ['lang:']],
    ['שלום -תגי|', ['tag:']],
    ['שלום la|', ['lang:']],
    ['שלום|', []],
  ])('%s offers %j on a Hebrew page', (marked, offered) => {
    expect(texts(marked, inHebrew)).toEqual(offered)
  })

  test('all of them are offered between spaces, and none directly before a word', () => {
    expect(texts('|')).toHaveLength(10)
    expect(texts('שלום | עולם')).toHaveLength(10)
    expect(texts('|total')).toEqual([])
  })

  test('the chosen key replaces the word, and the value is typed next', () => {
    expect(applied('a la| b')).toBe('a lang:| b')
    expect(applied('שלום -תגי|', inHebrew)).toBe('שלום -tag:|')
    expect(applied('Total cas|')).toBe('Total case:yes |')
  })
})

describe('values', () => {
  test.each([
    ['in:|', ['files', 'notes', 'boards', 'repos']],
    ['is:fa|', ['favourite']],
    ['lang:py|', ['Python']],
    ['lang:script|', ['TypeScript']],
    ['tag:web|', ['web dev']],
    ['-tag:we|', ['web', 'web dev']],
    ['-in:|', []],
    ['sym:to|', []],
    ['case:|', ['yes']],
    ['la|ng:py', []],
    ['tag:"עבודת |', ['עבודת גמר']],
    ['after:week|', ['2026-03-05']],
    ['before:2025|', ['2025-03-12']],
    ['lang:python|', []],
  ])('%s offers %j', (marked, offered) => {
    expect(texts(marked)).toEqual(offered)
  })

  test('their Hebrew explanations can be typed', () => {
    expect(texts('in:פתק|', inHebrew)).toEqual(['notes'])
    expect(texts('after:שבוע|', inHebrew)).toEqual(['2026-03-05'])
  })

  test('those that begin with the typed text come first', () => {
    expect(texts('tag:עבודת|')).toEqual(['עבודת גמר'])
    expect(texts('lang:p|')).toEqual(['Python', 'TypeScript'])
  })

  test('the chosen value replaces the whole value, and a space follows', () => {
    expect(applied('lang:p|yth x')).toBe('lang:Python |x')
    expect(applied('tag:עבוד| שלום')).toBe('tag:עבודה |שלום')
    expect(applied('tag:dev|')).toBe('tag:"web dev" |')
    expect(applied('tag:"we|b" x')).toBe('tag:web |x')
  })

  test('a value that would end a pattern is quoted', () => {
    expect(applied('a path:sr|')).toBe('a path:src/ |')
    expect(applied('/ path:sr|')).toBe('/ path:"src/" |')
  })

  test('an open quotation mark keeps what stands behind the caret', () => {
    expect(applied('tag:"web d| and more')).toBe('tag:"web dev" |and more')
  })

  test('at most eight are offered, of any number', () => {
    const tag = Array.from({ length: 300 }, (_each, n) => `tag ${n}`)
    expect(at('tag:|', { ...known, values: { ...VALUES, tag } })).toHaveLength(8)
  })

  test('none that would make the query too long', () => {
    const text = `${'x'.repeat(MAX_SEARCH_CHARS - 9)} lang:py`
    expect(suggest(text, text.length, known)).toEqual([])
  })
})

test('what a page does not search by is not offered', () => {
  const notes: Known = { ...known, list: 'notes' }
  expect(texts('la|', notes)).toEqual([])
  expect(texts('|', notes)).toEqual(['repo:', 'tag:', 'is:', 'before:', 'after:', 'case:yes'])
  expect(texts('is:|', notes)).toEqual(['untagged', 'task', 'due'])
})

describe('any text and caret', () => {
  const parts = fc.constantFrom(
    'la',
    'in',
    'ta',
    '-',
    '"',
    '/',
    ':',
    ' ',
    '  ',
    '\t',
    '\\',
    'x',
    'שלום',
    'עבוד',
    'תגי',
    '\u202b',
    '😀',
    'lang:',
    'tag:',
    'in:',
    'is:',
    'repo:',
    'path:',
    'after:',
    'case:',
    '-tag:',
    '-in:',
  )
  const marked = fc.tuple(
    fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    fc.nat({ max: 1_000 }),
    fc.constantFrom(known, inHebrew),
  )

  test('a suggestion changes the part at the caret and no other', () => {
    let chosen = 0
    fc.assert(
      fc.property(marked, ([text, place, who]) => {
        const caret = place % (text.length + 1)
        for (const suggestion of suggest(text, caret, who)) {
          chosen += 1
          const after = applySuggestion(text, suggestion)
          expect(after.text.slice(0, suggestion.from)).toBe(text.slice(0, suggestion.from))
          expect(after.text.slice(after.caret)).toBe(text.slice(suggestion.to))
          expect(suggestion.from).toBeLessThanOrEqual(caret)
          expectRead(after, suggestion)
        }
      }),
      { numRuns: 3_000 },
    )
    expect(chosen).toBeGreaterThan(1_000)
  })

  /** The parser reads the part that was written, and an error is about another part, or about a key that waits for its value. */
  function expectRead({ text, caret }: { text: string; caret: number }, { kind, text: shown, from }: Suggestion): void {
    const token = tokensOf(text).find((each) => each.from <= from && from < each.to)
    const isKey = kind === 'key' && shown !== 'case:yes'
    expect(token).toMatchObject({ isClosed: true, value: isKey ? '' : shown.replace('case:', '') })
    if (isKey) expect(`${token?.operator}:`).toBe(shown)
    else expect(token?.to).toBe(caret - 1)
    const parsed = parseQuery(text)
    if (parsed.kind === 'error' && parsed.error.from === token?.from)
      expect(['only_exclusions', ...(isKey ? ['empty_value'] : [])]).toContain(parsed.error.code)
  }
})

describe('days', () => {
  test.each([
    ['today', '2026-03-31'],
    ['yesterday', '2026-03-30'],
    ['week', '2026-03-24'],
    ['month', '2026-02-28'],
    ['year', '2025-03-31'],
  ] as const)('%s is %s', (name, day) => {
    expect(formatDay(dayNamed(name, { year: 2026, month: 3, day: 31 }))).toBe(day)
  })

  test('a month before January is December', () => {
    expect(formatDay(dayNamed('month', { year: 2026, month: 1, day: 5 }))).toBe('2025-12-05')
  })
})
