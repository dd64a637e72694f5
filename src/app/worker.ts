import type { Logger } from 'pino'
import type { Db } from '#platform/db/pool.ts'
import { ensureEventPartitions } from '#platform/events/partitions.ts'
import { type Leader, lead } from '#platform/leader.ts'
import { serveMetrics } from '#platform/metrics.ts'
import { sweepSessions } from '#features/auth/public.ts'
import { checkExpiryIndex, upkeep } from '#features/files/public.ts'
import { purgeExpiredNotes } from '#features/notes/public.ts'
import { holderName, onStop, openProcess } from './process.ts'

const UPKEEP_EVERY_MS = 60_000

/** The process that does what no request waits for. One leads at a time; the others stand by. */
export async function run(): Promise<void> {
  const { config, log, database, events, metrics, clock } = await openProcess('worker')
  await checkExpiryIndex({ db: database.db, now: clock(), emit: events.emitFor(null) })
  const metricsServer = await serveMetrics(metrics, config.http.host, config.http.metricsPort)
  const leader = lead(database.db, 'worker', holderName(), log, (lease) =>
    log.info({ epoch: String(lease.epoch) }, 'leading'),
  )
  const rounds = startRounds(database.db, leader, clock, log)
  log.info('worker ready')

  onStop(log, config.shutdown.timeoutSeconds, async () => {
    await rounds.stop()
    await leader.stop()
    metricsServer.close()
    await events.close()
    await database.close()
  })
}

/** One round at a time, and only while leading. */
function startRounds(db: Db, leader: Leader, clock: () => Date, log: Logger): { stop: () => Promise<void> } {
  const round = async (): Promise<void> => {
    if (!leader.lease()) return
    await ensureEventPartitions(db, clock())
    await sweepSessions(db, clock())
    const library = await upkeep(db, clock())
    const notes = await purgeExpiredNotes(db, clock())
    if (library.purged + library.indexed + notes > 0) log.info({ ...library, notes }, 'upkeep')
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(round).catch((error: unknown) => log.error({ err: error }, 'upkeep failed'))
  }, UPKEEP_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
