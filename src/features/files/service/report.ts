import type { Ctx } from '#platform/ctx.ts'
import type { EventType } from '#platform/events/event.ts'
import { Problem } from '#platform/problem.ts'

/** Records that the store failed, then lets the failure go on: a failed read is never shown as "none". */
export async function reporting<T>(
  ctx: Ctx,
  event: EventType<{ repo: string; error: string }>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem))
      ctx.emit(event, { repo: 'none', error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}
