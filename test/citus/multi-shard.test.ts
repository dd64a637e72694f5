import { expect, test } from 'vitest'
import { isAllowed } from './allowed.ts'
import { multiShardStatements } from './multi-shard.ts'

const LOG = `2026-11-16 13:00:00.001 UTC [7] codeshelf-web codeshelf LOG:  multi-task query about to be executed
2026-11-16 13:00:00.001 UTC [7] codeshelf-web codeshelf HINT:  Queries are split to multiple tasks if they have to be split into several queries on the workers.
2026-11-16 13:00:00.002 UTC [8] codeshelf-worker codeshelf LOG:  multi-task query about to be executed
2026-11-16 13:00:00.002 UTC [8] codeshelf-worker codeshelf STATEMENT:  /* worker */ select 1
2026-11-16 13:00:00.003 UTC [7] codeshelf-web codeshelf STATEMENT:  
	    select f.id from files f
	    where f.size_bytes > $1
	  
2026-11-16 13:00:01.000 UTC [7] codeshelf-web codeshelf ERROR:  division by zero
2026-11-16 13:00:01.000 UTC [7] codeshelf-web codeshelf STATEMENT:  select 1 / 0
2026-11-16 13:00:02.001 UTC [8] codeshelf-worker codeshelf LOG:  multi-task query about to be executed
2026-11-16 13:00:02.001 UTC [8] codeshelf-worker codeshelf STATEMENT:  /* worker */ select 1
`

test('multiShardStatements reads each statement with its application and count, also between lines of other processes', () => {
  expect(multiShardStatements(LOG)).toEqual([
    { application: 'codeshelf-worker', sql: '/* worker */ select 1', times: 2 },
    { application: 'codeshelf-web', sql: 'select f.id from files f where f.size_bytes > $1', times: 1 },
  ])
})

test('isAllowed rejects a multi-shard statement of the web process that is not marked as administration', () => {
  const sql = 'select f.id from files f'
  expect(isAllowed({ application: 'codeshelf-web', sql, times: 1 })).toBe(false)
  expect(isAllowed({ application: 'codeshelf-web', sql: `/* worker */ ${sql}`, times: 1 })).toBe(false)
  expect(isAllowed({ application: 'codeshelf-web', sql: `/* admin */ ${sql}`, times: 1 })).toBe(true)
  expect(isAllowed({ application: 'codeshelf-worker', sql: `/* worker */ ${sql}`, times: 1 })).toBe(true)
})
