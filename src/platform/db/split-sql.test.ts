import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitStatements } from './split-sql.ts'

test('splitStatements ends a statement only at a semicolon outside of quotes and comments', () => {
  const statements = [
    "insert into t values ('a;b''c;');",
    '\n-- a; comment\nselect ";" from t;',
    ' do $x$ begin; $$ ; $$ end $x$;',
    ' /* ; */ select $$;$$',
  ]
  expect(splitStatements(statements.join(''))).toEqual(statements)
  expect(splitStatements('select 1;\n-- the end\n')).toEqual(['select 1;'])
})

test('splitStatements drops nothing but trailing comments of a migration', () => {
  const paths = globSync('db/migrations/*.sql')
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const script = readFileSync(path, 'utf8')
    const rest = script.slice(splitStatements(script).join('').length)
    expect(rest.replaceAll(/--[^\n]*/g, '').trim(), path).toBe('')
  }
})
