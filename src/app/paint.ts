import { openThread, type Thread } from '#platform/thread.ts'
import type { PaintedText, PaintJob } from '#features/viewer/service/paint.ts'

/** A grammar that needs longer has run away; the page then shows the text without colours. */
const PATIENCE_MS = 4_000

export function paintThread(): Thread<PaintJob, PaintedText> {
  return openThread(async () => (await import('./paint-thread.ts')).here, PATIENCE_MS)
}
