import { describe, expect, it, test } from 'vitest'
import { findSecrets } from './find.ts'
import { ORDINARY_SORTS, ordinaryFiles } from './ordinary.fixture.ts'
import { secretSamples } from './samples.fixture.ts'

const around = (line: string) => `# הגדרות\nport = 8080\n${line}\n// the end\n`

describe('the guard sees secrets of every shape', () => {
  test('at least sixty shapes are tried', () => {
    expect(secretSamples(1).length).toBeGreaterThanOrEqual(60)
  })

  it.each(secretSamples(1))('$about', ({ text }) => {
    const [finding, ...others] = findSecrets(around(text))
    expect(others).toEqual([])
    expect(finding).toMatchObject({ from: 3, to: 2 + text.split('\n').length })
  })

  // What has no shape of its own is told by its surprise alone, and dice can spell a word.
  test('at least 995 of 1,000, whatever the dice give', () => {
    const tried = Array.from({ length: 60 }, (_, i) => secretSamples(i + 2)).flat()
    const missed = tried.filter(({ text }) => findSecrets(around(text)).length === 0)
    expect(missed.length, JSON.stringify(missed.slice(0, 5))).toBeLessThanOrEqual(tried.length / 200)
  })

  test('an excerpt shows too little to be used', () => {
    for (const { text } of secretSamples(3))
      for (const { excerpt } of findSecrets(around(text))) expect(excerpt.length).toBeLessThanOrEqual(41)
  })
})

describe('it stays quiet about ordinary files', () => {
  test('at most one false alarm in a thousand files', () => {
    const alarms: unknown[] = []
    for (const { sort, text } of ordinaryFiles(11, 4_000)) {
      const found = findSecrets(text)
      if (found.length > 0) alarms.push({ sort, found })
    }
    expect(alarms.length, JSON.stringify(alarms.slice(0, 5))).toBeLessThanOrEqual(4)
  })

  test('the corpus has every sort of file', () => {
    expect(new Set(Array.from(ordinaryFiles(1, 100), ({ sort }) => sort)).size).toBe(ORDINARY_SORTS.length)
  })
})

test('a long text without line ends does not stop the page', () => {
  const text = `${'password=token:key '.repeat(110_000)}`
  const before = performance.now()
  findSecrets(text)
  findSecrets('a'.repeat(2_000_000))
  findSecrets('-----BEGIN PRIVATE KEY-----\n'.repeat(2_000))
  expect(performance.now() - before).toBeLessThan(3_000)
})
