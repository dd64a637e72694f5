import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { databaseOf, majorOf, toolEnvironment, withConnection, withDatabase } from './connection.ts'
import { differences, takeCensus } from './fingerprint.ts'
import { DUMP, type Manifest, readBackup } from './manifest.ts'
import { createScratch, dropScratch, dropLeftovers } from './scratch.ts'
import { findTools, runTool } from './tools.ts'

export type Trial = { manifest: Manifest; differences: readonly string[] }

type Options = { toolsDir: string | null; signal?: AbortSignal }

/** Restores into a database that exists only for this, on the server of `databaseUrl`, and holds every table against the census. */
export async function tryBackup(folder: string, databaseUrl: string, options: Options): Promise<Trial> {
  const manifest = await readBackup(folder)
  return withConnection(databaseUrl, async (client) => {
    await dropLeftovers(client)
    const name = await createScratch(client)
    try {
      return await restoreAndCompare(folder, manifest, withDatabase(databaseUrl, name), options)
    } finally {
      await dropScratch(client, name)
    }
  })
}

/** Into a database that has nothing in it: what is there is never mixed with what is restored, nor replaced by it. */
export async function restoreInto(folder: string, databaseUrl: string, options: Options): Promise<Trial> {
  const manifest = await readBackup(folder)
  await withConnection(databaseUrl, (client) => assertEmpty(client, databaseOf(databaseUrl)))
  return restoreAndCompare(folder, manifest, databaseUrl, options)
}

async function assertEmpty(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
     order by 1 limit 3`,
  )
  if (rows.length > 0)
    throw new Error(`${name} is not empty (${rows.map((row) => row.name).join(', ')} …). Restore into a new database.`)
}

async function restoreAndCompare(folder: string, manifest: Manifest, url: string, options: Options): Promise<Trial> {
  const { toolsDir, signal } = options
  const tools = await withConnection(url, async (client) => findTools(await majorOf(client), toolsDir))
  const jobs = Math.min(availableParallelism(), 4)
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', `--jobs=${jobs}`, `--dbname=${databaseOf(url)}`]
  await runTool(tools('pg_restore'), [...args, join(folder, DUMP)], toolEnvironment(url), signal)
  const found = await withConnection(url, takeCensus)
  signal?.throwIfAborted()
  return { manifest, differences: differences(manifest.census, found) }
}
