import type { UserCtx } from '#platform/ctx.ts'
import { listBoards } from '#features/boards/public.ts'
import { countsOf, recentFiles, totalOf } from '#features/files/public.ts'
import { readPersonal } from '#features/settings/public.ts'
import { primerOf } from './primer.ts'

const RECENT = 20

export async function readPrimer(ctx: UserCtx): Promise<string | null> {
  const [personal, total, languages, tags, recent, boards] = await Promise.all([
    readPersonal(ctx),
    totalOf(ctx),
    countsOf(ctx, 'language'),
    countsOf(ctx, 'tag'),
    recentFiles(ctx, RECENT),
    listBoards(ctx),
  ])
  return primerOf(personal.agentInstructions, {
    total,
    languages,
    tags,
    recent,
    // The default board is everybody's and says nothing.
    boards: boards.filter(({ isDefault }) => !isDefault).map(({ name }) => name),
  })
}
