import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const SERVERS = { maxBuffer: 64 * 1024 * 1024, timeout: 15 * 60_000 }

/** The folder with the sources of Citus and the scripts that build and start it; null when `CITUS_SOURCES` names none. */
export function findCitusSources(): string | null {
  const folder = process.env['CITUS_SOURCES']
  return folder !== undefined && existsSync(join(folder, 'citus-cluster.sh')) ? folder : null
}

export type CitusCluster = AsyncDisposable & {
  /** The database `postgres` on each node, as superuser. */
  coordinatorUrl: string
  workerUrls: string[]
}

/** The coordinator's log of the last run, for the statements that failed or went to more than one shard. */
export const KEPT_LOG = 'test-results/citus-coordinator.log'

/** The coordinator logs every statement that goes to more than one shard. */
export const LOG_MULTI_SHARD = { 'citus.multi_task_query_log_level': 'log' }

/** Builds Citus unless it is built already, and starts a coordinator with two workers on the loopback. */
export async function startCitus(
  sources: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<CitusCluster> {
  const prefix = process.env['CITUS_PREFIX'] ?? join(tmpdir(), 'codeshelf-citus')
  const tarball = readdirSync(sources).find((name) => /^citus-.*\.tar\.xz$/.test(name))
  if (tarball === undefined) throw new Error(`No sources of Citus in ${sources}`)
  await run('bash', [join(sources, 'citus-build.sh'), join(sources, tarball), prefix], SERVERS)
  const folder = mkdtempSync(join(tmpdir(), 'codeshelf-citus-nodes-'))
  const env = {
    ...process.env,
    PG_BIN: join(prefix, 'lib/postgresql/15/bin'),
    SHARDS: '8',
    SETTINGS: Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'`)
      .join('\n'),
  }
  const cluster = (...parameters: string[]) =>
    run('bash', [join(sources, 'citus-cluster.sh'), ...parameters], { ...SERVERS, env })
  await cluster('start', folder)
  const urlOf = (node: string) =>
    `postgresql://postgres@127.0.0.1:${readFileSync(join(folder, `${node}.port`), 'utf8').trim()}/postgres`
  return {
    coordinatorUrl: urlOf('coordinator'),
    workerUrls: [urlOf('worker1'), urlOf('worker2')],
    [Symbol.asyncDispose]: async () => {
      copyFileSync(join(folder, 'coordinator.log'), KEPT_LOG)
      await cluster('stop', folder)
    },
  }
}
