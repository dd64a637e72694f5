import type { Client } from 'pg'
import type { Checksums, TableChecksum } from './manifest.ts'

/** Operational records are left out: 90 days of events can outweigh every library, and users do not miss them. */
export const EXCLUDED_TABLES: readonly string[] = ['events']

/** Row counts and a checksum of every table, and the sequence values: a restored copy is compared with them. */
export async function computeChecksums(client: Client): Promise<Checksums> {
  const tables: Record<string, TableChecksum> = {}
  for (const name of await tableNames(client))
    if (!EXCLUDED_TABLES.includes(name)) tables[name] = await tally(client, name)
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
 * A sum over rows does not depend on their order and, unlike an exclusive or, notices a duplicated row. SHA-256 of the row as
 * text is the same on every version and machine, which PostgreSQL's own fast hashes are not.
 */
async function tally(client: Client, table: string): Promise<TableChecksum> {
  const { rows } = await client.query<TableChecksum & { rows: string }>(
    `select count(*) as rows, coalesce(sum(
       ('x' || encode(substring(sha256(convert_to(whole_row::text, 'UTF8')) for 8), 'hex'))::bit(64)::bigint), 0)::text as checksum
     from public.${client.escapeIdentifier(table)} as whole_row`,
  )
  const [row] = rows
  if (!row) throw new Error(`${table} returned no row count`)
  return { rows: Number(row.rows), checksum: row.checksum }
}

async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; at: string | null }>(
    `select sequencename as name, last_value::text as at from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])))
}

/** Empty when the copy equals the manifest; else one line for each table that differs. */
export function findDifferences(expected: Checksums, found: Checksums): string[] {
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)])
  const tables = [...names].toSorted().flatMap((name) => difference(name, expected.tables[name], found.tables[name]))
  // Sequences are not part of a snapshot: the dump may hold a later number, never an earlier one.
  const sequences = Object.entries(expected.sequences).flatMap(([name, at]) =>
    BigInt(found.sequences[name] ?? -1) < BigInt(at)
      ? [`sequence ${name}: stood at ${at}, restored at ${found.sequences[name] ?? 'its start'}`]
      : [],
  )
  return [...tables, ...sequences]
}

function difference(name: string, expected: TableChecksum | undefined, found: TableChecksum | undefined): string[] {
  if (!expected) return [`${name}: is not in the manifest of the backup`]
  if (!found) return [`${name}: ${expected.rows} rows in the manifest, no such table after restoring`]
  if (expected.rows !== found.rows)
    return [`${name}: ${expected.rows} rows in the manifest, ${found.rows} after restoring`]
  return expected.checksum === found.checksum ? [] : [`${name}: as many rows (${found.rows}), but not the same ones`]
}
