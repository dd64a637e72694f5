import type { UserCtx } from '#platform/ctx.ts'
import { type Task, TaskError } from '#platform/threads.ts'
import { type InboxNote, listInbox } from '#features/notes/public.ts'
import { filterOf, NO_FILTER } from '../address.ts'
import { movedNote, type MovedNotes, type OpenTask, openTasksOf, type OpenTasks } from '../waiting.ts'
import { examineNewest } from './inbox.ts'

/** A page that everybody opens first must not wait for forty versions of two megabytes; what is not checked by then is not listed. */
const EXAMINE_MS = 800
/** Fewer than /notes examines with one request, for the same reason. */
const EXAMINED_NOTES = 20

/** The newest notes whose code changed or is gone. */
export async function listMovedNotes(ctx: UserCtx, most: number): Promise<MovedNotes> {
  const timeUp = AbortSignal.timeout(EXAMINE_MS)
  const { located, hasMore } = await examineNewest(impatient(ctx, timeUp), EXAMINED_NOTES, timeUp)
  const moved = located.flatMap((shown) => movedNote(shown) ?? [])
  const isUnchecked = located.some(({ state }) => state === 'unknown')
  return { notes: moved.slice(0, most), hasMore: hasMore || isUnchecked || moved.length > most }
}

/**
 * Stops waiting for a worker thread when the time is up; the notes of its task are then in an unknown state. The thread goes on to the
 * deadline of the task: one that is ended costs a second of processor time to start again, with every visit of the page.
 */
function impatient(ctx: UserCtx, timeUp: AbortSignal): UserCtx {
  return {
    ...ctx,
    offload: (task, input) => {
      const { promise, reject } = Promise.withResolvers<never>()
      const giveUp = () => reject(new TaskError('cancelled', `${task.name} took too long for this page`))
      timeUp.addEventListener('abort', giveUp, { once: true })
      if (timeUp.aborted) giveUp()
      return Promise.race([ctx.offload(task, input), promise])
    },
  }
}

/** Open tasks of the newest notes that have some, each note's in reading order. */
export async function listOpenTasks(ctx: UserCtx, most: number): Promise<OpenTasks> {
  // Every note of the list has an open task, so that as many notes are enough.
  const { notes, total } = await listInbox(ctx, filterOf({ ...NO_FILTER, show: 'tasks' }, null), null, most)
  const chars = notes.reduce((sum, { note }) => sum + note.content.length, 0)
  const job = { notes, most }
  return { tasks: await (chars <= HERE_CHARS ? readTasksTask.run(job) : ctx.offload(readTasksTask, job)), total }
}

/** Shorter texts take less than three milliseconds, which is less than the transfer to a thread costs. */
const HERE_CHARS = 16_000

/** Ten notes have up to 200,000 characters. */
export const readTasksTask: Task<{ notes: readonly InboxNote[]; most: number }, OpenTask[]> = {
  name: 'read-open-tasks',
  deadlineMs: 5_000,
  run: ({ notes, most }) => notes.flatMap((note) => openTasksOf(note, most)).slice(0, most),
}
