import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { type PgBouncer, startPgBouncer } from '../test/pgbouncer/pgbouncer.ts'
import { type Postgres, startPostgres } from '#platform/postgres/private-server.ts'
import { closeEngines, KINDS, openEngine } from './installations.ts'
import { openRecorder, type Statement } from './library-record.ts'

/**
 * Memory of PostgreSQL for the connections of 1, 10 and 40 web processes, direct and through PgBouncer. Each connection replays the
 * statements of real requests under their names.
 * `PGBOUNCER=… node --import ./tools/tsx.ts bench/connections.ts`, after `npm run build`.
 */
const PROCESSES = [1, 10, 40]
const POOL_SIZE = 10
const AT_ONCE = 20
/** After five executions PostgreSQL may keep a plan for all values beside the statement. */
const EXECUTIONS = 6

async function main(): Promise<void> {
  await using postgres = await startPostgres({ durable: false, settings: { max_connections: 450 } })
  const statements = await recordStatements(postgres.url('postgres'))
  await using bouncer = await startPgBouncer(postgres, {})
  const characters = statements.reduce((sum, { text }) => sum + text.length, 0)
  console.log(`${statements.length} statements of ${characters} characters\n`)
  console.log(
    '| Web processes | Connections | Server connections | Private memory, MB | MB a server connection | PgBouncer, MB |',
  )
  console.log('|---|---|---|---|---|---|')
  await measure('direct', postgres.url('postgres'), postgres, statements, null)
  await measure('PgBouncer', bouncer.url, postgres, statements, bouncer)
}

/** Those that a web process sends by name for the requests of the other benchmarks. */
async function recordStatements(url: string): Promise<Statement[]> {
  const engine = await openEngine({ name: 'direct', url })
  const recorder = await openRecorder(url)
  const found = new Map<string, Statement>()
  for (const { ask } of KINDS) {
    const [person] = engine.people
    if (!person) throw new Error('There is nobody')
    const request = ask(person, 0)
    // The recorder runs as in production, where the cookie has this prefix.
    const sent = await recorder.request({ ...request, cookie: `__Host-${request.cookie}` })
    for (const statement of sent) if (statement.name !== undefined) found.set(statement.text, statement)
  }
  await recorder[Symbol.asyncDispose]()
  await closeEngines([engine])
  return [...found.values()]
}

async function measure(
  title: string,
  url: string,
  postgres: Postgres,
  statements: readonly Statement[],
  bouncer: PgBouncer | null,
): Promise<void> {
  const clients: Client[] = []
  for (const processes of PROCESSES) {
    const added = Array.from({ length: processes * POOL_SIZE - clients.length }, () => new Client(url))
    clients.push(...added)
    const waiting = [...added]
    const prepareNext = async () => {
      for (let client = waiting.pop(); client; client = waiting.pop()) await prepare(client, statements)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, prepareNext))
    const pids = await backends(postgres)
    const memory = pids.reduce((sum, pid) => sum + privateMb(pid), 0)
    const pooler = bouncer ? privateMb(bouncer.pid()).toFixed(1) : ''
    console.log(
      `| ${processes}, ${title} | ${clients.length} | ${pids.length} | ${memory.toFixed(0)} | ` +
        `${(memory / pids.length).toFixed(2)} | ${pooler} |`,
    )
  }
  await Promise.all(clients.map((client) => client.end()))
}

async function prepare(client: Client, statements: readonly Statement[]): Promise<void> {
  await client.connect()
  for (const statement of statements) {
    for (let i = 0; i < EXECUTIONS; i++) {
      await client.query('begin')
      // A save that is repeated meets the row of the first one. Its plan is stored anyway, and only that is measured.
      await client.query(statement).catch(() => {})
      await client.query('rollback')
    }
  }
}

async function backends(postgres: Postgres): Promise<number[]> {
  const client = new Client(postgres.url('postgres'))
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

/** What would be free without this process: not the buffers that it shares with the others. */
function privateMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = [...text.matchAll(/^Private_\w+: +(\d+) kB/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0)
  return kilobytes / 1024
}

await main()
