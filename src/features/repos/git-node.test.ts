import { expect, test } from 'vitest'
import { trackReports } from './git-node.ts'

const SECOND = 1_000

/** Reports every two seconds, as a node does. */
function reportUntil(reports: ReturnType<typeof trackReports>, from: number, to: number): void {
  for (let at = from; at <= to; at += 2 * SECOND) reports.arrived(at)
}

test('a node takes over only after its own reports have arrived for 30 seconds', () => {
  const reports = trackReports()
  expect(reports.mayTakeOver(0)).toBe(false)
  reportUntil(reports, 0, 28 * SECOND)
  expect(reports.mayTakeOver(28 * SECOND)).toBe(false)
  reportUntil(reports, 30 * SECOND, 32 * SECOND)
  expect(reports.mayTakeOver(32 * SECOND)).toBe(true)
})

test('a node does not take over while its reports fail, nor for 30 seconds after that', () => {
  const reports = trackReports()
  reportUntil(reports, 0, 60 * SECOND)
  expect(reports.mayTakeOver(75 * SECOND)).toBe(false)
  reports.arrived(75 * SECOND)
  expect(reports.mayTakeOver(76 * SECOND)).toBe(false)
  reportUntil(reports, 76 * SECOND, 106 * SECOND)
  expect(reports.mayTakeOver(106 * SECOND)).toBe(true)
})
