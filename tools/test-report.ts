import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

/** The parts we read of what `vitest --reporter=json` writes. */
export const vitestReport = z.object({
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

/** Each failed test of a report in one line. */
export function failedTests(unit: z.infer<typeof vitestReport> | undefined): string[] {
  return (unit?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    const path = relative('.', file.name)
    // A file that cannot be loaded fails without a failed test.
    if (tests.length === 0 && file.status === 'failed') return [line(path, '', file.message)]
    return tests.map((test) => line(path, test.fullName, test.failureMessages?.[0]))
  })
}

export function line(place: string, title: string, message: string | undefined): string {
  return `failed: ${place}: ${title}: ${message?.split('\n')[0]?.slice(0, 200) ?? ''}`
}

/** Undefined when the runner did not come as far as writing its report. */
export function readReport<T>(path: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}
