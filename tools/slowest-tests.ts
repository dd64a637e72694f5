import { readPlaywright, readVitest, slowest } from './test-report.ts'

/** `node tools/slowest-tests.ts`: the files of tests and journeys that took longest in the last gate. */
const reports = [
  readVitest('test-results/vitest.json'),
  readVitest('test-results/citus.json'),
  readPlaywright('test-results/playwright.json'),
]
const times = reports.flatMap((each) => each?.times ?? [])
console.log(`slowest files: ${slowest(times, 20).join(', ')}`)
