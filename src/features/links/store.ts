import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Backlink } from './backlink.ts'
import type { FoundLink } from './found-links.ts'
import type { FoundTarget, KnownLink, LinkSource, LinkTarget, TargetKind } from './link.ts'

/** What the links of a text mean, as it is stored. A target that was purged is left out. */
export async function findTargets(db: Db, userId: UserId, sourceId: string): Promise<Map<string, LinkTarget>> {
  const { rows } = await sql<{ key: string; kind: TargetKind; id: string }>`
    select l.name_key as key, l.target_kind as kind, l.target_id as id from links l
    left join files f on f.user_id = ${userId} and f.id = l.target_id
    left join notes n on n.user_id = ${userId} and n.id = l.target_id
    left join boards b on b.user_id = ${userId} and b.id = l.target_id
    where l.user_id = ${userId} and l.source_id = ${sourceId} and l.target_kind is not null and l.target_id is not null
      and (f.id is not null or n.id is not null or b.id is not null)
  `.execute(db)
  return new Map(rows.map(({ key, kind, id }) => [key, { kind, id }]))
}

/** Replaces the links of a text. A link that another transaction has just bound keeps its target. */
export async function replaceLinks(
  db: Db,
  userId: UserId,
  source: LinkSource,
  links: readonly FoundLink[],
): Promise<void> {
  const keys = links.map(({ key }) => key)
  await sql`
    delete from links where user_id = ${userId} and source_id = ${source.id} and name_key <> all (${keys}::text[])
  `.execute(db)
  if (links.length === 0) return
  await db
    .insertInto('links')
    .values(links.map((link) => rowOf(userId, source, link)))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'source_id', 'name_key']).doUpdateSet({
        line: sql`excluded.line`,
        excerpt: sql`excluded.excerpt`,
        target_kind: sql`coalesce(excluded.target_kind, links.target_kind)`,
        target_id: sql`coalesce(excluded.target_id, links.target_id)`,
      }),
    )
    .execute()
}

function rowOf(userId: UserId, source: LinkSource, { key, line, excerpt, target }: FoundLink) {
  return {
    user_id: userId,
    source_id: source.id,
    name_key: key,
    note_id: source.kind === 'note' ? source.id : null,
    file_id: source.kind === 'file' ? source.id : null,
    line,
    excerpt,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
  }
}

/** Gives the links that wait for one of these names their target. Locks in one order, so that two renames cannot deadlock. */
export async function bindWaiting(
  db: Db,
  userId: UserId,
  { kind, id }: LinkTarget,
  keys: readonly string[],
): Promise<void> {
  await sql`
    with waiting as materialized (
      select w.source_id, w.name_key from links w
      where w.user_id = ${userId} and w.target_id is null and w.name_key = any(${keys}::text[])
      order by w.source_id, w.name_key for update
    )
    update links l set target_kind = ${kind}, target_id = ${id} from waiting
    where l.user_id = ${userId} and l.source_id = waiting.source_id and l.name_key = waiting.name_key and l.source_id <> ${id}
  `.execute(db)
}

/** Live files with one of these paths, or with one of these names in any folder; the one that changed last is first. */
export async function findFilesNamed(
  db: Db,
  userId: UserId,
  { paths, bases }: { paths: readonly string[]; bases: readonly string[] },
): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; path: string }>`
    select f.id, f.file_name as path from files f
    where f.user_id = ${userId} and f.deleted_at is null
      and (f.file_name = any(${paths}::text[]) or lower(split_part(f.file_name, '/', -1)) = any(${bases}::text[]))
    order by f.updated_at desc, f.id limit ${MAX_NAMESAKES}
  `.execute(db)
  return rows
}

const MAX_NAMESAKES = 1_000

/** A user has at most 1,000 notes. The one that changed last is first. */
export async function listTitles(db: Db, userId: UserId): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select n.id, n.title from notes n
    where n.user_id = ${userId} and n.title <> '' and n.deleted_at is null order by n.updated_at desc, n.id
  `.execute(db)
  return rows
}

export async function listBoardNames(db: Db, userId: UserId): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select b.id, b.name as title from boards b where b.user_id = ${userId} order by b.created_at, b.id
  `.execute(db)
  return rows
}

/** Gives a link of a text this target. */
export async function rebindLink(
  db: Db,
  userId: UserId,
  sourceId: string,
  { key, kind, id }: LinkTarget & { key: string },
): Promise<void> {
  await sql`
    update links l set target_kind = ${kind}, target_id = ${id}
    where l.user_id = ${userId} and l.source_id = ${sourceId} and l.name_key = ${key}
  `.execute(db)
}

/** The links of texts whose targets are live. */
export async function listKnown(
  db: Db,
  userId: UserId,
  sourceIds: readonly string[],
): Promise<(KnownLink & { sourceId: string })[]> {
  const { rows } = await sql<Omit<KnownLink, 'title'> & { title: string | null; sourceId: string }>`
    select l.source_id as "sourceId", l.name_key as key, l.target_kind as kind, l.target_id as id, coalesce(lf.file_name, ln.title, lb.name) as title, lf.language
    from links l
    left join files lf on lf.user_id = ${userId} and lf.id = l.target_id and lf.deleted_at is null
    left join notes ln on ln.user_id = ${userId} and ln.id = l.target_id and ln.deleted_at is null
    left join boards lb on lb.user_id = ${userId} and lb.id = l.target_id
    where l.user_id = ${userId} and l.source_id = any(${sourceIds}::uuid[]) and l.target_kind is not null and l.target_id is not null
    order by l.source_id, l.name_key
  `.execute(db)
  return rows.flatMap(({ title, ...link }) => (title === null ? [] : [{ ...link, title }]))
}

/** This thing of the user, if it is there. */
export async function findThing(db: Db, userId: UserId, id: string): Promise<FoundTarget | null> {
  const { rows } = await sql<FoundTarget>`
    select 'file' as kind, f.id, f.deleted_at is not null as "inTrash", f.file_name as title, f.language from files f
    where f.user_id = ${userId} and f.id = ${id}
    union all
    select 'note' as kind, n.id, n.deleted_at is not null as "inTrash", n.title, null as language from notes n
    where n.user_id = ${userId} and n.id = ${id}
    union all
    select 'board' as kind, b.id, false as "inTrash", b.name as title, null as language from boards b
    where b.user_id = ${userId} and b.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** The texts that link to a thing, the newest first, each with its first such line; those in the trash are left out. */
export async function listBacklinks(
  db: Db,
  userId: UserId,
  targetId: string,
  after: string | null,
  limit: number,
): Promise<Backlink[]> {
  const rest = after === null ? sql`` : sql`and l.source_id < ${after}`
  const { rows } = await sql<Backlink>`
    select distinct on (l.source_id) l.source_id as "sourceId", l.line, l.excerpt, lf.file_name as path, ln.id as "noteId",
      ln.title as "noteTitle", ln.content as "noteContent", ln.kind as "noteKind", ln.file_id as "noteFileId",
      ln.board_id as "noteBoardId", ln.repo_name as "repoName", ln.repo_path as "repoPath", ln.line_start as "lineStart",
      ln.anchor_id as "anchorId"
    from ${linksTo(userId, targetId)} ${rest}
    order by l.source_id desc, l.line limit ${limit}
  `.execute(db)
  return rows
}

export async function countBacklinks(db: Db, userId: UserId, targetId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct l.source_id)::int as n from ${linksTo(userId, targetId)}
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The links `l` of other live texts to a thing; the text is the file `lf` or the note `ln`. */
const linksTo = (userId: UserId, targetId: string): RawBuilder<unknown> => sql`
  links l
  left join files lf on lf.user_id = ${userId} and lf.id = l.file_id and lf.deleted_at is null
  left join notes ln on ln.user_id = ${userId} and ln.id = l.note_id and ln.deleted_at is null
  where l.user_id = ${userId} and l.target_id = ${targetId} and l.source_id <> ${targetId} and (lf.id is not null or ln.id is not null)`
