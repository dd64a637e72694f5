import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Each takes 5 to 20 seconds on two quiet cores. */
vi.setConfig({ testTimeout: 600_000 })

/** A copy of the checkout, with the diffs of CONTRIBUTING.md applied: what somebody has who typed the example. */
const copy = mkdtempSync(join(tmpdir(), 'codeshelf-example-'))
afterAll(() => rmSync(copy, { recursive: true }))

const diffs = Array.from(
  readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(/^```diff\n([^]*?)^```/gm),
  ([, diff = '']) => diff,
)
const changed = new Set(
  diffs.flatMap((diff) => Array.from(diff.matchAll(/^\+\+\+ b\/(.+)$/gm), ([, path = '']) => path)),
)

function git(...args: string[]): string[] {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\0')
}

beforeAll(() => {
  const paths = git('ls-files', '-z', '--cached', '--others', '--exclude-standard')
  for (const path of paths) if (path !== '' && existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  // Somebody who followed the example runs this test too: test/docs.test.ts says which diff does not apply.
  for (const diff of diffs) applies(diff)
})

// Vitest would take itself for a worker of the one that runs this test.
const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
const bin = join(copy, 'node_modules/.bin')
const env = Object.fromEntries([...inherited, ['PATH', `${bin}${delimiter}${process.env['PATH']}`]])

/** What a command of the copy printed when it failed; nothing when it succeeded. */
function failureOf(signal: AbortSignal, command: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: copy, env, signal, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve(error ? `${command} ${args.join(' ')}\n${stdout}${stderr}` : ''),
    )
  })
}

function applies(diff: string, ...options: string[]): boolean {
  return spawnSync('git', ['apply', ...options], { cwd: copy, input: diff }).status === 0
}

test('npm run generate writes what the example shows', async ({ signal }) => {
  expect(await failureOf(signal, 'node', '--import', './tools/tsx.ts', 'tools/generate.ts')).toBe('')
  expect(diffs.filter((diff) => !applies(diff, '--check', '--reverse'))).toEqual([])
})

test('the example is formatted, has no lint errors and leaves no dead code', async ({ signal }) => {
  const code = [...changed].filter((path) => path.endsWith('.ts'))
  expect(await failureOf(signal, 'oxfmt', '--check', ...changed)).toBe('')
  expect(await failureOf(signal, 'oxlint', '--type-aware', '--deny-warnings', ...code)).toBe('')
  expect(await failureOf(signal, 'knip')).toBe('')
})

test('the types of the example are right', async ({ signal }) => {
  expect(await failureOf(signal, 'tsc')).toBe('')
})

test('the tests of the example pass', async ({ signal }) => {
  expect(
    await failureOf(
      signal,
      'vitest',
      'run',
      '--project',
      'database',
      'files/list.db',
      'stats/stats.db',
      'test/openapi',
    ),
  ).toBe('')
})
