import { loadConfig } from '#platform/config/config.ts'
import { seed } from '../../db/seed.ts'
import { openCommand } from './process.ts'

export async function run(): Promise<void> {
  // The demo users have known messenger ids, and one of them is an admin.
  if (loadConfig(process.env).mode === 'production')
    throw new Error(
      '`codeshelf seed` is refused in production: it creates an admin whose id is public. Set NODE_ENV=development.',
    )
  const { database, events, log, clock } = await openCommand('seed')
  const people = await seed(database.db, clock())
  log.info({ people }, 'seeded')
  await events.close()
  await database.close()
}
