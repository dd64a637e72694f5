import { sql } from 'kysely'
import type { Id, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { ExactNote } from '../imported-note.ts'
import type { Earlier, ExactWatch, Note } from '../note.ts'
import { insertNote } from './notes.ts'
import { noteColumns, type Row, toNote } from './rows.ts'

type StoredWatch = { watch: ExactWatch | null }
type Trash = { deletedAt: Date | null; purgeAt: Date | null }
export type WalkedNote = Trash & StoredWatch & { note: Note; fileName: string | null; boardName: string | null }

/** Every note, trash included, exactly once: the order of ids is stable while pages are read. */
export async function walkNotes(db: Db, userId: UserId, after: NoteId | null, limit: number): Promise<WalkedNote[]> {
  const rest = after === null ? sql`` : sql`and n.id > ${after}`
  const { rows } = await sql<
    Row & Trash & { fileName: string | null; boardName: string | null; watchText: string | null; after: string | null }
  >`
    select ${noteColumns(userId)}, n.watch_text as "watchText", n.deleted_at as "deletedAt", n.purge_at as "purgeAt",
      (select split_part(f.file_name, '/', -1) from files f where f.user_id = ${userId} and f.id = n.file_id) as "fileName",
      (select b.name from boards b where b.user_id = ${userId} and b.id = n.board_id) as "boardName",
      (select c.after_text from note_changes c where c.user_id = ${userId} and c.note_id = n.id) as after
    from notes n where n.user_id = ${userId} ${rest} order by n.id limit ${limit}
  `.execute(db)
  return rows.map(({ deletedAt, purgeAt, fileName, boardName, watchText: text, after, ...row }) => ({
    note: toNote(row),
    watch:
      row.watchAt && text !== null
        ? { at: row.watchAt, firedAt: row.watchFiredAt, symbol: row.watchSymbol, text, after }
        : null,
    deletedAt,
    purgeAt,
    fileName,
    boardName,
  }))
}

/** Oldest first. */
export async function historyOfAll(db: Db, userId: UserId, ids: readonly NoteId[]): Promise<Map<NoteId, Earlier[]>> {
  const { rows } = await sql<Earlier & { noteId: NoteId }>`
    select h.note_id as "noteId", h.seq, h.title, h.content, h.replaced_at as "replacedAt" from note_history h
    where h.user_id = ${userId} and h.note_id = any(${ids}::uuid[]) order by h.note_id, h.seq
  `.execute(db)
  const history = new Map<NoteId, Earlier[]>()
  for (const { noteId, ...earlier } of rows) history.set(noteId, [...(history.get(noteId) ?? []), earlier])
  return history
}

/** Locks the notes of an id range, trash included, until the transaction ends. */
export async function lockRange(
  db: Db,
  userId: UserId,
  { first, last }: { first: Id<'note'>; last: Id<'note'> },
): Promise<(Trash & { note: Note })[]> {
  const { rows } = await sql<Row & Trash>`
    select ${noteColumns(userId)}, n.deleted_at as "deletedAt", n.purge_at as "purgeAt" from notes n
    where n.user_id = ${userId} and n.id between ${first} and ${last} order by n.id for update
  `.execute(db)
  return rows.map(({ deletedAt, purgeAt, ...row }) => ({ note: toNote(row), deletedAt, purgeAt }))
}

/** Inserts the note with the fields that an ordinary insert does not set. */
export async function insertExact(db: Db, userId: UserId, { note, watch, deletedAt, purgeAt, history }: ExactNote) {
  await insertNote(db, userId, note)
  if (deletedAt !== null || note.movedFrom != null || note.followed != null || watch !== null)
    await db
      .updateTable('notes')
      .set({
        deleted_at: deletedAt,
        purge_at: purgeAt,
        moved_from: note.movedFrom ?? null,
        followed: note.followed ? JSON.stringify(note.followed) : null,
        watch_at: watch?.at ?? null,
        watch_text: watch?.text ?? null,
        watch_fired_at: watch?.firedAt ?? null,
        watch_symbol: watch?.symbol ? JSON.stringify(watch.symbol) : null,
      })
      .where('user_id', '=', userId)
      .where('id', '=', note.id)
      .execute()
  if (watch?.firedAt)
    await db
      .insertInto('note_changes')
      .values({ user_id: userId, note_id: note.id, watch_at: watch.at, after_text: watch.after })
      .execute()
  if (history.length > 0)
    await db
      .insertInto('note_history')
      .values(
        history.map(({ seq, title, content, replacedAt }) => ({
          user_id: userId,
          note_id: note.id,
          seq,
          title,
          content,
          replaced_at: replacedAt,
        })),
      )
      .execute()
}
