import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type QueryConfig, type QueryResult, TypeOverrides } from 'pg'
import { cancelledBy } from './cancel.ts'
import { shareConnections } from './person-share.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export type Database = {
  db: Db
  /** For queries outside Kysely: metrics and the checks at start-up. These have no client-side timeout. */
  pool: Pool
  close: () => Promise<void>
}

export type PoolOptions = {
  url: string
  size: number
  applicationName: string
  /** How long a query waits for a connection. */
  connectTimeoutMs?: number
  onError?: (error: Error) => void
  /** Receives every statement text; tests check each against the sharding rules. */
  onStatement?: (sql: string) => void
  /** Called when a statement begins; the function it returns is called when the statement ends. */
  trace?: (sql: string) => (error: unknown) => void
}

const STATEMENT_TIMEOUT_MS = 5_000
/** The client has a timeout too: a vanished server would otherwise leave the request hanging. */
const GIVE_UP_AFTER_MS = STATEMENT_TIMEOUT_MS + 1_000
/** Of a request, whose sender waits. */
const CONNECT_TIMEOUT_MS = 3_000
/** Of a command, which has nobody to answer: on a machine with other work a connection may take longer than a request may wait. */
export const COMMAND_CONNECT_TIMEOUT_MS = 60_000
const UUID_OID = 2950

/** Ids travel without dashes everywhere (see base/ids.ts); PostgreSQL reads both forms but prints only the dashed one. */
const TYPES = new TypeOverrides()
TYPES.setTypeParser(UUID_OID, (text: string) => text.replaceAll('-', ''))

export function openDatabase(options: PoolOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.size,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: TYPES,
  })
  // A connection that dies while idle must not crash the process: the pool drops it and the next query opens another.
  pool.on('error', (error) => options.onError?.(error))
  // The pool handles errors of idle connections only: a connection in use needs a listener.
  pool.on('connect', (client) => client.on('error', (error) => rememberEnding(client, error)))
  const statements = namedStatements(pool, options)
  const open = (signal?: AbortSignal): Db =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: statements(signal) }) })
  const db = open()
  cancellable.set(db, open)
  return { db, pool, close: () => db.destroy() }
}

/** Why the server ended connections while no statement ran on them. The next statement would only say that it cannot be sent. */
const endings = new WeakMap<PoolClient, Error>()

/** The first error is the reason; after it the socket closes, which is an error too. */
function rememberEnding(client: PoolClient, error: Error): void {
  if (!endings.has(client)) endings.set(client, error)
}

const cancellable = new WeakMap<Db, (signal: AbortSignal) => Db>()
const sources = new WeakMap<Db, Db>()

/** The same database for statements whose results nobody needs once the signal is aborted: they are cancelled and throw `StatementCancelled`. */
export function untilAborted(db: Db, signal: AbortSignal): Db {
  const own = cancellable.get(db)?.(signal)
  if (!own) return db
  sources.set(own, db)
  return own
}

/** What `untilAborted` was called with: what is known about a database outlives a request. */
export function sourceOf(db: Db): Db {
  return sources.get(db) ?? db
}

const MAX_NAMED_STATEMENTS = 1_000
/** The function of PostgreSQL that warns. Its text depends on the language of the server, and its code is that of any warning. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN'

/**
 * Prepared statements under stable names: parsed and planned once per connection instead of on every call, which is three
 * to four times cheaper. Texts that start with `/* unnamed` need a plan for their actual values.
 */
function namedStatements(pool: Pool, options: PoolOptions): (signal?: AbortSignal) => PostgresPool {
  const { onStatement, trace } = options
  const shared = shareConnections(pool, options.size)
  const nameOf = statementNames()
  const wrap = (client: PoolClient, signal?: AbortSignal): PostgresPoolClient => {
    const send = sender(client, signal)
    const query = (text: string, values: readonly unknown[]) => {
      onStatement?.(text)
      const name = values.length > 0 ? nameOf(text) : undefined
      const ask = () =>
        watchingForUnreplicated(client, () =>
          send.query({ text, values: [...values], ...(name !== undefined && { name }) }),
        )
      return trace ? tracing(trace(text), ask()) : ask()
    }
    return { query, release: () => shared.release(client, send.isBroken()) } as unknown as PostgresPoolClient
  }
  return (signal) => {
    // One wrapper for the life of a connection: Kysely keeps an entry for each object that it is given.
    const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
    return {
      connect: async () => {
        const client = await shared.connect()
        const known = wrapped.get(client) ?? wrap(client, signal)
        wrapped.set(client, known)
        return known
      },
      end: () => pool.end(),
    } as PostgresPool
  }
}

function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (text.startsWith('/* unnamed')) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

async function tracing<T>(end: (error: unknown) => void, asked: Promise<T>): Promise<T> {
  try {
    const result = await asked
    end(null)
    return result
  } catch (error) {
    end(error)
    throw error
  }
}

/**
 * A statement that ended without an answer of the server, such as by a timeout, leaves its connection in an unknown state.
 * It must not go back to the pool: the next request, and even a rollback, would wait behind that statement. After a FATAL
 * error the server or PgBouncer closes the connection a moment later, so the next request would fail too.
 *
 * With a callback and a timer of our own: where pg replaces a function of the query (its promises and `query_timeout` do), the
 * result with all its rows outlives minor garbage collections. Without them a list takes 8 % less processor.
 */
function sender(client: PoolClient, signal?: AbortSignal) {
  /** The reason is the error of all later statements too, or that of a rollback would replace it. */
  let broken: Error | null = null
  const abandon = () => {
    broken ??= new Error('A cancel request did not end')
  }
  const query = (config: QueryConfig): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      if (broken) throw broken
      const fail = (error: Error) => {
        const reason = endings.get(client) ?? error
        if (!(reason instanceof DatabaseError) || reason.severity === 'FATAL') broken ??= reason
        reject(reason)
      }
      const timer = setTimeout(() => fail(new Error('The database did not answer')), GIVE_UP_AFTER_MS)
      client.query(config, (error: Error | null, result) => {
        clearTimeout(timer)
        if (error) fail(error)
        else resolve(result)
      })
    })
  return {
    isBroken: () => broken !== null,
    query: (config: QueryConfig & { text: string }) =>
      signal ? cancelledBy(signal, { client, text: config.text, send: () => query(config), abandon }) : query(config),
  }
}

/**
 * With synchronous replication a commit whose wait for the standby was cancelled is reported as success with only a warning.
 * The write may be lost at failover, so it counts as failed.
 */
async function watchingForUnreplicated<T>(client: PoolClient, run: () => Promise<T>): Promise<T> {
  const unconfirmed: object[] = []
  const listen = (notice: { routine?: string | undefined }) => {
    if (notice.routine === WAITS_FOR_STANDBY) unconfirmed.push(notice)
  }
  client.on('notice', listen)
  try {
    const result = await run()
    if (unconfirmed.length > 0) throw new Error('The standby did not confirm this write')
    return result
  } finally {
    client.off('notice', listen)
  }
}
