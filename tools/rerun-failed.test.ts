import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../test/compile-cache.ts'

const TOOLS = import.meta.dirname
const SCRIPTS = { test: 'vitest run', 'test:browser': 'playwright test' }
/** One worker, so that the report lists the files in a fixed order. */
const VITEST_CONFIG = { maxWorkers: 1, projects: [{ extends: true, test: { name: 'pure' } }] }
const PLAYWRIGHT_CONFIG = `export default {
  testDir: 'journeys',
  workers: 1,
  projects: [{ name: 'en-phone' }, { name: 'he-desktop' }],
  reporter: [['json', { outputFile: 'test-results/playwright.json' }]],
}`
/** Fails while the file does not exist, and creates it: so it fails exactly once. */
const FAIL_ONCE = `import { existsSync, writeFileSync } from 'node:fs'
function failOnce(name, message = 'first error of ' + name) {
  if (existsSync(name)) return
  writeFileSync(name, '')
  throw new Error(message)
}
`
const VITEST = `import { afterAll, beforeAll, describe, expect, test } from 'vitest'\n${FAIL_ONCE}`
const PLAYWRIGHT = `import { test } from '@playwright/test'\n${FAIL_ONCE}`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rerun-failed-'))
  for (const name of ['test-results', 'journeys']) mkdirSync(join(folder, name))
  symlinkSync(join(TOOLS, '../node_modules'), join(folder, 'node_modules'))
  write('package.json', JSON.stringify({ type: 'module', scripts: SCRIPTS }))
  write('vitest.config.js', `export default { test: ${JSON.stringify(VITEST_CONFIG)} }`)
  write('playwright.config.js', PLAYWRIGHT_CONFIG)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}

async function run(command: string, args: string[]) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...COMPILE_CACHE, TEST_REPORT: 'test-results/vitest.json' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { status: child.exitCode, stdout }
}

async function runTests() {
  return run('npm', ['run', '--silent', 'test', '--', `--reporter=${join(TOOLS, 'vitest-reporter.ts')}`])
}

/** The lines that the gate prints, and the exit code. */
async function rerun(runner: 'vitest' | 'playwright') {
  const { status } = await run(process.execPath, [join(TOOLS, 'rerun-failed.ts'), runner])
  const summary = await run(process.execPath, [join(TOOLS, 'ci-summary.ts'), String(status)])
  return { status, lines: summary.stdout.trim().split('\n') }
}

test('rerun-failed passes and lists the first error when tests fail once', async () => {
  write(
    'a.test.js',
    `${VITEST}
    describe('a (group)', () => {
      test('$5 [once]?', () => failOnce('one'))
      test('$5 [once]? more', () => writeFileSync('calls', 'x', { flag: 'a' }))
    })`,
  )
  write('b.test.js', `${VITEST} describe('group', () => { beforeAll(() => failOnce('hook')); test('b', () => {}) })`)
  write('c.test.js', `${VITEST} failOnce('import'); test('c', () => {})`)
  expect(await runTests()).toHaveProperty('status', 1)
  expect(await rerun('vitest')).toEqual({
    status: 0,
    lines: [
      'unstable: pure a.test.js > a (group) > $5 [once]?: Error: first error of one',
      'unstable: pure b.test.js: Error: first error of hook',
      'unstable: pure c.test.js: Error: first error of import',
      '4 passed, 0 failed',
    ],
  })
  // Only the failed test ran again.
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('x')
})

test('rerun-failed fails when a test fails twice or is skipped the second time', async () => {
  write(
    'a.test.js',
    `${VITEST}
    test('once', () => failOnce('one'))
    test('always', () => expect(1).toBe(2))
    test('skipped', ({ skip }) => existsSync('two') ? skip() : failOnce('two'))`,
  )
  write('b.test.js', `${VITEST} afterAll(() => { throw new Error('hook') }); test('b', () => {})`)
  expect(await runTests()).toHaveProperty('status', 1)
  expect(await rerun('vitest')).toEqual({
    status: 1,
    lines: [
      'failed: pure a.test.js > always: AssertionError: expected 1 to be 2 // Object.is equality',
      'failed: pure a.test.js > skipped: Error: first error of two',
      'failed: pure b.test.js: Error: hook',
      'unstable: pure a.test.js > once: Error: first error of one',
      '2 passed, 3 failed',
    ],
  })
})

test('rerun-failed fails when the whole gate has a fourth unstable test', async () => {
  const earlier = { project: 'en-phone', file: 'j.spec.ts', message: 'no button' }
  write('test-results/unstable.json', JSON.stringify(['1', '2', '3'].map((title) => ({ ...earlier, title }))))
  write('a.test.js', `${VITEST} test('fourth', () => failOnce('one'))`)
  expect(await runTests()).toHaveProperty('status', 1)
  const { status, lines } = await rerun('vitest')
  expect(status).toBe(1)
  expect(lines.slice(3)).toEqual([
    'unstable: pure a.test.js > fourth: Error: first error of one',
    'failed: 4 tests are unstable, at most 3 may be',
    '4 passed, 1 failed',
  ])
})

test('rerun-failed runs nothing again when an error outside every test comes beside a failed one', async () => {
  write('a.test.js', `${VITEST} test('a', () => { void Promise.reject(new Error('unhandled')); failOnce('one') })`)
  expect(await runTests()).toHaveProperty('status', 1)
  expect(await rerun('vitest')).toHaveProperty('status', 1)
  expect(existsSync(join(folder, 'test-results/rerun.json'))).toBe(false)
})

test('rerun-failed runs nothing again when no test or more than five failed, or the runner wrote no report', async () => {
  expect(await rerun('vitest')).toHaveProperty('status', 1)
  for (const count of [0, 6]) {
    const failures = Array.from({ length: count }, (_, i) => ({
      project: 'pure',
      file: 'a',
      title: `${i}`,
      message: '',
    }))
    write('test-results/vitest.json', JSON.stringify({ passed: 0, failures, errors: [], times: [] }))
    expect(await rerun('vitest')).toHaveProperty('status', 1)
  }
  expect(existsSync(join(folder, 'test-results/rerun.json'))).toBe(false)
})

test('rerun-failed runs a failed journey again in its project, and the whole file when others did not run', async () => {
  write(
    'journeys/a.spec.js',
    `${PLAYWRIGHT}
    test.describe('group', () => test('once', { tag: '@tag' }, ({}, { project }) => {
      writeFileSync('calls', project.name + ' ', { flag: 'a' })
      if (project.name === 'he-desktop') failOnce('one', '\\u001b[31mno button\\u001b[39m\\n  at x')
    }))`,
  )
  write(
    'journeys/serial.spec.js',
    `${PLAYWRIGHT}
    test.describe.configure({ mode: 'serial' })
    test('first', ({}, { project }) => { if (project.name === 'en-phone') failOnce('two') })
    test('second', () => {})`,
  )
  expect(await run('npm', ['run', '--silent', 'test:browser'])).toHaveProperty('status', 1)
  expect(await rerun('playwright')).toEqual({
    status: 0,
    lines: [
      'unstable: he-desktop a.spec.js > group › once: Error: no button',
      'unstable: en-phone serial.spec.js: Error: first error of two',
      '5 passed, 0 failed',
    ],
  })
  expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split(' ').toSorted()).toEqual([
    'en-phone',
    'he-desktop',
    'he-desktop',
  ])
})
