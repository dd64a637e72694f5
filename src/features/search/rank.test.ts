import { expect, test } from 'vitest'
import { nameKind, scoreOf, scoreOfSymbol } from './rank.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const plain = { texts: [], isFavourite: false, isOwn: false, updatedAt: null }
const best = { isFavourite: true, isOwn: true, updatedAt: NOW }
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

test.each([
  ['total.py', 'total', 'exactName'],
  ['Total.py', 'total.PY', 'exactName'],
  ['totals.py', 'total', 'nameStart'],
  ['sub-total.py', 'total', 'nameWord'],
  ['subtotal.py', 'total', 'namePart'],
  ['sum.py', 'total', 'other'],
  ['שָׁלוֹם.txt', 'שלום', 'exactName'],
  ['sum.py', '', 'other'],
  ['create-context.js', 'createContext', 'sameWords'],
  ['rate_limit.ts', 'limit', 'nameWord'],
  ['HttpServer.ts', 'server', 'nameWord'],
  ['הגיבוי נכשל', 'גיבוי', 'nameWord'],
  ['שֶׁבַּגִּבּוּי', 'גבוי', 'nameWord'],
  ['אגיבוי', 'גיבוי', 'namePart'],
  ['.gitignore', 'gitignore', 'sameWords'],
])('%s is for %s: %s', (name, word, kind) => {
  expect(nameKind(name, word)).toBe(kind)
})

test('a better kind of match wins, however old it is', () => {
  const text = (words: string, from: number) => [
    { text: words, ranges: [[from, from + 5]] satisfies [number, number][] },
  ]
  const kinds = [
    { name: 'total.py' },
    { name: 'to-tal.py' },
    { name: 'totals.py' },
    { name: 'sub-total.py' },
    { name: 'subtotal.py' },
    { name: 'a', texts: text('the total', 4) },
    { name: 'a', texts: text('subtotal', 3) },
    { name: 'a' },
  ]
  const word = (name: string) => (name === 'to-tal.py' ? 'toTal' : 'total')
  const worst = kinds.map((kind) => scoreOf({ ...plain, ...kind }, [word(kind.name)], NOW))
  const raised = kinds.map((kind) => scoreOf({ ...plain, ...kind, ...best }, [word(kind.name)], NOW))
  for (const [i, score] of worst.slice(0, -1).entries())
    expect(score, kinds[i]?.name).toBeGreaterThan(raised[i + 1] ?? 0)
})

test('an exact symbol is below an exact name and above every other', () => {
  const exact = scoreOf({ ...plain, name: 'total.py' }, ['total'], NOW)
  const start = scoreOf({ ...plain, ...best, name: 'totals.py' }, ['total'], NOW)
  expect(scoreOfSymbol('exact', 'total')).toBeLessThan(exact)
  expect(scoreOfSymbol('exact', 'total')).toBeGreaterThan(start)
})

test('humps count for what was typed with capitals, and little for a word in small letters', () => {
  expect(scoreOfSymbol('hump', 'rED')).toBeGreaterThan(scoreOfSymbol('hump', 'red'))
})

test('a name with all words is before one that is exactly one of them', () => {
  const of = (name: string) => scoreOf({ ...plain, name }, ['weekly', 'report'], NOW)
  expect(of('weekly_report.sh')).toBeGreaterThan(of('report.py'))
  expect(of('old-weekly-report.sh')).toBeGreaterThan(of('report.py'))
  expect(of('report.py')).toBeGreaterThan(of('sum.py'))
})

test('a Hebrew word with a prefix is a whole word of a text', () => {
  const of = (text: string, from: number) =>
    scoreOf({ ...plain, name: 'a', texts: [{ text, ranges: [[from, from + 5]] }] }, ['גיבוי'], NOW)
  expect(of('אחרי הגיבוי הלילי', 6)).toBe(of('אחרי גיבוי לילי', 5))
  expect(of('אחרי הגיבוי הלילי', 6)).toBeGreaterThan(of('אחרי טגיבוי', 6))
})

test('of equal matches, favourites, own work and recent changes come first', () => {
  const of = (more: object) => scoreOf({ ...plain, name: 'total.py', updatedAt: daysAgo(60), ...more }, ['total'], NOW)
  expect(of({ isFavourite: true })).toBeGreaterThan(of({}))
  expect(of({ updatedAt: daysAgo(1) })).toBeGreaterThan(of({}))
  expect(of({ isOwn: true })).toBeGreaterThan(of({}))
})
