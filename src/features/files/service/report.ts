import type { Ctx } from '#platform/ctx.ts'
import type { EventType } from '#platform/events/event.ts'
import { Problem } from '#platform/problem.ts'

/** Emits an event when the store fails and rethrows: a failed read must never be shown as an empty list. */
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
