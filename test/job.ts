import { pino } from 'pino'
import type { Job } from '#platform/jobs/job.ts'
import { newId } from '#platform/random.ts'
import type { TestApp } from './app.ts'
import { witnessEvent } from './events/witness.ts'

export type Ran = { processed: number; events: { name: string; fields: Record<string, unknown> }[] }

/** What a job does in one run, without the worker around it. */
export async function runOnce(
  app: Pick<TestApp, 'db' | 'clock'>,
  run: Job['run'],
  at?: Date,
  signal = new AbortController().signal,
): Promise<Ran> {
  const ran: Ran = { processed: 0, events: [] }
  const clock = () => at ?? app.clock.now
  await run({
    db: app.db,
    clock,
    emit: (type, fields) => {
      witnessEvent(type.name, fields)
      ran.events.push({ name: type.name, fields })
    },
    log: pino({ level: 'silent' }),
    newId: () => newId(clock()),
    signal,
    progress: (processed) => {
      ran.processed = processed
    },
  })
  return ran
}
