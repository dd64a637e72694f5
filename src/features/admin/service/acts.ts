import type { Cursor } from '#base/cursor.ts'
import type { UserId } from '#base/ids.ts'
import { listActs } from '#platform/acts.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { ShownAct } from '../act.ts'
import { isUserId } from '../person.ts'
import * as store from '../store.ts'

export type ActsPage = { acts: ShownAct[]; next: Cursor<'act'> | null }

const PAGE = 50

/** Names are read now and never stored: of somebody who left only the number stays. */
export async function readActs({ db }: UserCtx, before: Cursor<'act'> | null): Promise<ActsPage> {
  const rows = await listActs(db, before, PAGE + 1)
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

function personIn({ type, id }: ShownAct['target']): UserId[] {
  return type === 'user' && isUserId(id) ? [id] : []
}
