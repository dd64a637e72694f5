type Queryable = { query: (sql: string) => Promise<{ rows: unknown[] }> }

/**
 * With LC_CTYPE "C" PostgreSQL sees no letters in Hebrew, pg_trgm yields nothing and search would quietly find nothing.
 * Such a database is refused, not worked around.
 */
export async function assertHebrewIsSearchable(client: Queryable): Promise<void> {
  const { rows } = await client.query("select from (select show_trgm('קובץ') as t) s where cardinality(t) > 0")
  if (rows.length > 0) return
  throw new Error(
    "This database cannot index Hebrew: it was created with a character type that knows only ASCII. Create it with LC_CTYPE 'C.UTF-8'.",
  )
}
