import { checkExpiryIndex } from '#features/files/public.ts'
import { openCommand } from './process.ts'

/** Prints the state of the expiry index, and fails when the trash would never be emptied. */
export async function run(): Promise<void> {
  const { database, events, log, clock } = await openCommand('trash-backfill')
  const index = await checkExpiryIndex({ db: database.db, now: clock(), emit: events.emitFor(null) })
  log.info(index, 'expiry index')
  await events.close()
  await database.close()
  if (index.state !== 'found')
    throw new Error(`The expiry index is ${index.state}: see db/schema.sql for its definition.`)
}
