import type { MovedNotes, OpenTasks } from '#features/inbox/waiting.ts'
import type { Listed } from '#features/reminders/listed.ts'

/** So many rows of each list; the others are on pages of their own. */
export const DUE_SHOWN = 8
export const MOVED_SHOWN = 5
export const TASKS_SHOWN = 10
export const VISITS_SHOWN = 6

/** What waits for the user, as the page hands it to the browser. */
export type Waiting = {
  due: Listed[]
  dueTotal: number
  /** The next one, or none. */
  ahead: Listed[]
  moved: MovedNotes
  tasks: OpenTasks
}
