import type { Ctx } from '#platform/ctx.ts'
import { VIEW_BYTES } from '#features/files/public.ts'
import type { DrawnCode, DrawnDiff } from '../view.ts'
import type { Source } from './draw-task.ts'
import type { CodeRenderer } from './code-renderer.ts'

/** Renders code for pages of other features. Hidden direction marks are always shown, because the reader is not the author. */
export async function renderCode(
  codeRenderer: CodeRenderer,
  ctx: Ctx,
  source: Source,
  { language, hiddenLines }: { language: string; hiddenLines: readonly number[] },
): Promise<DrawnCode> {
  return codeRenderer.code(ctx, source, { language, hiddenLines, reveal: true, maxBytes: VIEW_BYTES })
}

/** Renders two texts as rows of the diff table in one column, for pages of other features. */
export async function renderDiff(
  codeRenderer: CodeRenderer,
  ctx: Ctx,
  texts: { from: Source; to: Source; language: string },
): Promise<DrawnDiff> {
  return codeRenderer.diff(ctx, { ...texts, views: ['unified'] })
}
