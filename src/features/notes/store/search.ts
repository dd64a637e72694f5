import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import { likePattern } from '#base/like.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ColorId } from '../colors.ts'
import type { Hit, Needle } from '../search.ts'
import { NOTE_COLUMNS, type Row, toNote } from './rows.ts'

type HitRow = Row & { fileName: string | null; boardName: string | null }

/** Title hits first, then the most recently updated. Notes of files in the trash are excluded. */
export async function searchNotes(
  db: Db,
  userId: UserId,
  needle: Needle,
  color: ColorId | null,
  limit: number,
): Promise<Hit[]> {
  const { inTitle, anywhere } = matches(needle)
  const { rows } = await sql<HitRow>`/* unnamed: search notes */
    ${placedNotes(userId, color)} and ${anywhere}
    order by ${inTitle} desc, n.updated_at desc, n.id desc limit ${limit}
  `.execute(db)
  return rows.map(toHit)
}

/** The most recently updated notes. At most a thousand are sorted; an index on `updated_at` would slow down every edit. */
export async function recentNotes(db: Db, userId: UserId, color: ColorId | null, limit: number): Promise<Hit[]> {
  const { rows } = await sql<HitRow>`
    ${placedNotes(userId, color)} order by n.updated_at desc, n.id desc limit ${limit}
  `.execute(db)
  return rows.map(toHit)
}

function placedNotes(userId: UserId, color: ColorId | null): RawBuilder<unknown> {
  return sql`
    select ${NOTE_COLUMNS}, split_part(f.file_name, '/', -1) as "fileName", b.name as "boardName"
    from notes n
    left join files f on f.user_id = ${userId} and f.id = n.file_id
    left join boards b on b.user_id = ${userId} and b.id = n.board_id
    where n.user_id = ${userId} and n.deleted_at is null and f.deleted_at is null
      ${color === null ? sql`` : sql`and n.color = ${color}`}`
}

function toHit({ fileName, boardName, ...row }: HitRow): Hit {
  return { note: toNote(row), fileName, boardName }
}

/** Conditions on a note `n`. */
export function matches(needle: Needle): { inTitle: RawBuilder<boolean>; anywhere: RawBuilder<boolean> } {
  const inTitle = found(sql`n.search_title`, needle.title, sql`n.title`, needle.marked?.title)
  const inBody = found(sql`n.search_body`, needle.body, sql`n.content`, needle.marked?.body)
  return { inTitle, anywhere: sql<boolean>`(${inTitle} or ${inBody})` }
}

/** Matches the folded column, with LIKE because that can use the index; a needle with niqqud must also match the original text. */
function found(
  column: RawBuilder<unknown>,
  needle: string,
  text: RawBuilder<unknown>,
  marked: string | undefined,
): RawBuilder<boolean> {
  const plain = sql<boolean>`${column} like ${likePattern(needle)}`
  return marked === undefined
    ? plain
    : sql<boolean>`(${plain} and strpos(lower(normalize(${text}, NFC)), ${marked}) > 0)`
}
