import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { majorOf, toolEnvironment, withConnection } from './connection.ts'
import { LEFT_OUT, takeCensus } from './fingerprint.ts'
import { DUMP, type Manifest, MANIFEST, sha256OfFile } from './manifest.ts'
import { findTools, runTool } from './tools.ts'

export type BackupAsk = {
  databaseUrl: string
  /** The folder that the backup becomes a folder of. */
  dir: string
  toolsDir: string | null
  now: Date
  signal?: AbortSignal
}

export type Backup = { folder: string; manifest: Manifest }

/** Dump and census see the very same moment. The folder appears whole, under its final name, or not at all. */
export async function createBackup(ask: BackupAsk): Promise<Backup> {
  const folder = join(ask.dir, nameOf(ask.now))
  const unfinished = join(ask.dir, `${UNFINISHED}${randomUUID()}`)
  // Sessions, texts and keys of everybody: nobody but the owner reads any of it.
  await mkdir(ask.dir, { recursive: true, mode: 0o700 })
  await mkdir(unfinished, { mode: 0o700 })
  try {
    const manifest = await withConnection(ask.databaseUrl, (client) => dumpAndCount(client, ask, unfinished))
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(ask.dir)
    return { folder, manifest }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Sorts by time. */
export const BACKUP_NAME = /^codeshelf-\d{8}T\d{9}Z$/
export const UNFINISHED = '.codeshelf-unfinished-'

function nameOf(now: Date): string {
  return `codeshelf-${now.toISOString().replaceAll(/[-:.]/g, '')}`
}

async function dumpAndCount(client: Client, ask: BackupAsk, folder: string): Promise<Manifest> {
  const postgres = await majorOf(client)
  const tools = await findTools(postgres, ask.toolsDir)
  await client.query('begin transaction isolation level repeatable read read only')
  const snapshot = await one(client, 'select pg_export_snapshot() as value')
  const schema = await one(client, 'select max(name) as value from schema_migrations')
  const file = join(folder, DUMP)
  const stop = new AbortController()
  const signal = ask.signal ? AbortSignal.any([ask.signal, stop.signal]) : stop.signal
  const args = [...ALWAYS, ...(await withoutData(client)), `--snapshot=${snapshot}`, `--file=${file}`]
  // The census reads on this connection while the dump is written on another: both are of the same snapshot.
  const dumping = writeFile(file, '', { mode: 0o600 }).then(() =>
    runTool(tools('pg_dump'), args, toolEnvironment(ask.databaseUrl), signal),
  )
  const counting = takeCensus(client)
  try {
    const [census] = await Promise.all([counting, dumping])
    await flush(file)
    const dump = { bytes: (await stat(file)).size, sha256: await sha256OfFile(file) }
    return { format: 1, madeAt: ask.now.toISOString(), postgres, schema, dump, leftOut: [...LEFT_OUT], census }
  } finally {
    stop.abort()
    await Promise.allSettled([dumping, counting])
  }
}

/** Bodies are compressed already, so trying hard costs much and saves little. Owners and rights are those of where it is restored. */
const ALWAYS = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s'] as const

/** By the name of each partition: versions before 16 cannot leave out "and its children". */
async function withoutData(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relid::text as name from unnest($1::text[]) as t (name), pg_partition_tree(to_regclass(t.name)) where isleaf`,
    [[...LEFT_OUT]],
  )
  return rows.map(({ name }) => `--exclude-table-data=public.${name}`)
}

async function one(client: Client, sql: string): Promise<string> {
  const { rows } = await client.query<{ value: string | null }>(sql)
  return rows[0]?.value ?? ''
}

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
