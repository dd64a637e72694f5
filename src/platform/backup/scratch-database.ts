import type { Client } from 'pg'
import { randomBytes } from 'node:crypto'

type Locale = { encoding: string; collate: string; ctype: string; provider: 'c' | 'i' | 'b'; locale: string | null }

/** Has the collation and encoding of the current database: an index may not build under others. */
export async function createScratchDatabase(client: Client): Promise<string> {
  const locale = await readLocale(client)
  const name = await newName(client)
  const literal = (text: string) => client.escapeLiteral(text)
  const provided = {
    c: 'locale_provider libc',
    i: `locale_provider icu icu_locale ${literal(locale.locale ?? 'und')}`,
    b: `locale_provider builtin builtin_locale ${literal(locale.locale ?? 'C.UTF-8')}`,
  }[locale.provider]
  await client.query(
    `create database ${client.escapeIdentifier(name)} template template0 encoding ${literal(locale.encoding)}
     lc_collate ${literal(locale.collate)} lc_ctype ${literal(locale.ctype)} ${provided}`,
  )
  return name
}

/** The server's clock names it and decides what is left over, so hosts need not agree on the time. */
async function newName(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(`select to_char(${UTC}, 'YYYYMMDDHH24MISS') as now`)
  return `codeshelf_check_${rows[0]?.now}_${randomBytes(4).toString('hex')}`
}

const UTC = `(now() at time zone 'UTC')`

async function readLocale(client: Client): Promise<Locale> {
  // Through JSON, because the column was renamed between 16 and 17.
  const { rows } = await client.query<Locale>(
    `select pg_encoding_to_char(d.encoding) as encoding, d.datcollate as collate, d.datctype as ctype, d.datlocprovider as provider,
       coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale
     from pg_database d where d.datname = current_database()`,
  )
  const [row] = rows
  if (!row) throw new Error('The current database was not found in pg_database')
  return row
}

export async function dropScratchDatabase(client: Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
}

/** Databases of killed processes. No trial takes longer than a day. */
export async function dropStaleScratchDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^codeshelf_check_[0-9]{14}_[0-9a-f]{8}$'
     and substr(datname, 17, 14) < to_char(${UTC} - interval '1 day', 'YYYYMMDDHH24MISS')`,
  )
  for (const { name } of rows) await dropScratchDatabase(client, name)
}
