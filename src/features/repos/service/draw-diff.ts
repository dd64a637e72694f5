import type { UserCtx } from '#platform/ctx.ts'
import { renderDiff, type CodeRenderer } from '#features/viewer/public.ts'
import type { DrawnChange } from '../view.ts'

export type { CodeRenderer }

/** Renders two texts as rows of the diff table, or as no rows when they are the same. */
export async function drawTexts(
  codeRenderer: CodeRenderer,
  ctx: UserCtx,
  texts: { from: string; to: string; language: string },
): Promise<DrawnChange> {
  const { isSame, unified, added, removed } = await renderDiff(codeRenderer, ctx, texts)
  return { rows: isSame ? null : unified, isSame, added, removed }
}
