type Queryable = { query: (sql: string) => Promise<{ rows: unknown[] }> }

/**
 * With LC_CTYPE "C" PostgreSQL sees no letters in Hebrew, pg_trgm yields nothing and search would silently find nothing.
 * Such a database is refused.
 */
export async function assertHebrewIsSearchable(client: Queryable): Promise<void> {
  const { rows } = await client.query("select from (select show_trgm('קובץ') as t) s where cardinality(t) > 0")
  if (rows.length > 0) return
  throw new Error(
    "This database cannot index Hebrew: it was created with a character type that knows only ASCII. Create it with LC_CTYPE 'C.UTF-8'.",
  )
}
