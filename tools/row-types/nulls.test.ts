import { describe, expect, it } from 'vitest'
import { nullableColumns } from './nulls.ts'

const TABLES = new Map([
  ['notes', new Map(Object.entries({ id: false, title: false, file_id: true, due: true }))],
  ['files', new Map(Object.entries({ id: false, name: false, repo: true }))],
])

function nullable(sql: string): string[] {
  return Array.from(nullableColumns(sql, TABLES)).flatMap(([name, isNullable]) => (isNullable ? [name] : []))
}

describe('columns that may be null', () => {
  it.each([
    ['a column without NOT NULL', 'select id, due from notes', ['due']],
    ['its name in the result', 'select n.due as "dueAt" from notes n', ['dueAt']],
    ['every column of a star', 'select n.* from notes n', ['file_id', 'due']],
    [
      'the side of a left join that may have no row',
      'select n.id, f.name from notes n left join files f on f.id = n.file_id',
      ['name'],
    ],
    [
      'both sides of a full join',
      'select n.id, f.name from notes n full join files f on f.id = n.file_id',
      ['id', 'name'],
    ],
    ['columns of a CTE', 'with d as (select due, title from notes) select d.due, d.title from d', ['due']],
    [
      'columns of a subquery with other names',
      'select s.a, s.b from (select title, due from notes) as s (a, b)',
      ['b'],
    ],
    ['columns of a lateral subquery', 'select x.d from notes n left join lateral (select n.id as d) x on true', ['d']],
    ['one half of a union', 'select title as t from notes union all select repo from files', ['t']],
    [
      'the unnamed columns of the other half of a union',
      "select title as t, id, due as d from notes union all select 'a', 'b', null from files",
      ['d'],
    ],
    ['a CASE without ELSE', "select case when title = '' then id end as i from notes", ['i']],
    ['an operation with such a column', "select due || '!' as d from notes", ['d']],
    ['COALESCE of nothing else', 'select coalesce(due, file_id) as c from notes', ['c']],
    ['a subquery that may find no row', 'select (select name from files limit 1) as name', ['name']],
    ['an aggregate of no rows', 'select max(id) as last, jsonb_agg(id) as all from notes', ['last', 'all']],
    ['what a write returns', 'delete from notes where id = $1 returning due', ['due']],
    [
      'a column in a recursive query',
      'with recursive r as (select due as d from notes union all select d from r) select d from r',
      ['d'],
    ],
  ])('%s', (_what, sql, expected) => {
    expect(nullable(sql)).toEqual(expected)
  })
})

describe('columns that are not null', () => {
  it.each([
    ['NOT NULL in the schema', 'select id, title from notes'],
    ['a condition that needs the column', 'select due from notes where due is not null'],
    ['a comparison', 'select due from notes where due < $1 and file_id = any($2)'],
    ['the condition of an inner join', 'select n.file_id from notes n join files f on f.id = n.file_id'],
    [
      'a condition on the row that a left join adds',
      'select f.name from notes n left join files f on f.id = n.file_id where f.id is not null',
    ],
    ['COALESCE with a default', "select coalesce(due, 'never') as due from notes"],
    ['count', 'select count(*) as n, (select count(*) from files) as files from notes'],
    ['exists', 'select exists (select from notes) as any'],
    ['an aggregate of a group', 'select title, max(id) as last from notes group by title'],
    ['a column that the statement sets', 'update notes set due = $1 where id = $2 returning due'],
    ['a column that the statement inserts', 'insert into notes (id, title, due) values ($1, $2, $3) returning id, due'],
    ['what only the values can tell', "select $1::text as given, '{}'::jsonb -> 'a' as inside"],
  ])('%s', (_what, sql) => {
    expect(nullable(sql)).toEqual([])
  })
})
