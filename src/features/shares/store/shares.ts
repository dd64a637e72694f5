import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ListedShare, NewShare, Share, SharedVersion, ShareId } from '../share.ts'
import type { SharedNote } from '../shared-note.ts'

const SHARE = sql`s.id, s.kind, s.key, s.created_at as "createdAt", s.expires_at as "expiresAt", s.views`

export async function insertShare(
  db: Db,
  userId: UserId,
  share: NewShare,
  files: readonly SharedVersion[],
  notes: readonly SharedNote[],
): Promise<void> {
  const { id, kind, key, seed, createdAt, expiresAt, views, lastViewedAt } = share
  const dates = { created_at: createdAt, expires_at: expiresAt, last_viewed_at: lastViewedAt }
  await db
    .insertInto('shares')
    .values({ user_id: userId, id, kind, key, seed, views, ...dates })
    .execute()
  await db
    .insertInto('share_files')
    .values(
      files.map(({ position, fileId, version, hiddenLines, range }) => ({
        user_id: userId,
        share_id: id,
        place: position,
        file_id: fileId,
        version,
        hidden_lines: [...hiddenLines],
        line_start: range?.from ?? null,
        line_end: range?.to ?? null,
      })),
    )
    .execute()
  if (notes.length > 0) await insertNotes(db, userId, id, notes)
}

async function insertNotes(db: Db, userId: UserId, id: ShareId, notes: readonly SharedNote[]): Promise<void> {
  await db
    .insertInto('share_notes')
    .values(
      notes.map(({ position, number, title, content, lines }) => ({
        user_id: userId,
        share_id: id,
        place: position,
        number,
        title,
        content,
        line_start: lines?.start ?? null,
        line_end: lines?.end ?? null,
      })),
    )
    .execute()
}

/** The lines as JSON, so that a note without lines has null instead of two nulls. */
const NOTE = sql`n.place as position, n.number, n.title, n.content,
  case when n.line_start is not null then json_build_object('start', n.line_start, 'end', n.line_end) end as lines`

const RANGE = sql`case when sf.line_start is not null then json_build_object('from', sf.line_start, 'to', sf.line_end) end`

/** The notes of one file of a share, in their order. */
export async function notesOf(db: Db, userId: UserId, id: ShareId, position: number): Promise<SharedNote[]> {
  const { rows } = await sql<SharedNote>`
    select ${NOTE} from share_notes n
    where n.user_id = ${userId} and n.share_id = ${id} and n.place = ${position} order by n.number
  `.execute(db)
  return rows
}

/** False when another share has this key. */
export async function insertKey(db: Db, userId: UserId, { id, key }: Pick<Share, 'id' | 'key'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('share_keys')
    .values({ key, user_id: userId, share_id: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function countShares(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from shares s where s.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export type WalkedShare = NewShare & {
  files: (SharedVersion & { fileName: string; sha256: string })[]
  notes: SharedNote[]
}

/** Every share that still has files, exactly once: the order of ids is stable while pages are read. */
export async function walkShares(db: Db, userId: UserId, after: ShareId | null, limit: number): Promise<WalkedShare[]> {
  const { rows } = await sql<WalkedShare>`
    select ${SHARE}, s.seed, s.last_viewed_at as "lastViewedAt", c.files, (
      select coalesce(json_agg(row_to_json(kept) order by kept.position, kept.number), '[]') from (
        select ${NOTE} from share_notes n where n.user_id = ${userId} and n.share_id = s.id
      ) kept
    ) as notes from shares s
    cross join lateral (
      select json_agg(json_build_object(
        'position', sf.place, 'fileId', replace(sf.file_id::text, '-', ''), 'fileName', split_part(f.file_name, '/', -1), 'version', sf.version,
        'sha256', encode(v.sha256, 'hex'), 'hiddenLines', sf.hidden_lines, 'range', ${RANGE}
      ) order by sf.place) as files
      from share_files sf
      join files f on f.user_id = ${userId} and f.id = sf.file_id
      join file_versions v on v.user_id = ${userId} and v.file_id = sf.file_id and v.version = sf.version
      where sf.user_id = ${userId} and sf.share_id = s.id
    ) c
    where s.user_id = ${userId} and c.files is not null ${after === null ? sql`` : sql`and s.id > ${after}`}
    order by s.id limit ${limit}
  `.execute(db)
  return rows
}

/** Whether there is a share whose id is in this range. */
export async function hasInRange(db: Db, userId: UserId, { first, last }: { first: ShareId; last: ShareId }) {
  const { rows } = await sql`
    select from shares s where s.user_id = ${userId} and s.id between ${first} and ${last} limit 1
  `.execute(db)
  return rows.length > 0
}

/** The checksums of these versions in hex, by `<file id>:<version>`. */
export async function listChecksums(
  db: Db,
  userId: UserId,
  versions: readonly Pick<SharedVersion, 'fileId' | 'version'>[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ fileId: FileId; version: number; sha256: string }>`
    select v.file_id as "fileId", v.version, encode(v.sha256, 'hex') as sha256 from file_versions v
    where v.user_id = ${userId} and v.file_id = any(${versions.map(({ fileId }) => fileId)}::uuid[])
      and v.version = any(${versions.map(({ version }) => version)}::int[])
  `.execute(db)
  return new Map(rows.map(({ fileId, version, sha256 }) => [`${fileId}:${version}`, sha256]))
}

/** The owner and id of the share with this key. */
export async function findKey(db: Db, key: string): Promise<{ userId: UserId; shareId: ShareId } | null> {
  const { rows } = await sql<{ userId: UserId; shareId: ShareId }>`
    select k.user_id as "userId", k.share_id as "shareId" from share_keys k where k.key = ${key}
  `.execute(db)
  return rows[0] ?? null
}

export async function findShare(db: Db, userId: UserId, id: ShareId): Promise<Share | null> {
  const { rows } = await sql<Share>`
    select ${SHARE} from shares s where s.user_id = ${userId} and s.id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

export async function filesOf(db: Db, userId: UserId, id: ShareId): Promise<SharedVersion[]> {
  const { rows } = await sql<SharedVersion>`
    select sf.place as "position", sf.file_id as "fileId", sf.version, sf.hidden_lines as "hiddenLines", ${RANGE} as range
    from share_files sf where sf.user_id = ${userId} and sf.share_id = ${id} order by sf.place
  `.execute(db)
  return rows
}

export type NamedShare = Share & {
  files: ListedShare['files']
  noteCount: number
  feedAt: Date | null
}

/** Newest first, with the names of their files; of one file, or all. */
export async function listShares(db: Db, userId: UserId, fileId: FileId | null, limit: number): Promise<NamedShare[]> {
  const { rows } = await sql<Omit<NamedShare, 'files'> & { files: NamedShare['files'] | null }>`
    select ${SHARE}, s.feed_at as "feedAt", (
      select json_agg(json_build_object(
        'name', split_part(f.file_name, '/', -1), 'isLive', f.deleted_at is null, 'range', ${RANGE}
      ) order by sf.place)
      from share_files sf join files f on f.user_id = ${userId} and f.id = sf.file_id
      where sf.user_id = ${userId} and sf.share_id = s.id
    ) as files, (
      select count(*)::int from share_notes n where n.user_id = ${userId} and n.share_id = s.id
    ) as "noteCount"
    from shares s
    where s.user_id = ${userId} and (${fileId}::uuid is null or exists (
      select from share_files o where o.user_id = ${userId} and o.share_id = s.id and o.file_id = ${fileId}
    ))
    order by s.created_at desc, s.id desc limit ${limit}
  `.execute(db)
  // All files of this share were purged; only its key is left.
  return rows.map((row) => ({ ...row, files: row.files ?? [] }))
}

export async function countView(db: Db, userId: UserId, id: ShareId, now: Date): Promise<void> {
  await sql`
    update shares set views = views + 1, last_viewed_at = ${now} where user_id = ${userId} and id = ${id}
  `.execute(db)
}

/** Null when the share belongs to another user or is gone. */
export async function deleteShare(db: Db, userId: UserId, id: ShareId): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    delete from shares where user_id = ${userId} and id = ${id} returning key
  `.execute(db)
  return rows[0]?.key ?? null
}

export async function deleteKeys(db: Db, keys: readonly string[]): Promise<void> {
  await sql`delete from share_keys where key = any(${keys}::text[])`.execute(db)
}

/** Purges the shares of all users that expired before this moment, and returns their keys. */
export async function deleteEnded(db: Db, before: Date, limit: number): Promise<string[]> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select s.user_id as "userId" from shares s where s.expires_at < ${before} order by s.expires_at limit ${limit}
  `
  const keys: string[] = []
  for (const shard of await shardsOf(db, findUsers)) {
    const { rows } = await sql<{ key: string }>`/* worker */
      delete from shares d using (
        select s.user_id, s.id from shares s where s.expires_at < ${before} ${onShard(shard, 's.user_id')}
        order by s.expires_at limit ${limit - keys.length} for update skip locked
      ) ended where d.user_id = ended.user_id and d.id = ended.id ${onShard(shard, 'd.user_id')}
      returning d.key
    `.execute(db)
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}
