import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchName, MATCH_RANKS, readWanted, splitName } from './symbol-match.ts'
import { fileNameLine, fileNamePatterns, symbolNames, symbolPatterns, widestPatterns } from './symbol-names.ts'

const rankOf = (name: string, wanted: string) => matchName(name, wanted)?.rank ?? null
const marked = (name: string, wanted: string) =>
  matchName(name, wanted)?.ranges.map(([from, to]) => name.slice(from, to)) ?? null

describe('matchName', () => {
  test.each([
    ['normaliseBodyFields', 'normaliseBodyFields', 'exact', ['normaliseBodyFields']],
    ['normaliseBodyFields', 'NORMALISEbodyfields', 'exact', ['normaliseBodyFields']],
    ['normaliseBodyFields', 'normal', 'prefix', ['normal']],
    ['normaliseBodyFields', 'nBF', 'hump', ['n', 'B', 'F']],
    ['normaliseBodyFields', 'nbf', 'hump', ['n', 'B', 'F']],
    ['normaliseBodyFields', 'normBF', 'hump', ['norm', 'B', 'F']],
    ['normaliseBodyFields', 'nB', 'hump', ['n', 'B']],
    ['normalise_body_fields', 'nBF', 'hump', ['n', 'b', 'f']],
    ['normalise-body-fields', 'nbf', 'hump', ['n', 'b', 'f']],
    ['getUser', 'get_user', 'hump', ['get', 'User']],
    ['HTTPServer', 'hS', 'hump', ['H', 'S']],
    ['HTTPServer', 'https', 'prefix', ['HTTPS']],
    ['normaliseBodyFields', 'body', 'word', ['Body']],
    ['normaliseBodyFields', 'bodyFie', 'word', ['BodyFie']],
    ['normaliseBodyFields', 'bo', 'word', ['Bo']],
    ['normaliseBodyFields', 'ody', 'substring', ['ody']],
    ['normaliseBodyFields', 'od', null, null],
    ['normaliseBodyFields', 'nFB', null, null],
    ['normaliseBodyFields', 'absent', null, null],
    ['_private', 'private', 'word', ['private']],
    ['operator==', '==', null, null],
    ['חשבסכום', 'חשב', 'prefix', ['חשב']],
    ['חַשֵּׁב_סכום', 'חשב', 'prefix', ['חַשֵּׁב']],
    ['חַשֵּׁב_סכום', 'חשב_סכום', 'exact', ['חַשֵּׁב_סכום']],
    ['חשב_סכום', 'חַשֵּׁב', 'prefix', ['חשב']],
    ['חשב_סכום', 'חס', 'hump', ['ח', 'ס']],
    ['חשב_סכום', 'סכ', 'word', ['סכ']],
    ['café_Noir', 'cafe\u0301', 'prefix', ['café']],
    ['x', '', null, null],
    ['x', '  ', null, null],
    ['', 'x', null, null],
  ])('%s for %s: %s', (name, wanted, rank, ranges) => {
    expect(rankOf(name, wanted)).toBe(rank)
    expect(marked(name, wanted)).toEqual(ranges)
  })

  test('splits camelCase, snake_case, kebab-case and capitals into the same words', () => {
    const words = (name: string) => splitName(name).words.map(({ folded }) => folded)
    for (const name of ['parseHTTPBody', 'parse_http_body', 'parse-http-body', 'PARSE_HTTP_BODY', 'ParseHttpBody'])
      expect(words(name), name).toEqual(['parse', 'http', 'body'])
    expect(words('sha256Sum')).toEqual(['sha256', 'sum'])
  })
})

const piece = fc.constantFrom(
  'get',
  'User',
  'HTTP',
  '_',
  '-',
  'body',
  'X',
  'שלום',
  'שָׁלוֹם',
  'é',
  'e\u0301',
  '2',
  ' ',
  '𝕳',
  '\t',
  '\n',
  '%',
  '\\',
  'İ',
  'ς',
  '\ud83d',
)
const name = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
)
/** Something typed that often matches the name: all or a part of it, its capitals, in another case. */
const pair = fc.tuple(name, name, fc.nat(), fc.nat(), fc.nat(4)).map(([text, other, a, b, how]) => {
  const [from, to] = [a % text.length, b % (text.length + 1)].toSorted((x, y) => x - y)
  const part = text.slice(from, to)
  const humps = splitName(text).words.map(({ folded }) => folded.slice(0, 1 + (b % 3)))
  const typed =
    [part, part.toUpperCase(), humps.join('_'), humps.map((hump) => hump.slice(0, 1)).join(''), other][how] ?? ''
  return { text, typed }
})

/** LIKE as PostgreSQL matches it. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/\\(.)|%|[.*+?^${}()|[\]\\]/gsu, (found, escaped: string | undefined) =>
    escaped === undefined
      ? found === '%'
        ? '.*'
        : `\\${found}`
      : escaped.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  return new RegExp(`^${source}$`, 's').test(text)
}

describe('the search document of names', () => {
  test('holds every name that matches, under the pattern of its rank', () => {
    let matched = 0
    fc.assert(
      fc.property(pair, ({ text, typed }) => {
        const wanted = readWanted(typed)
        const match = wanted && matchName(text, wanted)
        if (!wanted || !match) return
        matched += 1
        const symbol = symbolNames([{ name: text, kind: 'function', container: null, line: 1 }])
        for (const [doc, patterns] of [
          [`${fileNameLine('a.ts')}${symbol.lines}`, symbolPatterns(wanted)],
          [fileNameLine(text), fileNamePatterns(wanted)],
        ] as const) {
          const likeAll = (all: readonly string[] | null) => all?.every((each) => isLike(doc, each))
          expect(likeAll(patterns[match.rank]), JSON.stringify([doc, patterns])).toBe(true)
          expect(widestPatterns(patterns).some(likeAll)).toBe(true)
        }
      }),
      { numRuns: 3_000 },
    )
    expect(matched).toBeGreaterThan(1_000)
  })

  test('has one line per name, and ranges inside the name in order', () => {
    fc.assert(
      fc.property(pair, fc.array(name, { maxLength: 8 }), ({ text, typed }, others) => {
        const names = [...others, text, text]
        const { lines, symbols } = symbolNames(
          names.map((each, line) => ({ name: each, kind: 'class', container: each, line })),
        )
        expect(lines.split('\n')).toHaveLength(symbols.length + 1)
        expect(symbols.flat()).toHaveLength(names.length)
        expect(JSON.stringify(symbols)).not.toMatch(/\\ud[89a-f]/)
        expect(fileNameLine(text)).not.toContain('\n')
        const ranges = matchName(text, typed)?.ranges ?? []
        for (const [i, [from, to]] of ranges.entries()) {
          expect(from).toBeLessThan(to)
          expect(from).toBeGreaterThanOrEqual(ranges[i - 1]?.[1] ?? 0)
          expect(to).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('every name is found by itself, and an identifier by each of its beginnings', () => {
    fc.assert(
      fc.property(name, (text) => {
        if (readWanted(text) && text === text.trim()) expect(rankOf(text, text)).toBe('exact')
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z_][\w-]{1,20}$/), fc.nat(), (text, cut) => {
        expect(MATCH_RANKS.slice(0, 2)).toContain(rankOf(text, text.slice(0, 1 + (cut % text.length))))
      }),
    )
  })
})
