import { setImmediate as nextTurn } from 'node:timers/promises'

const ROWS_PER_CHUNK = 100

/** Rows as JSON texts of a hundred each: a text passes between threads as bytes, and is parsed when its rows are read. */
export type PackedRows<Row> = { count: number; chunks: readonly string[]; rows?: Row }

/** For rows of plain JSON: no dates, no undefined. */
export function packRows<Row>(rows: readonly Row[]): PackedRows<Row> {
  const chunks: string[] = []
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK)
    chunks.push(JSON.stringify(rows.slice(at, at + ROWS_PER_CHUNK)))
  return { count: rows.length, chunks }
}

/** Lets other requests run between two chunks: a caller that rejects every row would wait for nothing else. */
export async function* unpackRows<Row>({ chunks }: PackedRows<Row>): AsyncGenerator<Row> {
  for (const chunk of chunks) {
    await nextTurn()
    yield* JSON.parse(chunk) as Row[]
  }
}
