import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import { DEAD_AFTER_SECONDS } from '../git-node.ts'

/** The node is alive. By the clock of the database, because those of the nodes may differ. */
export async function recordSeen(db: Db, url: string): Promise<void> {
  await sql`
    insert into git_nodes (url, seen_at) values (${url}, now())
    on conflict (url) do update set seen_at = excluded.seen_at
  `.execute(db)
}

export async function listDeadNodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select g.url from git_nodes g where g.seen_at < now() - make_interval(secs => ${DEAD_AFTER_SECONDS})
  `.execute(db)
  return rows.map(({ url }) => url)
}
