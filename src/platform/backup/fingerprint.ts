import type { Client } from 'pg'
import type { Census, Tally } from './manifest.ts'

/** What the service did is not what people keep: 90 days of events can outweigh every library, and nobody misses them. */
export const LEFT_OUT: readonly string[] = ['events']

/** Rows and a checksum of every table, and where the sequences stand: what a restored copy is held against. */
export async function takeCensus(client: Client): Promise<Census> {
  const tables: Record<string, Tally> = {}
  for (const name of await tableNames(client)) if (!LEFT_OUT.includes(name)) tables[name] = await tally(client, name)
  return { tables, sequences: await readSequences(client) }
}

async function tableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * A sum over rows does not care in which order or where on disk they lie, and unlike an exclusive or it notices a row that is there
 * twice. SHA-256 of the row as text: the same on every version and machine, which PostgreSQL's own quick hashes are not.
 */
async function tally(client: Client, table: string): Promise<Tally> {
  const { rows } = await client.query<Tally & { rows: string }>(
    `select count(*) as rows, coalesce(sum(
       ('x' || encode(substring(sha256(convert_to(whole_row::text, 'UTF8')) for 8), 'hex'))::bit(64)::bigint), 0)::text as checksum
     from public.${client.escapeIdentifier(table)} as whole_row`,
  )
  const [row] = rows
  if (!row) throw new Error(`${table} could not be counted`)
  return { rows: Number(row.rows), checksum: row.checksum }
}

async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; at: string | null }>(
    `select sequencename as name, last_value::text as at from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])))
}

/** Empty when the copy is what the manifest says; else a line for each table that is not. */
export function differences(expected: Census, found: Census): string[] {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)])
  const tables = [...names].toSorted().flatMap((name) => difference(name, expected.tables[name], found.tables[name]))
  // A sequence does not wait for a snapshot: the dump may have seen a later number, never an earlier one.
  const sequences = Object.entries(expected.sequences).flatMap(([name, at]) =>
    BigInt(found.sequences[name] ?? -1) < BigInt(at)
      ? [`sequence ${name}: stood at ${at}, restored at ${found.sequences[name] ?? 'its start'}`]
      : [],
  )
  return [...tables, ...sequences]
}

function difference(name: string, expected: Tally | undefined, found: Tally | undefined): string[] {
  if (!expected) return [`${name}: is not in the backup's census`]
  if (!found) return [`${name}: ${expected.rows} rows in the census, no such table after restoring`]
  if (expected.rows !== found.rows)
    return [`${name}: ${expected.rows} rows in the census, ${found.rows} after restoring`]
  return expected.checksum === found.checksum ? [] : [`${name}: as many rows (${found.rows}), but not the same ones`]
}
