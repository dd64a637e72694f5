import { type RawBuilder, sql } from 'kysely'

/** SQL on columns `names` and `symbols`, whose layout is in `base/symbol-names.ts`. */

/** A text that matches all these LIKE patterns. */
export function likeAll(text: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<unknown> {
  const each = patterns.map((pattern) => sql`${text} like ${pattern}`)
  return sql`(${sql.join(each, sql` and `)})`
}

/**
 * The stored definitions of the lines of `d` that match, up to `most`, as a query of one row; null when no line does. The lines are split in SQL: the symbols of
 * twenty files may be megabytes. One path for all lines: each access to `symbols` would unpack the whole column again.
 */
export function matchingSymbols(patterns: readonly string[], most: number): RawBuilder<unknown> {
  return sql`
    select jsonb_path_query_array(d.symbols, ('$[' || string_agg((hit.n - 2)::text, ',' order by hit.n) || ']')::jsonpath) as symbols from (
      select l.n from string_to_table(d.names, chr(10)) with ordinality as l (line, n)
      where l.n > 1 and ${likeAll(sql`(chr(10) || l.line)`, patterns)} limit ${most}
    ) hit`
}
