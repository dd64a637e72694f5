import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-summary-'))
  mkdirSync(join(folder, 'test-results'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function summary(failedSteps: number, reports: Record<string, unknown>): string {
  for (const [name, report] of Object.entries(reports))
    writeFileSync(join(folder, 'test-results', `${name}.json`), JSON.stringify(report))
  const script = join(import.meta.dirname, 'ci-summary.ts')
  return execFileSync(process.execPath, [script, String(failedSteps)], { cwd: folder, encoding: 'utf8' }).trim()
}

const vitest = { passed: 10, failures: [], errors: [], times: [] }
const playwright = { stats: { expected: 5 }, suites: [], errors: [] }
const conformance = ['pass', 'pass', 'fail', 'skip', 'differs'].map((status) => ({ status }))

function failure(title: string) {
  return { project: 'pure', file: 'a.test.ts', title, message: 'expected 1 to be 2\n  at x' }
}

test('ci-summary adds the tests on Citus and the conformance checks to the tests', () => {
  expect(summary(1, { vitest, citus: vitest, playwright, conformance })).toBe('27 passed, 1 failed')
})

test('ci-summary counts a failed step when no test failed', () => {
  expect(summary(1, { vitest, playwright })).toBe('15 passed, 1 failed')
})

test('ci-summary names every failed test, journey and unloadable file, each in one line', () => {
  const unloadable = { project: 'pure', file: 'b.test.ts', title: '', message: 'Cannot find module' }
  const result = {
    expectedStatus: 'passed',
    status: 'unexpected',
    results: [{ duration: 1, error: { message: 'no button' } }],
  }
  const journey = { file: 'c.spec.ts', title: 'signs in', tests: [{ projectName: 'he-desktop', ...result }] }
  const group = { title: 'a visitor', specs: [journey] }
  expect(
    summary(2, {
      vitest: { passed: 0, failures: [failure('diff keeps order'), unloadable], errors: [], times: [] },
      playwright: { ...playwright, suites: [{ title: 'c.spec.ts', specs: [], suites: [group] }] },
    }),
  ).toBe(
    [
      'failed: pure a.test.ts > diff keeps order: expected 1 to be 2',
      'failed: pure b.test.ts: Cannot find module',
      'failed: he-desktop c.spec.ts > a visitor › signs in: no button',
      '5 passed, 3 failed',
    ].join('\n'),
  )
})

test('ci-summary lists an unstable test with its first error and counts it as passed', () => {
  const failures = [failure('is unstable')]
  expect(summary(0, { vitest: { ...vitest, failures }, unstable: failures })).toBe(
    ['unstable: pure a.test.ts > is unstable: expected 1 to be 2', '11 passed, 0 failed'].join('\n'),
  )
})

test('ci-summary gives the reason when a fourth unstable test failed the gate', () => {
  const failures = ['1', '2', '3', '4'].map(failure)
  expect(
    summary(1, { vitest: { ...vitest, failures }, unstable: failures })
      .split('\n')
      .slice(4),
  ).toEqual(['failed: 4 tests are unstable, at most 3 may be', '14 passed, 1 failed'])
})
