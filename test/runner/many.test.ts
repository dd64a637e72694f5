import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  ENGINES,
  missingForWall,
  mountCount,
  processesOfRunners,
  type Result,
  STANDARD,
  startTestRunner,
  type TestRunner,
} from './harness.ts'
import { mixedCase } from './mixed.ts'

/** Eight at a time. `RUNS=1000` is the whole measure; CI takes a small one of the same mix. */
const RUNS = Number(process.env['RUNS'] ?? 24)
const AT_ONCE = 8
const MS_PER_RUN = 1_500

describe.skipIf(missingForWall().length > 0).each(ENGINES)('%s', (engine) => {
  test(
    `${RUNS} mixed runs, ${AT_ONCE} at a time: every result exact, nothing left`,
    async () => {
      const mounts = mountCount()
      const runner = await startTestRunner(engine, { RUNNER_QUEUE: '64', RUNNER_QUEUE_SECONDS: '300' })
      const before = residentMb(runner.pid)
      const wrong: string[] = []
      let next = 0
      const worker = async () => {
        while (next < RUNS) {
          const { name, job, isExact } = mixedCase(next++)
          let result = await runner.run(job)
          // On a busy machine the start of the interpreter alone can take the whole time of a short limit.
          for (let patience = 4; isCutOff(result) && patience <= 16; patience *= 4)
            result = await runner.run({ ...job, timeoutMs: (job.timeoutMs ?? STANDARD.timeoutMs) * patience })
          if (!isExact(result)) wrong.push(`${name}: ${JSON.stringify(result).slice(0, 300)}`)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
      expect(wrong).toEqual([])
      const grown = residentMb(runner.pid) - before
      const { warm, left } = await settled(runner)
      await runner[Symbol.asyncDispose]()
      expect(left).toEqual([])
      expect(warm).toBeGreaterThan(0)
      expect(processesOfRunners()).toEqual([])
      expect(mountCount()).toBe(mounts)
      // Flat: what a thousand runs leave behind is not a thousand of anything.
      expect(grown).toBeLessThan(80)
      process.stdout.write(
        `${engine}: ${RUNS} runs exact, memory of the runner ${before.toFixed(0)} MB + ${grown.toFixed(0)} MB\n`,
      )
    },
    60_000 + RUNS * MS_PER_RUN,
  )
})

/** Every program that the time limit may end says something first. */
function isCutOff({ verdict, stdout }: Result): boolean {
  return verdict === 'timeout' && stdout === ''
}

/** When nothing runs, the groups are those of the sandboxes that wait. */
async function settled(runner: TestRunner): Promise<{ warm: number; left: string[] }> {
  for (let tries = 0; tries < 100 && (await runner.health()).busy > 0; tries += 1) await sleep(50)
  await sleep(1_000)
  const names = new Set(runner.groups())
  const { slots } = await runner.health()
  return { warm: names.size, left: [...names].slice(slots) }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
