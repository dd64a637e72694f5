import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Failure, TestReport } from './test-report.ts'

/** Writes the report to the path in TEST_REPORT. Vitest's own JSON lacks projects, errors of hooks in a `describe` and unhandled errors. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class implements Reporter {
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
  const where = { project: module.project.name, file: module.relativeModuleId }
  const [hookError] = [module, ...module.children.allSuites()].flatMap((each) => each.errors())
  if (hookError !== undefined) return [{ ...where, title: '', message: messageOf(hookError) }]
  return [...module.children.allTests('failed')].map((test) => ({
    ...where,
    title: test.fullName,
    message: messageOf(test.result().errors?.[0]),
  }))
}

function messageOf(error: { stack?: string | undefined; message: string } | undefined): string {
  return error?.stack ?? error?.message ?? ''
}
