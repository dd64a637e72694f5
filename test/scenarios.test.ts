import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const ROW = /^\| S(\d+) \| .+ \| `([^`]+)` \|$/gm

const rows = Array.from(
  readFileSync(join(ROOT, 'docs/scenarios.md'), 'utf8').matchAll(ROW),
  ([, number = '', file = '']) => ({
    number: Number(number),
    file,
  }),
)

/** The scenario numbers that the titles of a test file carry. */
function numbersIn(path: string): number[] {
  return Array.from(readFileSync(join(ROOT, path), 'utf8').matchAll(/['`](?:.*[ ,])?S(\d{1,2})\b[:, ]/g), ([, n]) =>
    Number(n),
  )
}

test('docs/scenarios.md lists the scenarios without a gap', () => {
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1))
})

it.each(rows)('S$number has a test in $file', ({ number, file }) => {
  expect(numbersIn(file)).toContain(number)
})

test('tests name only scenarios that docs/scenarios.md lists', () => {
  const known = new Set(rows.map((row) => row.number))
  const unknown = globSync('{src,test}/**/*.{test.ts,test.tsx,spec.ts}', { cwd: ROOT }).flatMap((path) =>
    numbersIn(path)
      .filter((number) => !known.has(number))
      .map((number) => `${path}: S${number}`),
  )
  expect(unknown).toEqual([])
})
