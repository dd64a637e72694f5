import { z } from 'zod'
import { failureLine, MAX_UNSTABLE, nameOf, readJson, readPlaywright, readUnstable, readVitest } from './test-report.ts'

const conformance = z.array(z.object({ status: z.string() }))

/**
 * `node tools/ci-summary.ts <failed steps>`: each failed and each unstable test in a line, then the last line of .ci/run,
 * which adds up every test runner.
 */
function main(failedSteps: number): void {
  const reports = [
    readVitest('test-results/vitest.json'),
    readVitest('test-results/citus.json'),
    readPlaywright('test-results/playwright.json'),
  ]
  const unstable = readUnstable()
  const unstableNames = new Set(unstable.map(nameOf))
  const failures = reports.flatMap((each) => each?.failures ?? []).filter((each) => !unstableNames.has(nameOf(each)))
  for (const each of failures) console.log(failureLine('failed', each))
  for (const each of unstable) console.log(failureLine('unstable', each))
  if (unstable.length > MAX_UNSTABLE)
    console.log(`failed: ${unstable.length} tests are unstable, at most ${MAX_UNSTABLE} may be`)

  const checks = readJson('test-results/conformance.json', conformance) ?? []
  const countChecks = (wanted: string) => checks.filter(({ status }) => status === wanted).length
  const passed = reports.reduce((sum, each) => sum + (each?.passed ?? 0), unstable.length + countChecks('pass'))
  const failedCount = failures.length + countChecks('fail')
  // A lint error or a runner that could not even start is a failure too: red never reads "0 failed".
  console.log(`${passed} passed, ${failedCount === 0 ? failedSteps : failedCount} failed`)
}

main(Number(process.argv[2] ?? 0))
