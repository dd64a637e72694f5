import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { databaseOf, serverMajorVersion, toolEnvironment, withConnection, withDatabase } from './connection.ts'
import { findDifferences, computeChecksums } from './fingerprint.ts'
import { DUMP, type Manifest, readVerifiedManifest } from './manifest.ts'
import { createScratchDatabase, dropScratchDatabase, dropStaleScratchDatabases } from './scratch-database.ts'
import { findTools, runTool } from './tools.ts'

export type RestoreResult = { manifest: Manifest; differences: readonly string[] }

type Options = { toolsDir: string | null; signal?: AbortSignal }

/** Restores into a temporary database on the server of `databaseUrl` and compares every table with the checksums. */
export async function testRestore(folder: string, databaseUrl: string, options: Options): Promise<RestoreResult> {
  const manifest = await readVerifiedManifest(folder)
  return withConnection(databaseUrl, async (client) => {
    await dropStaleScratchDatabases(client)
    const name = await createScratchDatabase(client)
    try {
      return await restoreAndCompare(folder, manifest, withDatabase(databaseUrl, name), options)
    } finally {
      await dropScratchDatabase(client, name)
    }
  })
}

/**
 * Refuses a database that holds tables, so that existing rows are never mixed with restored ones or overwritten. Those of an
 * extension do not count: Citus brings views of its own.
 */
export async function restoreInto(folder: string, databaseUrl: string, options: Options): Promise<RestoreResult> {
  const manifest = await readVerifiedManifest(folder)
  await withConnection(databaseUrl, (client) => assertEmpty(client, databaseOf(databaseUrl)))
  return restoreAndCompare(folder, manifest, databaseUrl, options)
}

async function assertEmpty(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 3`,
  )
  if (rows.length > 0)
    throw new Error(`${name} is not empty (${rows.map((row) => row.name).join(', ')} …). Restore into a new database.`)
}

async function restoreAndCompare(
  folder: string,
  manifest: Manifest,
  url: string,
  options: Options,
): Promise<RestoreResult> {
  const { toolsDir, signal } = options
  const tools = await withConnection(url, async (client) => findTools(await serverMajorVersion(client), toolsDir))
  const jobs = Math.min(availableParallelism(), 4)
  const args = ['--exit-on-error', '--no-owner', '--no-privileges', `--jobs=${jobs}`, `--dbname=${databaseOf(url)}`]
  await runTool(tools('pg_restore'), [...args, join(folder, DUMP)], toolEnvironment(url), signal)
  const found = await withConnection(url, computeChecksums)
  signal?.throwIfAborted()
  return { manifest, differences: findDifferences(manifest.census, found) }
}
