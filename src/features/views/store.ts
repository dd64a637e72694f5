import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { ViewPage } from '#base/view-query.ts'
import type { Db } from '#platform/db/pool.ts'
import type { View, ViewId } from './view.ts'

type Row = { id: ViewId; name: string; page: ViewPage; query: string; createdAt: Date }

/** In the order of the side bar. */
export async function listViews(db: Db, userId: UserId): Promise<View[]> {
  const { rows } = await sql<Row>`
    select v.id, v.name, v.page, v.query, v.created_at as "createdAt" from views v
    where v.user_id = ${userId} order by v.position, v.id
  `.execute(db)
  return rows
}

export async function insertView(db: Db, userId: UserId, view: View, position: number): Promise<void> {
  const { id, name, page, query, createdAt } = view
  await db
    .insertInto('views')
    .values({ user_id: userId, id, name, page, query, position, created_at: createdAt })
    .execute()
}

export async function updateView(db: Db, userId: UserId, { id, name, query }: View): Promise<void> {
  await db.updateTable('views').set({ name, query }).where('user_id', '=', userId).where('id', '=', id).execute()
}

export async function deleteView(db: Db, userId: UserId, id: ViewId): Promise<void> {
  await db.deleteFrom('views').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Numbers the views in this order, from 1. */
export async function orderViews(db: Db, userId: UserId, ids: readonly ViewId[]): Promise<void> {
  await sql`
    update views v set position = o.position
    from unnest(${[...ids]}::uuid[]) with ordinality as o(id, position)
    where v.user_id = ${userId} and v.id = o.id and v.position <> o.position
  `.execute(db)
}
