import { loadConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/log.ts'

export async function run(): Promise<void> {
  const config = loadConfig(process.env)
  const { applied, distributed } = await migrate(config.database.url)
  createLog(config.logLevel, 'migrate').info(
    { applied, distributed },
    applied.length === 0 ? 'schema is up to date' : 'schema migrated',
  )
}
