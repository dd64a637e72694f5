import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { spawnOwned } from '#platform/owned-process.ts'
import { affectedTests, changedFiles } from './affected-tests.ts'
import { readImportGraph } from './import-graph.ts'

const root = join(import.meta.dirname, '..')
const packageFile = z.object({ scripts: z.record(z.string(), z.string()) })

const TEST_REPORT = 'test-results/vitest.json'
const ONLY_TESTS_FAILED = 2

// The tools write into a pipe and cannot see where their words end up.
const COLOUR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** What people read, the script in package.json, and what is added to it. */
type Step = readonly [title: string, script: string, ...extra: string[]]

const TESTS: Step = ['tests', 'test', '--reporter=minimal', '--reporter=./tools/vitest-reporter.ts']
const FORMAT: Step = ['format', 'format']
const TYPES: Step = ['types', 'types']
const LINT: Step = ['lint', 'lint']
const DEAD: Step = ['dead code', 'dead']
/** Of what the tests of this run have executed. */
const ROWS: Step = ['row types', 'rows']
const GENERATED: Step = ['generated files', 'generate', '--check']

/**
 * `npm run check`: two lanes for two cores, tests in one and everything else in the other. With `--changed` only the tests that can break
 * by what differs from `--base`, and of the code that is linted only that.
 */
async function main(): Promise<void> {
  const started = performance.now()
  const { changed, base } = parseArgs({
    options: { changed: { type: 'boolean', default: false }, base: { type: 'string', default: 'HEAD' } },
  }).values
  rmSync(join(root, TEST_REPORT), { force: true })
  const scripts = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).scripts
  const { tests, others } = changed
    ? changedSteps(base)
    : { tests: TESTS, others: [FORMAT, TYPES, LINT, DEAD, GENERATED] }
  const runTests = async () => {
    const failedTests = await runLane([tests], scripts)
    // After all tests each statement has been executed, unless one of them broke off.
    const rows: Step = changed || failedTests.length > 0 ? ROWS : [...ROWS, '--all']
    return [...failedTests, ...(await runLane([rows], scripts))]
  }
  const failed = (await Promise.all([runTests(), runLane(others, scripts)])).flat()
  const verdict = failed.length === 0 ? 'all ok' : `${failed.join(', ')} failed`
  console.log(`\ncheck: ${verdict} (${seconds(started)})`)
  // .ci/run gives failed tests a second run, but only when nothing else failed.
  process.exitCode = failed.length === 0 ? 0 : failed.every((title) => title === TESTS[0]) ? ONLY_TESTS_FAILED : 1
}

function changedSteps(base: string): { tests: Step; others: Step[] } {
  const changed = changedFiles(root, base)
  const tests = affectedTests(changed, readImportGraph(root))
  const code = changed.filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
  console.log(
    `changed since ${base}: ${changed.length} files; tests: ${tests === null ? 'all' : `${tests.length} files`}`,
  )
  const lint: Step[] = code.length === 0 ? [] : [[...LINT, ...code]]
  return { tests: [...TESTS, ...(tests ?? [])], others: [FORMAT, ...lint, TYPES, DEAD, GENERATED] }
}

/** Returns the titles of the failed steps. */
async function runLane(steps: readonly Step[], scripts: Record<string, string>): Promise<string[]> {
  const failed = []
  for (const step of steps) if (!(await passes(step, scripts))) failed.push(step[0])
  return failed
}

/** Prints the output of a failed step at once: the tests may run for minutes more. */
async function passes([title, script, ...extra]: Step, scripts: Record<string, string>): Promise<boolean> {
  const started = performance.now()
  const { child } = spawnOwned('sh', ['-c', `exec ${scripts[script]} "$@" 2>&1`, 'sh', ...extra], {
    cwd: root,
    // `npm run` sets this path; `node tools/check.ts` alone must find the same tools.
    env: {
      ...process.env,
      ...COLOUR,
      TEST_REPORT,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([child.stdout === null ? '' : readOutput(child.stdout), once(child, 'exit')])
  const isOk = child.exitCode === 0
  console.log(`${isOk ? 'ok    ' : 'FAILED'}  ${title.padEnd(16)} ${seconds(started)}`)
  if (!isOk) console.log(`\n── ${title} ──\n${fromFirstFailure(output).trim()}\n`)
  return isOk
}

/** Prints the line of each failed test (tools/vitest-reporter.ts) as it comes, and returns the whole output. */
async function readOutput(stdout: NodeJS.ReadableStream): Promise<string> {
  const lines = []
  for await (const each of createInterface({ input: stdout })) {
    if (each.startsWith('failed: ')) console.log(each)
    else lines.push(each)
  }
  return lines.join('\n')
}

/** Vitest draws a line above its failures and unhandled errors; what tests printed themselves comes before it. */
function fromFirstFailure(output: string): string {
  return output.slice(Math.max(0, output.indexOf('⎯⎯')))
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

await main()
