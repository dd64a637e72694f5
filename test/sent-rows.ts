import { type QueryExecutorProvider, type QueryResult, type RawBuilder, sql } from 'kysely'
import { Client, type FieldDef } from 'pg'
import { inject } from 'vitest'
import { appendSent, ROWS, type SentRows } from '../tools/row-types/sent.ts'

/*
 * Records which columns PostgreSQL returned for each `sql` template that a test executes. `tools/row-types` compares them with the row
 * type that the template declares. A template is known by its texts: they are the same array each time its code runs.
 */

type Rows = readonly Record<string, unknown>[]

/** Only these rows of a result are searched for nulls. */
const MAX_ROWS_READ = 200

/** By template, then by SQL: a template with conditions in it sends several statements. */
const recorded = new Map<readonly string[], Map<string, SentRows>>()
const unsaved = new Set<SentRows>()
/** Kysely passes the rows of pg on, without their description. */
const descriptions = new WeakMap<Rows, FieldDef[]>()

keepDescriptions()
recordTemplates()

function keepDescriptions(): void {
  type Query = (this: Client, ...args: unknown[]) => unknown
  const prototype = Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (...args) {
    const callback = args.at(-1)
    if (typeof callback !== 'function') return query.apply(this, args)
    const keep = (error: unknown, result?: { rows?: Rows; fields?: FieldDef[] }) => {
      if (result?.rows && result.fields) descriptions.set(result.rows, result.fields)
      Reflect.apply(callback, undefined, [error, result])
    }
    return query.apply(this, [...args.slice(0, -1), keep])
  }
}

function recordTemplates(): void {
  type Builder = RawBuilder<unknown>
  type Execute = (this: Builder, database: QueryExecutorProvider) => Promise<QueryResult<Rows[number]>>
  const prototype = Object.getPrototypeOf(sql``) as { execute: Execute }
  const { execute } = prototype
  prototype.execute = async function (database) {
    const result = await execute.call(this, database)
    const fields = descriptions.get(result.rows)
    if (fields) record(this.toOperationNode().sqlFragments, this.compile(database).sql, fields, result.rows)
    return result
  }
}

function record(template: readonly string[], text: string, fields: readonly FieldDef[], rows: Rows): void {
  const statements = recorded.get(template) ?? new Map<string, SentRows>()
  recorded.set(template, statements)
  const sent = statements.get(text) ?? { template, sql: text, columns: fields.map(columnOf) }
  if (!statements.has(text)) unsaved.add(sent)
  statements.set(text, sent)
  for (const column of sent.columns) {
    if (column.sawNull || !rows.slice(0, MAX_ROWS_READ).some((row) => row[column.name] === null)) continue
    column.sawNull = true
    unsaved.add(sent)
  }
}

function columnOf({ name, dataTypeID, tableID, columnID }: FieldDef): SentRows['columns'][number] {
  return { name, type: dataTypeID, table: tableID, number: columnID, sawNull: false }
}

/** Called after each file of tests. Citus has other tables under the same numbers. */
export function saveSentRows(): void {
  if (unsaved.size > 0 && inject('citusWorkers').length === 0) appendSent(ROWS, String(process.pid), [...unsaved])
  unsaved.clear()
}
