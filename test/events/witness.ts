import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, type RunnerTestFile, type RunnerTestSuite } from 'vitest'
import { leaksIn } from './leaks.ts'
import { PROVOKED } from './provoked.ts'

/*
 * Sees every log line and every event that the service produces in the tests of one file, and says at its end whether
 * - an event that this file is known for (`provoked.ts`) was not emitted by it, and
 * - anything that a test told the service about people stands in what the service wrote.
 * Each file answers for itself, so a run of a few files checks just those.
 */
const lines: string[] = []
const logFiles = new Set<string>()
const secrets = new Set<string>()

/** A line of the log, as it was written. */
export function witnessLine(line: string): void {
  lines.push(line)
}

/** An event of code that runs without a log around it. */
export function witnessEvent(event: string, fields: object): void {
  lines.push(JSON.stringify({ event, ...fields }))
}

/** The log of a process of its own; it is read when the file ends. */
export function witnessLogFile(path: string): void {
  logFiles.add(path)
}

/** Something about a person, or something that opens a door: from now on it must not be written. */
export function keepSecret(...texts: readonly string[]): void {
  for (const text of texts) secrets.add(text)
}

export function checkLog(suite: Readonly<RunnerTestFile | RunnerTestSuite>): void {
  for (const path of logFiles) if (existsSync(path)) lines.push(...readFileSync(path, 'utf8').split('\n'))
  const leaks = leaksIn(lines, secrets)
  const emitted = new Set(lines.flatMap((line) => /"event":"(\w+)"/.exec(line)?.[1] ?? []))
  lines.length = 0
  logFiles.clear()
  secrets.clear()
  expect(leaks, 'S44: personal data in what the service wrote').toEqual([])
  if (!ranWhole(suite)) return
  const file = relative(process.cwd(), suite.file.filepath)
  const mine = Object.entries(PROVOKED).flatMap(([name, { by }]) => (by === file ? [name] : []))
  expect(
    mine.filter((name) => !emitted.has(name)),
    'events that test/events/provoked.ts says this file provokes',
  ).toEqual([])
}

/** Somebody who runs one test of a file has not run the others; and a failing one has its own message. */
function ranWhole({ tasks }: Pick<RunnerTestFile | RunnerTestSuite, 'tasks'>): boolean {
  return tasks.every((task) => (task.type === 'suite' ? ranWhole(task) : task.result?.state === 'pass'))
}
