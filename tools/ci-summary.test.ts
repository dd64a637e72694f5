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

const vitest = { numPassedTests: 10, numFailedTests: 0, testResults: [] }
const playwright = { stats: { expected: 5, unexpected: 0, flaky: 0 }, suites: [] }
const conformance = ['pass', 'pass', 'fail', 'skip', 'differs'].map((status) => ({ status }))

test('ci-summary adds the tests on Citus and the conformance checks to the tests', () => {
  expect(summary(1, { vitest, citus: vitest, playwright, conformance })).toBe('27 passed, 1 failed')
})

test('ci-summary counts a failed step when no test failed', () => {
  expect(summary(1, { vitest, playwright })).toBe('15 passed, 1 failed')
})

test('ci-summary names every failed test, journey and unloadable file, each in one line', () => {
  const failedTest = { fullName: 'diff keeps order', status: 'failed', failureMessages: ['expected 1 to be 2\n  at x'] }
  const failedFiles = [
    { name: join(folder, 'a.test.ts'), status: 'failed', message: '', assertionResults: [failedTest] },
    { name: join(folder, 'b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  const journey = {
    file: 'c.spec.ts',
    title: 'signs in',
    ok: false,
    tests: [{ projectName: 'he-desktop', status: 'unexpected', results: [{ error: { message: 'no button' } }] }],
  }
  expect(
    summary(2, {
      vitest: { numPassedTests: 0, numFailedTests: 1, testResults: failedFiles },
      playwright: {
        stats: { expected: 0, unexpected: 1, flaky: 0 },
        suites: [{ specs: [], suites: [{ specs: [journey] }] }],
      },
    }),
  ).toBe(
    [
      'failed: a.test.ts: diff keeps order: expected 1 to be 2',
      'failed: b.test.ts: : Cannot find module',
      'failed: c.spec.ts (he-desktop): signs in: no button',
      '0 passed, 2 failed',
    ].join('\n'),
  )
})
