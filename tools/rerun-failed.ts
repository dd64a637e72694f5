import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnOwned } from '#platform/owned-process.ts'
import {
  type Failure,
  failureLine,
  MAX_UNSTABLE,
  nameOf,
  readPlaywright,
  readUnstable,
  readVitest,
  TITLE_SEPARATOR,
  UNSTABLE,
} from './test-report.ts'

const RUNNERS = {
  vitest: { script: 'test', read: readVitest, select: selectTest },
  citus: { script: 'test:citus', read: readVitest, select: selectTest },
  playwright: { script: 'test:browser', read: readPlaywright, select: selectJourney },
}

/** More than these would take the gate beyond its time, and it fails anyway. */
const MAX_RERUNS = 5
const SECOND_REPORT = 'test-results/rerun.json'
const TEST_LIST = 'test-results/rerun.txt'

/**
 * `node tools/rerun-failed.ts <vitest|citus|playwright>`, after a run that failed: runs each failed test again, alone.
 * Exits with 0 when every test passed this time and the whole gate has at most MAX_UNSTABLE such tests.
 */
async function main(name: string | undefined): Promise<boolean> {
  if (name !== 'vitest' && name !== 'citus' && name !== 'playwright') throw new Error(`Unknown runner: ${name}`)
  const report = RUNNERS[name].read(`test-results/${name}.json`)
  // An error outside every test would be lost in a second run, which leaves out what raised it.
  if (report === undefined || report.failures.length === 0 || report.errors.length > 0) return false
  if (report.failures.length > MAX_RERUNS) return false
  let allPassed = true
  for (const failure of report.failures) {
    if (await passesAlone(name, failure)) {
      console.log(failureLine('unstable', failure))
      writeFileSync(UNSTABLE, JSON.stringify([...readUnstable(), failure]))
    } else {
      allPassed = false
      console.log(`failed twice: ${nameOf(failure)}`)
    }
  }
  return allPassed && readUnstable().length <= MAX_UNSTABLE
}

async function passesAlone(name: keyof typeof RUNNERS, failure: Failure): Promise<boolean> {
  const { script, read, select } = RUNNERS[name]
  rmSync(SECOND_REPORT, { force: true })
  const { child } = spawnOwned('npm', ['run', '--silent', script, '--', ...select(failure)], {
    env: { ...process.env, TEST_REPORT: SECOND_REPORT, PLAYWRIGHT_JSON_OUTPUT_FILE: SECOND_REPORT },
    stdio: 'inherit',
  })
  await once(child, 'exit')
  const report = read(SECOND_REPORT)
  // A run that found no such test, or skipped it, has not passed.
  return child.exitCode === 0 && report !== undefined && report.passed > 0
}

function selectTest({ project, file, title }: Failure): string[] {
  const reporters = ['--reporter=minimal', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`]
  const exactTitle = title === '' ? [] : ['--testNamePattern', `^${RegExp.escape(title)}$`]
  return [...reporters, '--project', project, ...exactTitle, join(process.cwd(), file)]
}

function selectJourney({ project, file, title }: Failure): string[] {
  writeFileSync(TEST_LIST, [`[${project}]`, file, ...(title === '' ? [] : [title])].join(TITLE_SEPARATOR))
  // The folder of the first run keeps its screenshots.
  return ['--test-list', TEST_LIST, '--reporter=json', '--output=test-results/browser-rerun']
}

process.exitCode = (await main(process.argv[2])) ? 0 : 1
