import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { pairsOf } from '../search.ts'

export async function putSearchDoc(db: Db, userId: UserId, fileId: FileId, doc: string): Promise<void> {
  await sql`
    insert into search_docs (user_id, file_id, indexed, pairs, doc)
    select ${userId}, ${fileId}, tier.is_heavy, case when tier.is_heavy then ${pairsOf(doc)}::bytea end, ${doc}
    from (select coalesce((select t.is_heavy from search_tiers t where t.user_id = ${userId}), false) as is_heavy) tier
    on conflict (user_id, file_id) do update set doc = excluded.doc, indexed = excluded.indexed, pairs = excluded.pairs
  `.execute(db)
}

/** People whose files have grown past what walking can do quickly, and who are not in the index yet. */
export async function findGrown(db: Db, above: number, limit: number): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`/* worker */
    select c.user_id as "userId" from file_counts c
    where c.kind = 'language' and not exists (select from search_tiers t where t.user_id = c.user_id and t.is_heavy)
    group by c.user_id having sum(c.n) > ${above} limit ${limit}
  `.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Few enough for one statement on a slow day: the trigrams of one file take some milliseconds. */
const INDEXED_AT_ONCE = 100

/** Puts some of a person's files into the indexes; false when all of them are there. */
export async function indexSome(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ id: FileId; doc: string }>`
    select d.file_id as id, d.doc from search_docs d where d.user_id = ${userId} and not d.indexed
    limit ${INDEXED_AT_ONCE} for update
  `.execute(db)
  const [ids, pairs] = [rows.map(({ id }) => id), rows.map(({ doc }) => pairsOf(doc))]
  await sql`
    update search_docs d set indexed = true, pairs = done.pairs
    from unnest(${ids}::uuid[], ${pairs}::bytea[]) as done (id, pairs) where d.user_id = ${userId} and d.file_id = done.id
  `.execute(db)
  return rows.length > 0
}

/** Searched through the indexes from now on: what is not there yet is put there. Later saves follow the tier by themselves. */
export async function makeHeavy(db: Db, userId: UserId): Promise<void> {
  await sql`insert into search_tiers (user_id, is_heavy) values (${userId}, true) on conflict (user_id) do update set is_heavy = true`.execute(
    db,
  )
  while (await indexSome(db, userId));
}
