import type { Ctx } from '#platform/ctx.ts'
import type { TextSource } from '#platform/db/body-codec.ts'
import { VIEW_BYTES } from '#features/files/public.ts'
import type { LineRange } from '../line-range.ts'
import type { DrawnCode, DrawnDiff, LineMark } from '../view.ts'
import type { CodeRenderer } from './code-renderer.ts'

/** Renders code for pages of other features. Hidden direction marks are always shown, because the reader is not the author. */
export async function renderCode(
  codeRenderer: CodeRenderer,
  ctx: Ctx,
  source: TextSource,
  ask: { language: string; hiddenLines: readonly number[]; range?: LineRange | null; marks?: readonly LineMark[] },
): Promise<DrawnCode> {
  return codeRenderer.code(ctx, source, { ...ask, reveal: true, maxBytes: VIEW_BYTES })
}

/** Renders two texts as rows of the diff table in one column, for pages of other features. */
export async function renderDiff(
  codeRenderer: CodeRenderer,
  ctx: Ctx,
  texts: { from: TextSource; to: TextSource; language: string },
): Promise<DrawnDiff> {
  return codeRenderer.diff(ctx, { ...texts, views: ['unified'] })
}
