import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { projectRoot } from '../project-root.ts'
import type { Db } from './pool.ts'

/** An index or a constraint, as PostgreSQL prints it. */
export type Definition = { kind: 'index' | 'constraint'; table: string; name: string; definition: string }

/** The definitions after all migrations, as recorded by `npm run generate`. */
export function expectedDefinitions(): Definition[] {
  return parseSchema(readFileSync(join(projectRoot, 'db/schema.sql'), 'utf8'))
}

function parseSchema(text: string): Definition[] {
  let table = ''
  return text.split('\n').flatMap((line): Definition[] => {
    table = /^create table (\w+)/.exec(line)?.[1] ?? table
    const index = /^CREATE (?:UNIQUE )?INDEX (\w+) ON .*;$/.exec(line)?.[1]
    if (index !== undefined) return [{ kind: 'index', table, name: index, definition: line.slice(0, -1) }]
    const [, name = '', definition = ''] = /^ {2}constraint (\w+) (.*?),?$/.exec(line) ?? []
    return name === '' ? [] : [{ kind: 'constraint', table, name, definition }]
  })
}

/** The definitions in this database. */
export async function storedDefinitions(db: Db): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select 'constraint' as kind, c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype in ('p', 'u', 'f', 'c')
    union all
    select 'index', t.relname, i.relname, pg_get_indexdef(i.oid)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and not t.relispartition and x.indisvalid
      and not exists (select from pg_constraint k where k.conindid = i.oid)
  `.execute(db)
  return rows
}
