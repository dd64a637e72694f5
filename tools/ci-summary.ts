import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

const vitest = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const playwright = z.object({ stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }) })

/** `node tools/ci-summary.ts <failed steps>`: the last line of .ci/run, which adds up every test runner. */
function main(failedSteps: number): void {
  const unit = report('test-results/vitest.json', vitest)
  const browser = report('test-results/playwright.json', playwright)?.stats
  const passed = (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0)
  const failedTests = (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + (browser?.flaky ?? 0)
  // A lint error or a runner that could not even start is a failure too: red never reads "0 failed".
  const failed = failedTests === 0 ? failedSteps : failedTests
  console.log(`${passed} passed, ${failed} failed`)
}

function report<T>(path: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

main(Number(process.argv[2] ?? 0))
