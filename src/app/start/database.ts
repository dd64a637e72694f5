import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findCluster, type Postgres, startPostgres } from '#platform/postgres/private-server.ts'
import type { DataFolder } from './data-folder.ts'

/** The default database of a new server. */
export const DATABASE = 'postgres'

/**
 * For one person on a small machine: without them an idle PostgreSQL takes three times the memory. Nothing is traded for safety.
 */
const SMALL = {
  max_connections: 30,
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_worker_processes: 2,
  max_parallel_workers: 0,
  max_parallel_workers_per_gather: 0,
  max_logical_replication_workers: 0,
  autovacuum_max_workers: 1,
  jit: 'off',
} as const

export type PrivateDatabase = {
  url: string
  postgres: Postgres
  /** Null: the PostgreSQL from npm has no pg_dump. */
  toolsDir: string | null
}

export async function startDatabase(folder: DataFolder): Promise<PrivateDatabase> {
  const postgres = await startPostgres({
    dir: join(folder.path, 'postgres'),
    socketDir: join(folder.run, 'postgres'),
    settings: SMALL,
  })
  return { url: postgres.url(DATABASE), postgres, toolsDir: toolsOf(postgres.binDir) }
}

/** The database of a Codeshelf that runs already. */
export async function runningDatabase(folder: DataFolder): Promise<Omit<PrivateDatabase, 'postgres'>> {
  const { url, binDir } = await findCluster({
    dir: join(folder.path, 'postgres'),
    socketDir: join(folder.run, 'postgres'),
  })
  return { url: url(DATABASE), toolsDir: toolsOf(binDir) }
}

function toolsOf(binDir: string): string | null {
  return existsSync(join(binDir, 'pg_dump')) ? binDir : null
}

/** A backup without pg_dump: a copy of the data directory, and a second server on it for the comparison. */
export async function copyDatabase(folder: DataFolder, { postgres }: PrivateDatabase, now: Date): Promise<Postgres> {
  const dir = join(folder.path, `postgres-${now.toISOString().replaceAll(/[-:.]/g, '')}`)
  await postgres.copyTo(dir)
  return startPostgres({ dir, socketDir: join(folder.run, 'copy'), settings: SMALL })
}
