import { Client } from 'pg'
import { assertDirect } from '../db/refuse-pooler.ts'

/** A connection for reading everything: without timeouts, and with output formats that do not depend on server settings. */
export async function withConnection<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'codeshelf-backup', keepAlive: true })
  // A connection that dies while idle must not crash the process: the next query gets the error.
  client.on('error', () => {})
  await client.connect()
  try {
    await assertDirect(client)
    await client.query(SETTINGS)
    return await use(client)
  } finally {
    await client.end()
  }
}

const SETTINGS = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set timezone = 'UTC';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`

export async function serverMajorVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

export function databaseOf(url: string): string {
  return new Client({ connectionString: url }).database ?? ''
}

/**
 * Environment variables for PostgreSQL's own programs to reach the same database: every user of the machine can read
 * arguments. Nothing else of our environment is passed on.
 */
export function toolEnvironment(url: string): Record<string, string> {
  const { host, port, user, password, database } = new Client({ connectionString: url })
  const settings = new URL(url).searchParams
  const mode = settings.get('sslmode')
  const wanted: Record<string, string | undefined | null> = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LC_ALL: 'C.UTF-8',
    PGAPPNAME: 'codeshelf-backup',
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGPASSWORD: password ?? process.env['PGPASSWORD'],
    PGDATABASE: database,
    // pg's name for what libpq calls `require`.
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    PGSSLROOTCERT: settings.get('sslrootcert'),
    PGSSLCERT: settings.get('sslcert'),
    PGSSLKEY: settings.get('sslkey'),
  }
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, value]])),
  )
}
