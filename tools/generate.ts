import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventCatalogue } from '#app/events.ts'
import { configurationTable, envExample } from '#platform/config/documents.ts'
import { migrate } from '#platform/db/migrate.ts'
import { projectRoot } from '#platform/root.ts'
import { startPostgres } from './postgres.ts'
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
  return {
    'db/schema.sql': schemaSql(schema),
    'src/platform/db/tables.ts': schemaTypes(schema),
    '.env.example': envExample(),
    'docs/configuration.md': configurationTable(),
    'docs/events.md': eventTable(),
  }
}

function eventTable(): string {
  const rows = eventCatalogue
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, severity, msgHe }) => `| \`${name}\` | ${severity} | ${msgHe} |`)
  return `# Events

Made by \`npm run generate\` from \`src/app/events.ts\`; do not edit. Each stands in the log and in the table \`events\` with its moment, the id of the
request that caused it, if any, and its fields. No event says about whom it is.

| Event | Severity | Its sentence |
|---|---|---|
${rows.join('\n')}
`
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
