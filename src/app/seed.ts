import { seed } from '../../db/seed.ts'
import { openProcess } from './process.ts'

export async function run(): Promise<void> {
  const { database, events, log, clock } = await openProcess('seed')
  const people = await seed(database.db, clock())
  log.info({ people }, 'seeded')
  await events.close()
  await database.close()
}
