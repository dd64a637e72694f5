import type { MultiShardStatement } from './multi-shard.ts'

/**
 * The statements that may go to more than one shard, each with the reason. None of them is sent for a request of a user.
 * `/* worker *\/` and `/* admin *\/` begin statements that read or change rows of more than one user.
 */
const ALLOWED: readonly { by: RegExp; sql: RegExp; because: string }[] = [
  { by: /^codeshelf-(migrate|backup)$/, sql: /./, because: 'commands that read or change whole tables' },
  { by: /^codeshelf-worker$/, sql: /^\/\* worker \*\//, because: 'background work for all users' },
  {
    by: /^codeshelf-worker$/,
    sql: /^delete from "?(session_keys|login_hashes|share_keys)"? where "?(ends_at|expires_at|key)"? (<|= any)/,
    because: 'keys are distributed by themselves, and expire at any time',
  },
  {
    by: /^codeshelf-(web|worker|trash-backfill)$/,
    sql: /^\/\* admin \*\//,
    because: 'pages and commands of administrators, about all users',
  },
]

export function isAllowed({ application, sql }: MultiShardStatement): boolean {
  return ALLOWED.some((rule) => rule.by.test(application) && rule.sql.test(sql))
}
