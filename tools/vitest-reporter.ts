import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { type Failure, failureLine, type TestReport } from './test-report.ts'

/**
 * Prints a line per failed test as soon as it has failed, and writes the report to the path in TEST_REPORT. Vitest's own JSON lacks
 * projects, errors of hooks in a `describe` and unhandled errors.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') console.log(failureLine('failed', failureOf(test)))
  }

  onTestModuleEnd(module: TestModule): void {
    for (const failure of hookFailure(module)) console.log(failureLine('failed', failure))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const path = process.env['TEST_REPORT']
    if (path === undefined) throw new Error('TEST_REPORT is not set')
    const report: TestReport = {
      passed: modules.reduce((sum, each) => sum + [...each.children.allTests('passed')].length, 0),
      failures: modules.flatMap(failuresOf),
      errors: unhandledErrors.map(messageOf),
      times: modules.map((each) => ({ file: each.relativeModuleId, ms: timeOf(each) })),
    }
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(report))
  }
}

/** Of the whole file: its import, its hooks and its tests. */
function timeOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return setupDuration + collectDuration + duration
}

function failuresOf(module: TestModule): Failure[] {
  const ofHook = hookFailure(module)
  return ofHook.length > 0 ? ofHook : [...module.children.allTests('failed')].map(failureOf)
}

/** The file as a whole: its import, or the first hook that failed. */
function hookFailure(module: TestModule): Failure[] {
  const [error] = [module, ...module.children.allSuites()].flatMap((each) => each.errors())
  return error === undefined ? [] : [{ ...whereIs(module), title: '', message: messageOf(error) }]
}

function failureOf(test: TestCase): Failure {
  return { ...whereIs(test.module), title: test.fullName, message: messageOf(test.result().errors?.[0]) }
}

function whereIs(module: TestModule): Pick<Failure, 'project' | 'file'> {
  return { project: module.project.name, file: module.relativeModuleId }
}

function messageOf(error: { stack?: string | undefined; message: string } | undefined): string {
  return error?.stack ?? error?.message ?? ''
}
