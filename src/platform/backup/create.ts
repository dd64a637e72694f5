import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { serverMajorVersion, toolEnvironment, withConnection } from './connection.ts'
import { EXCLUDED_TABLES, computeChecksums } from './fingerprint.ts'
import { DUMP, type Manifest, MANIFEST, sha256OfFile } from './manifest.ts'
import { findTools, runTool } from './tools.ts'

export type BackupRequest = {
  databaseUrl: string
  /** The directory in which each backup is a directory of its own. */
  dir: string
  toolsDir: string | null
  now: Date
  signal?: AbortSignal
}

export type Backup = { folder: string; manifest: Manifest }

/** Dump and checksums read the same snapshot. The directory appears complete, under its final name, or not at all. */
export async function createBackup(ask: BackupRequest): Promise<Backup> {
  const folder = join(ask.dir, nameOf(ask.now))
  const unfinished = join(ask.dir, `${UNFINISHED_PREFIX}${randomUUID()}`)
  // It holds sessions, texts and keys of every user: only the owner may read it.
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

/** Names sort by time. */
export const BACKUP_NAME = /^codeshelf-\d{8}T\d{9}Z$/
export const UNFINISHED_PREFIX = '.codeshelf-unfinished-'

function nameOf(now: Date): string {
  return `codeshelf-${now.toISOString().replaceAll(/[-:.]/g, '')}`
}

async function dumpAndCount(client: Client, ask: BackupRequest, folder: string): Promise<Manifest> {
  const postgres = await serverMajorVersion(client)
  const tools = await findTools(postgres, ask.toolsDir)
  await client.query('begin transaction isolation level repeatable read read only')
  const snapshot = await one(client, 'select pg_export_snapshot() as value')
  const schema = await one(client, 'select max(name) as value from schema_migrations')
  const file = join(folder, DUMP)
  const stop = new AbortController()
  const signal = ask.signal ? AbortSignal.any([ask.signal, stop.signal]) : stop.signal
  const args = [...ALWAYS, ...(await withoutData(client)), `--snapshot=${snapshot}`, `--file=${file}`]
  // The checksums are read on this connection and the dump on another: both use the same snapshot.
  const dumping = writeFile(file, '', { mode: 0o600 }).then(() =>
    runTool(tools('pg_dump'), args, toolEnvironment(ask.databaseUrl), signal),
  )
  const counting = computeChecksums(client)
  try {
    const [census] = await Promise.all([counting, dumping])
    await flush(file)
    const dump = { bytes: (await stat(file)).size, sha256: await sha256OfFile(file) }
    return { format: 1, madeAt: ask.now.toISOString(), postgres, schema, dump, leftOut: [...EXCLUDED_TABLES], census }
  } finally {
    stop.abort()
    await Promise.allSettled([dumping, counting])
  }
}

/** Bodies are compressed already, so a high level costs much and saves little. Owners and grants come from the target server. */
const ALWAYS = ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s'] as const

/** Partitions are excluded by name: versions before 16 cannot exclude a table together with its children. */
async function withoutData(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relid::text as name from unnest($1::text[]) as t (name), pg_partition_tree(to_regclass(t.name)) where isleaf`,
    [[...EXCLUDED_TABLES]],
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
