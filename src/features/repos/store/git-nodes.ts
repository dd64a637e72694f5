import { sql } from 'kysely'
import { addSeconds } from '#base/time.ts'
import type { Db } from '#platform/db/pool.ts'

/** A node that was not seen for this long counts as dead. Longer than a restart, because its mirrors are then fetched again. */
const DEAD_AFTER_SECONDS = 30

/** The node is alive. */
export async function putSeen(db: Db, url: string, now: Date): Promise<void> {
  await sql`
    insert into git_nodes (url, seen_at) values (${url}, ${now})
    on conflict (url) do update set seen_at = excluded.seen_at
  `.execute(db)
}

export async function deadNodes(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select g.url from git_nodes g where g.seen_at < ${addSeconds(now, -DEAD_AFTER_SECONDS)}
  `.execute(db)
  return rows.map(({ url }) => url)
}
