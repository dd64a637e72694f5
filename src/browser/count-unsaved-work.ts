import { listDraftKeys } from './drafts.ts'
import { countQueuedRows } from './save-queue.ts'

/** Data that only this browser has: drafts of files, and notes with unsaved changes. */
export async function countUnsavedWork(): Promise<{ drafts: number; notes: number }> {
  return { drafts: listDraftKeys('').length, notes: await countQueuedRows() }
}
