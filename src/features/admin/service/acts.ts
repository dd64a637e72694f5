import type { Cursor } from '#base/cursor.ts'
import type { UserId } from '#base/ids.ts'
import { listAdminAudit } from '#platform/admin-actions.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { ShownAuditEntry } from '../act.ts'
import { isUserId } from '../person.ts'
import * as store from '../store.ts'

export type ActsPage = { acts: ShownAuditEntry[]; next: Cursor<'act'> | null }

const PAGE = 50

/** Joins the current names instead of storing them: of a deleted user only the id remains. */
export async function listAuditEntries({ db }: UserCtx, before: Cursor<'act'> | null): Promise<ActsPage> {
  const rows = await listAdminAudit(db, before, PAGE + 1)
  const records = rows.slice(0, PAGE)
  const people = records.flatMap(({ actorId, target }) => [actorId, ...personIn(target)])
  const names = await store.namesOf(db, [...new Set(people)])
  const acts = records.map((record) => ({
    ...record,
    actorName: names.get(record.actorId) ?? null,
    targetName: personIn(record.target).map((id) => names.get(id) ?? null)[0] ?? null,
  }))
  return { acts, next: rows.length > PAGE ? (records.at(-1) ?? null) : null }
}

function personIn({ type, id }: ShownAuditEntry['target']): UserId[] {
  return type === 'user' && isUserId(id) ? [id] : []
}
