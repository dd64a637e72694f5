import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

const vitest = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})
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
  const unit = report('test-results/vitest.json', vitest)
  const citus = report('test-results/citus.json', vitest)
  const browser = report('test-results/playwright.json', playwright)
  const checks = report('test-results/conformance.json', conformance) ?? []
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

function failedTests(unit: z.infer<typeof vitest> | undefined): string[] {
  return (unit?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    const path = relative('.', file.name)
    // A file that cannot be loaded fails without a failed test.
    if (tests.length === 0 && file.status === 'failed') return [line(path, '', file.message)]
    return tests.map((test) => line(path, test.fullName, test.failureMessages?.[0]))
  })
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

function line(place: string, title: string, message: string | undefined): string {
  return `failed: ${place}: ${title}: ${message?.split('\n')[0]?.slice(0, 200) ?? ''}`
}

function report<T>(path: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

main(Number(process.argv[2] ?? 0))
