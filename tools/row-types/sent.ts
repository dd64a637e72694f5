import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#platform/project-root.ts'

/** Where the database tests write what they sent; each run begins with an empty folder. */
export const ROWS = join(projectRoot, 'test-results/rows')
const CATALOG = 'catalog.json'

/** A statement that was sent, and the columns of its result as PostgreSQL described them. Types and tables are OIDs. */
const sentRows = z.object({
  /** The texts of the `sql` template, between its parameters. */
  template: z.array(z.string()).readonly(),
  sql: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.number(),
      /** The table and the number of a plain column; 0 for any other expression. */
      table: z.number(),
      number: z.number(),
      sawNull: z.boolean(),
    }),
  ),
})
export type SentRows = z.infer<typeof sentRows>

/** What the numbers mean. Every database of a run is a copy of one template, so they are the same in all of them. */
const catalog = z.object({
  types: z.array(z.object({ oid: z.number(), name: z.string() })),
  columns: z.array(
    z.object({ table: z.number(), number: z.number(), tableName: z.string(), name: z.string(), notNull: z.boolean() }),
  ),
})
export type Catalog = z.infer<typeof catalog>

export function writeCatalog(folder: string, content: Catalog): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, CATALOG), JSON.stringify(content))
}

/** `name` differs between processes. */
export function appendSent(folder: string, name: string, sent: readonly SentRows[]): void {
  appendFileSync(join(folder, `${name}.jsonl`), sent.map((each) => `${JSON.stringify(each)}\n`).join(''))
}

export function readSent(folder: string): { sent: SentRows[]; catalog: Catalog } {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
  return {
    sent: lines.map((line) => sentRows.parse(JSON.parse(line))),
    catalog: catalog.parse(JSON.parse(readFileSync(join(folder, CATALOG), 'utf8'))),
  }
}
