import { foldForSearch } from '#base/fold.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { File } from '../file.ts'
import * as store from '../store/by-name.ts'

/** Files by a part of their path, best match first. The palette and the list offer them beside what a search finds in the texts. */
export async function findByName(ctx: UserCtx, query: string, limit: number): Promise<File[]> {
  const needle = foldForSearch(query.trim())
  return needle === '' ? [] : store.findByName(ctx.db, ctx.user.id, needle, limit)
}
