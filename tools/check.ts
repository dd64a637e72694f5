import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { spawnOwned } from '#platform/owned-process.ts'
import { line, readVitest } from './test-report.ts'

const root = join(import.meta.dirname, '..')
const packageFile = z.object({ scripts: z.record(z.string(), z.string()) })

const TEST_REPORT = 'test-results/vitest.json'
const ONLY_TESTS_FAILED = 2

/** [what people read, the script in package.json, what is added to it]. The longest first. */
const TESTS = ['tests', 'test', '--reporter=minimal --reporter=./tools/vitest-reporter.ts'] as const
const STATIC = [
  ['types', 'types', ''],
  ['lint', 'lint', ''],
  ['format', 'format', ''],
  ['dead code', 'dead', ''],
  ['generated files', 'generate', '--check'],
] as const

// The tools write into a pipe and cannot see where their words end up.
const COLOUR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

type Step = readonly [title: string, script: string, extra: string]

/** `npm run check`: two lanes for two cores, tests in one and everything else in the other. */
async function main(): Promise<void> {
  const started = performance.now()
  rmSync(join(root, TEST_REPORT), { force: true })
  const scripts = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).scripts
  const lanes = await Promise.all([runLane([TESTS], scripts), runLane(STATIC, scripts)])
  const failed = lanes.flat().filter((step) => !step.ok)
  // The names of failed tests come before all other output, because a gate may show only the beginning of it.
  for (const failure of readVitest(join(root, TEST_REPORT))?.failures ?? []) console.log(line('failed', failure))
  for (const { title, output } of failed) console.log(`\n── ${title} ──\n${fromFirstFailure(output).trim()}`)
  const verdict = failed.length === 0 ? 'all ok' : `${failed.map((step) => step.title).join(', ')} failed`
  console.log(`\ncheck: ${verdict} (${seconds(started)})`)
  // .ci/run gives failed tests a second run, but only when nothing else failed.
  process.exitCode = failed.length === 0 ? 0 : failed.every(({ title }) => title === TESTS[0]) ? ONLY_TESTS_FAILED : 1
}

async function runLane(steps: readonly Step[], scripts: Record<string, string>) {
  const results = []
  for (const step of steps) results.push(await runStep(step, scripts))
  return results
}

async function runStep([title, script, extra]: Step, scripts: Record<string, string>) {
  const started = performance.now()
  const { child } = spawnOwned('sh', ['-c', `exec ${scripts[script]} ${extra} 2>&1`], {
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
  const [output] = await Promise.all([child.stdout === null ? '' : text(child.stdout), once(child, 'exit')])
  const ok = child.exitCode === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${title.padEnd(16)} ${seconds(started)}`)
  return { title, ok, output }
}

/** Vitest draws a line above its failures and unhandled errors; what tests printed themselves comes before it. */
function fromFirstFailure(output: string): string {
  return output.slice(Math.max(0, output.indexOf('⎯⎯')))
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

await main()
