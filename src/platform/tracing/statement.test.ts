import { expect, it } from 'vitest'
import { describeStatement } from './statement.ts'

it.each([
  ['select "id" from "files" where user_id = $1', 'select files'],
  ['/* worker */\n  update outbox o set next_at = $1', 'update outbox'],
  ['insert into events (at) select * from unnest($1::timestamptz[])', 'insert events'],
  ['with due as (select r.user_id from reminders r) select 1', 'with reminders'],
  ['delete from job_requests returning job_id', 'delete job_requests'],
  ['begin', 'begin'],
  ['', 'statement'],
])('%s is %s', (sql, name) => {
  expect(describeStatement(sql).name).toBe(name)
})

it('describeStatement leaves out quoted text, in case it is a value', () => {
  expect(describeStatement("select from users where first_name = 'Dana O''Neil'").summary).toBe(
    'select from users where first_name = ?',
  )
})
