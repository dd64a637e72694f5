import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { configurationTable, envExample } from '#platform/config/documents.ts'
import { migrate } from '#platform/db/migrate.ts'
import { projectRoot } from '#platform/project-root.ts'
import { routesPage } from './contract/routes-page.ts'
import { readServer } from './contract/server.ts'
import { readSources } from './contract/sources.ts'
import { contractTables, fillMarkers } from './contract/tables.ts'
import { eventTable } from './event-table.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { replyTypes } from './reply-types.ts'
import { readSchema, schemaSql, schemaTypes } from './schema.ts'

/**
 * Files that follow from others: `npm run generate` writes them, `--check` says which are stale.
 */
async function generated(): Promise<Record<string, string>> {
  await using postgres = await startPostgres({ durable: false })
  const url = postgres.url('postgres')
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  const schema = await readSchema(client)
  await client.end()
  const [server, sources] = [await readServer(url), readSources()]
  return {
    'db/schema.sql': schemaSql(schema),
    'src/platform/db/tables.ts': schemaTypes(schema),
    '.env.example': envExample(),
    'docs/configuration.md': configurationTable(),
    'docs/events.md': eventTable(),
    'docs/contract.md': fillMarkers(
      await readFile(join(projectRoot, 'docs/contract.md'), 'utf8'),
      contractTables(sources),
    ),
    'docs/contract-routes.md': routesPage(server, sources),
    'test/reply-types.ts': await replyTypes(server.routes),
  }
}

const checking = process.argv.includes('--check')
const stale: string[] = []
for (const [path, content] of Object.entries(await generated())) {
  const file = join(projectRoot, path)
  const present = await readFile(file, 'utf8').catch(() => null)
  if (present === content) continue
  stale.push(path)
  if (!checking) await writeFile(file, content)
}
console.log(stale.length === 0 ? 'generated files are fresh' : `${checking ? 'stale' : 'written'}: ${stale.join(', ')}`)
if (checking && stale.length > 0) process.exitCode = 1
