import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** A failed test. An empty title means that the file failed as a whole: its import, or a hook. */
export const failure = z.object({ project: z.string(), file: z.string(), title: z.string(), message: z.string() })
export type Failure = z.infer<typeof failure>

const fileTime = z.object({ file: z.string(), ms: z.number() })
export type FileTime = z.infer<typeof fileTime>

/** One run of a test runner. `errors` belong to no test: unhandled rejections, a failed set-up. */
const report = z.object({
  passed: z.number(),
  failures: z.array(failure),
  errors: z.array(z.string()),
  times: z.array(fileTime),
})
export type TestReport = z.infer<typeof report>

/** Each test that failed and then passed when it ran again alone, in the whole gate. */
export const UNSTABLE = 'test-results/unstable.json'
export const MAX_UNSTABLE = 3

const playwrightSpec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      expectedStatus: z.string(),
      status: z.string(),
      results: z.array(
        z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
      ),
    }),
  ),
})
const playwrightSuite = z.object({
  title: z.string(),
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightReport = z.object({
  stats: z.object({ expected: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** The titles of a journey are joined as Playwright's `--test-list` reads them. */
export const TITLE_SEPARATOR = ' › '

export function readVitest(path: string): TestReport | undefined {
  return readJson(path, report)
}

export function readPlaywright(path: string): TestReport | undefined {
  const json = readJson(path, playwrightReport)
  return (
    json && {
      passed: json.stats.expected,
      failures: json.suites.flatMap((file) => failedJourneys(file)),
      errors: json.errors.map(({ message }) => message ?? ''),
      times: json.suites
        .flatMap((file) => testsOf(file, []))
        .flatMap(({ file, results }) => results.map(({ duration }) => ({ file, ms: duration }))),
    }
  )
}

export function readUnstable(): Failure[] {
  return readJson(UNSTABLE, z.array(failure)) ?? []
}

export function nameOf({ project, file, title }: Failure): string {
  return `${project} ${file}${title === '' ? '' : ` > ${title}`}`
}

/** The files that took longest, with the sum of their tests: `12 s a.test.ts`. */
export function slowest(times: readonly FileTime[], count: number): string[] {
  const sums = Map.groupBy(times, ({ file }) => file)
    .entries()
    .map(([file, each]) => ({ file, ms: each.reduce((sum, { ms }) => sum + ms, 0) }))
  return [...sums]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${Math.round(ms / 1000)} s ${file}`)
}

export function failureLine(verdict: 'failed' | 'unstable', test: Failure): string {
  const firstLine = stripVTControlCharacters(test.message).split('\n')[0] ?? ''
  return `${verdict}: ${nameOf(test)}: ${firstLine.slice(0, 200)}`
}

/** Undefined when the runner did not come as far as writing its report. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

function failedJourneys(fileSuite: z.infer<typeof playwrightSuite>): Failure[] {
  const tests = testsOf(fileSuite, [])
  // A failed hook or serial journey keeps the journeys behind it from running: then the file failed as a whole.
  const stopped = new Set(
    tests
      .filter(({ status, expectedStatus }) => status === 'skipped' && expectedStatus !== 'skipped')
      .map(({ projectName }) => projectName),
  )
  const failures = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ projectName, file, title, results }) => ({
      project: projectName,
      file,
      title: stopped.has(projectName) ? '' : title,
      message: results[0]?.error?.message ?? '',
    }))
  return failures.filter((one, at) => failures.findIndex((other) => nameOf(other) === nameOf(one)) === at)
}

function testsOf(
  { specs, suites = [] }: z.infer<typeof playwrightSuite>,
  ancestors: readonly string[],
): ({ file: string; title: string } & z.infer<typeof playwrightSpec>['tests'][number])[] {
  return [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map((test) => ({ ...test, file, title: [...ancestors, title].join(TITLE_SEPARATOR) })),
    ),
    ...suites.flatMap((each) => testsOf(each, [...ancestors, each.title])),
  ]
}
