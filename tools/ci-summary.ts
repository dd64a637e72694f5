import { z } from 'zod'
import { failedTests, line, readReport, vitestReport } from './test-report.ts'

const spec = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
    }),
  ),
})
const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})
const playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suite),
})
const conformance = z.array(z.object({ status: z.string() }))

/** `node tools/ci-summary.ts <failed steps>`: each failed test in a line, then the last line of .ci/run, which adds up every test runner. */
function main(failedSteps: number): void {
  const unit = readReport('test-results/vitest.json', vitestReport)
  const citus = readReport('test-results/citus.json', vitestReport)
  const browser = readReport('test-results/playwright.json', playwright)
  const checks = readReport('test-results/conformance.json', conformance) ?? []
  const countChecks = (wanted: string) => checks.filter(({ status }) => status === wanted).length
  for (const line of [...failedTests(unit), ...failedTests(citus), ...failedJourneys(browser?.suites ?? [])])
    console.log(line)
  const passed =
    (unit?.numPassedTests ?? 0) + (citus?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + countChecks('pass')
  const failedCount =
    (unit?.numFailedTests ?? 0) +
    (citus?.numFailedTests ?? 0) +
    (browser?.stats.unexpected ?? 0) +
    (browser?.stats.flaky ?? 0) +
    countChecks('fail')
  // A lint error or a runner that could not even start is a failure too: red never reads "0 failed".
  const failed = failedCount === 0 ? failedSteps : failedCount
  console.log(`${passed} passed, ${failed} failed`)
}

function failedJourneys(suites: readonly z.infer<typeof suite>[]): string[] {
  return suites.flatMap((each) => [
    ...each.specs
      .filter(({ ok }) => !ok)
      .flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected')
          .map(({ projectName, results }) => line(`${file} (${projectName})`, title, results[0]?.error?.message)),
      ),
    ...failedJourneys(each.suites ?? []),
  ])
}

main(Number(process.argv[2] ?? 0))
