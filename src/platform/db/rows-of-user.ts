import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#base/ids.ts'

/**
 * The FROM clause of `insert … select` over rows that the caller sends, such as `unnest(…) as added (…)`. It reads `user_id`
 * from the row of the user: Citus sends such an insert to the shard of that user, and cannot place one whose `user_id` is a
 * parameter in the select list. For a user whose row does not exist it inserts nothing: such rows would outlive the account.
 */
export function rowsOfUser(userId: UserId, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`from (select users.user_id from users where users.user_id = ${userId}) owner cross join ${rows}`
}
