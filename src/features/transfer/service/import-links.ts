import { rebindLinks } from '#features/links/public.ts'
import type { LibraryLink } from '../library.ts'
import type { ImportJob } from './import-job.ts'

/** The imported texts with links whose targets have other names now. */
export type LinkedTexts = { sourceId: string; links: readonly LibraryLink[] }[]

type Ids = Record<LibraryLink['kind'], ReadonlyMap<string, string | null>>

/** After everything that a link can lead to: a target that was not imported leaves the link as its text says it. */
export async function importLinks({ run: { ctx } }: ImportJob, texts: LinkedTexts, ids: Ids): Promise<void> {
  for (const { sourceId, links } of texts) {
    const known = links.flatMap(({ key, kind, id: exported }) => {
      const id = ids[kind].get(exported)
      return id == null ? [] : [{ key, kind, id }]
    })
    await rebindLinks(ctx.db, ctx.user.id, sourceId, known)
  }
}
