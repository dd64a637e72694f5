import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { pairsOf, type SearchDoc } from '../search-index.ts'

/** What the search for names reads of a file; `symbols` is JSON, null when the parser was stopped. */
export type FileNames = { names: string; symbols: string | null }

/** `names` null: they are not read yet. */
export async function putSearchDoc(
  db: Db,
  userId: UserId,
  fileId: FileId,
  search: SearchDoc,
  names: FileNames | null,
): Promise<void> {
  await sql`
    insert into search_docs (user_id, file_id, indexed, pairs, doc, names, symbols)
    select u.user_id, ${fileId}, coalesce(t.is_heavy, false), case when t.is_heavy then ${search.pairs}::bytea end, ${search.doc},
      ${names?.names ?? null}::text, ${names?.symbols ?? null}::jsonb
    from users u left join search_tiers t on t.user_id = ${userId} where u.user_id = ${userId}
    on conflict (user_id, file_id) do update set doc = excluded.doc, indexed = excluded.indexed, pairs = excluded.pairs,
      names = excluded.names, symbols = excluded.symbols
  `.execute(db)
}

/**
 * Replaces, in SQL, the part before the content and the name of the file, so that the content, up to 2 MiB, is not read. Returns false when
 * the document does not begin with `from`. Character pairs of `from` stay set: a surplus pair only makes a search read this document in vain.
 */
export async function replaceTextBeforeContent(
  db: Db,
  userId: UserId,
  fileId: FileId,
  { from, to }: { from: string; to: string },
  name: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql<{ pairs: Buffer | null }>`
    select d.pairs from search_docs d where d.user_id = ${userId} and d.file_id = ${fileId} for update
  `.execute(db)
  const known = rows[0]?.pairs ?? null
  const added = pairsOf(to)
  const pairs = known && known.map((byte, i) => byte | (added[i] ?? 0))
  // Names that do not begin as expected become null, and are read again by the job.
  const { numAffectedRows } = await sql`
    update search_docs d set doc = ${to}::text || substr(d.doc, char_length(${from}::text) + 1), pairs = ${pairs}::bytea,
      names = case when starts_with(d.names, ${name.from}::text) then ${name.to}::text || substr(d.names, char_length(${name.from}::text) + 1) end
    where d.user_id = ${userId} and d.file_id = ${fileId} and starts_with(d.doc, ${from}::text)
  `.execute(db)
  return numAffectedRows === 1n
}

/** Live files of a user whose names are not read yet. */
export async function countUnread(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from search_docs d join files f on f.user_id = ${userId} and f.id = d.file_id
    where d.user_id = ${userId} and d.names is null and f.deleted_at is null
  `.execute(db)
  return rows[0]?.n ?? 0
}

export type UnreadFile = { userId: UserId; id: FileId }

/**
 * Files whose names are not read yet: the first of each user, then the second of each, so that somebody with thousands of them delays
 * nobody else. `after`: the last file of each user that was listed before.
 */
export async function listUnread(db: Db, after: ReadonlyMap<UserId, FileId>, limit: number): Promise<UnreadFile[]> {
  const { rows } = await sql<UnreadFile>`/* worker */
    select d.user_id as "userId", d.file_id as id from search_docs d
    left join unnest(${[...after.keys()]}::bigint[], ${[...after.values()]}::uuid[]) as seen (user_id, file_id) on seen.user_id = d.user_id
    where d.names is null and (seen.file_id is null or d.file_id > seen.file_id)
    order by row_number() over (partition by d.user_id order by d.file_id), d.user_id limit ${limit}
  `.execute(db)
  return rows
}

/** Stores names that were missing. */
export async function putNames(db: Db, { userId, id }: UnreadFile, { names, symbols }: FileNames): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update search_docs d set names = ${names}, symbols = ${symbols}::jsonb
    where d.user_id = ${userId} and d.file_id = ${id} and d.names is null
  `.execute(db)
  return numAffectedRows === 1n
}

/** Users whose library is too large for quick walking and not in the index yet. */
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

/** Indexes a batch of a user's files; false when all of them are indexed. */
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

/** Switches a user to indexed search and indexes the remaining files. Later saves are indexed by themselves. */
export async function makeHeavy(db: Db, userId: UserId): Promise<void> {
  await sql`insert into search_tiers (user_id, is_heavy) values (${userId}, true) on conflict (user_id) do update set is_heavy = true`.execute(
    db,
  )
  while (await indexSome(db, userId));
}
