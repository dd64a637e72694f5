import { answerThread } from '#platform/thread.ts'
import { paintText } from '#features/viewer/service/paint.ts'

/** Imported lazily and by nobody else, so that the bundle keeps it as a file of its own, which a thread can start from. */
export const here = new URL(import.meta.url)

answerThread(paintText)
