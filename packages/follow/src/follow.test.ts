import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/cpu.ts'
import { history, type Random, seeded, type TrackedLine } from './edit-script.fixture.ts'
import { type Anchor, followTexts, type Location } from './follow.ts'
import { isDistinctive } from './likeness.ts'

const at = (content: string, version = 1) => ({ version, content })
const anchor = (start: number, quote: string, end = start): Anchor => ({ lines: { start, end }, version: 1, quote })
const follow = (from: string, to: string, ...anchors: Anchor[]) => followTexts(anchors, [at(from), at(to, 2)])

describe('followTexts', () => {
  const text = 'import a\n\nfunction first() {\n  return 1\n}\n\nfunction second() {\n  return 2\n}\n'

  test('returns anchored when the lines did not move', () => {
    expect(follow(text, `${text}// end\n`, anchor(4, '  return 1\n'))).toMatchObject([
      { state: 'anchored', lines: { start: 4, end: 4 } },
    ])
  })

  test('returns shifted when lines were inserted above (L4 to L6)', () => {
    expect(follow(text, `// one\n// two\n${text}`, anchor(4, '  return 1\n'))).toMatchObject([
      { state: 'shifted', lines: { start: 6 }, was: { start: 4 } },
    ])
  })

  test('returns moved when the block was cut and pasted elsewhere', () => {
    const swapped = 'import a\n\nfunction second() {\n  return 2\n}\n\nfunction first() {\n  return 1\n}\n'
    expect(follow(text, swapped, anchor(3, 'function first() {\n'))).toMatchObject([
      { state: 'moved', lines: { start: 7 } },
    ])
  })

  test('returns changed when the text of the lines was edited', () => {
    expect(
      follow(text, text.replace('function second()', 'async function second()'), anchor(7, 'function second() {\n')),
    ).toMatchObject([{ state: 'changed', lines: { start: 7 } }])
  })

  test('returns lost for deleted lines even when equal lines exist elsewhere', () => {
    const twins = 'const answer = compute(42)\n\nlog(one)\n\nconst answer = compute(42)\n\nlog(two)\n'
    expect(
      follow(twins, 'log(one)\n\nconst answer = compute(42)\n\nlog(two)\n', anchor(1, 'const answer = compute(42)\n')),
    ).toMatchObject([{ state: 'lost', was: { start: 1 } }])
    expect(follow(text, '', anchor(4, '  return 1\n'))).toMatchObject([{ state: 'lost' }])
  })

  test('returns lost for the end of a deleted method, although an equal line stands there now', () => {
    const first = (more: string) => `def first(one)\n  compute_first(one)\n${more}end\n\n`
    const second = 'def second(two)\n  compute_second(two)\nend\n\n'
    const third = 'def third(three)\n  compute_third(three)\nend\n'
    const now = first('  log_the_result(one)\n') + third
    expect(follow(first('') + second + third, now, anchor(7, 'end\n'), anchor(11, 'end\n'))).toMatchObject([
      { state: 'lost' },
      { state: 'shifted', lines: { start: 8 } },
    ])
  })

  test('returns every line of a statement that was written on more lines', () => {
    const before = 'fn all() {\n    matcher.find_iter(b"aa bb", |m| {\n        matches.push(m);\n    });\n}\n'
    const now =
      'fn all() {\n    matcher\n        .find_iter(b"aa bb", |m| {\n            matches.push(m);\n        });\n}\n'
    const quote = '    matcher.find_iter(b"aa bb", |m| {\n        matches.push(m);\n    });\n'
    expect(follow(before, now, anchor(2, quote, 4))).toMatchObject([{ state: 'changed', lines: { start: 2, end: 5 } }])
  })

  test('returns changed for a line between its neighbours when names in it changed their case', () => {
    const around = (line: string) => `logger->info("Good message");\n${line}\nclose_all_loggers();\n`
    const before = 'REQUIRE(count_lines(filename) == 2);'
    expect(
      follow(around(before), around('require_message_count(filename, 2);'), anchor(2, `${before}\n`)),
    ).toMatchObject([{ state: 'changed', lines: { start: 2, end: 2 } }])
    expect(follow(around(before), around('spdlog::shutdown();'), anchor(2, `${before}\n`))).toMatchObject([
      { state: 'lost' },
    ])
  })

  test('returns anchored after reformatting', () => {
    const indented = text.replaceAll(/^(?=.)/gm, '    ')
    expect(follow(text, indented, anchor(4, '  return 1\n'), anchor(3, 'function first() {\n'))).toMatchObject([
      { state: 'anchored' },
      { state: 'anchored' },
    ])
  })

  test('shortens a range whose first line was deleted', () => {
    const poem = 'a quiet first line\nthe second line follows\nand the third one ends it\nafter that nothing\n'
    const range = anchor(1, 'a quiet first line\nthe second line follows\nand the third one ends it\n', 3)
    expect(follow(poem, poem.replace('a quiet first line\n', ''), range)).toMatchObject([
      { state: 'changed', lines: { start: 1, end: 2 } },
    ])
  })
})

/** Frozen copies of real sources, so that the figures below do not change with the code. */
const FOLDER = 'packages/follow/fixtures'
const VERSIONS = 60
const NOTES_PER_FILE = 200

type Verdict = 'correct' | 'wrong' | 'lost'

/**
 * Judges a note by its distinctive lines. Correct: it is on one of them, or lost when none of them is left. Wrong: it is on
 * lines that are not its own.
 */
function judge(location: Location, own: ReadonlySet<number>, newest: readonly TrackedLine[]): Verdict {
  const alive = newest.some(({ id }) => own.has(id))
  if (!('lines' in location)) return alive ? 'lost' : 'correct'
  return newest.slice(location.lines.start - 1, location.lines.end).some(({ id }) => own.has(id)) ? 'correct' : 'wrong'
}

function putNote(versions: readonly TrackedLine[][], random: Random): { anchored: Anchor; own: Set<number> } {
  const version = random(VERSIONS - 1)
  const lines = versions[version] ?? []
  const start = random(lines.length)
  const put = lines.slice(start, start + 1 + random(5))
  const own = new Set(put.filter(({ text }) => isDistinctive([text])).map(({ id }) => id))
  if (own.size === 0) return putNote(versions, random)
  const quote = put.map((line) => `${line.text}\n`).join('')
  return { anchored: { lines: { start: start + 1, end: start + put.length }, version, quote }, own }
}

function replay(text: string, pool: readonly string[], seed: number): Record<Verdict, number> {
  const random = seeded(seed)
  const versions = history(text, VERSIONS, pool, random)
  const newest = versions.at(-1) ?? []
  const notes = Array.from({ length: NOTES_PER_FILE }, () => putNote(versions, random))
  const texts = versions.map((lines, version) => ({ version, content: lines.map((line) => `${line.text}\n`).join('') }))
  const locations = followTexts(
    notes.map(({ anchored }) => anchored),
    texts,
  )
  const table: Record<Verdict, number> = { correct: 0, wrong: 0, lost: 0 }
  for (const [n, location] of locations.entries()) table[judge(location, notes[n]?.own ?? new Set(), newest)] += 1
  return table
}

test('followTexts is ≥ 97 % correct and ≤ 0.5 % wrong over 60 versions of 14 files and 2,800 notes', async ({
  annotate,
}) => {
  const files = readdirSync(FOLDER)
  const texts = files.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
  const pool = texts.flatMap((text) => text.split('\n'))
  const rows = files.map((file, i) => ({ file, ...replay(texts[i] ?? '', pool, i + 1) }))
  const sum = (key: Verdict) => rows.reduce((total, row) => total + row[key], 0)
  const all = files.length * NOTES_PER_FILE
  const table = rows.map((row) => `${row.file}: ${row.correct} correct, ${row.wrong} wrong, ${row.lost} lost`)
  await annotate(
    [...table, `all: ${sum('correct')} correct, ${sum('wrong')} wrong, ${sum('lost')} lost of ${all}`].join('\n'),
  )
  expect(all).toBeGreaterThanOrEqual(2_800)
  expect(sum('wrong') / all).toBeLessThanOrEqual(0.005)
  expect(sum('correct') / all).toBeGreaterThanOrEqual(0.97)
})

describe('the CPU time of followTexts', () => {
  const versionsOf = (lineOf: (line: number, version: number) => string) =>
    Array.from({ length: 10 }, (_, v) => at(Array.from({ length: 12_000 }, (__, i) => lineOf(i, v)).join('\n'), v + 1))
  const row = (i: number, v: number) => `const value${i} = compute(${v}, ${(i * 7919) % 1000}) // a row of the table`

  // Both took seconds when every step compared all lines instead of only those that an anchor needs.
  test.each([
    ['every line is rewritten in every version', (i: number, v: number) => row(i, v * 100_000 + i)],
    ['lines are reordered in every version', (i: number, v: number) => row((i * (2 * v + 1)) % 12_000, 0)],
  ])('stays within two seconds when %s', (_, lineOf) => {
    const versions = versionsOf(lineOf)
    const quote = versions[0]?.content.split('\n').slice(499, 502).join('\n') ?? ''
    expect(cpuMs(() => followTexts([anchor(500, quote, 502)], versions))).toBeLessThan(2_000)
  })
})
