import { draftKeys } from './drafts.ts'
import { waitingRows } from './outbox.ts'

/** What this browser holds and the server does not: drafts of files, and notes with changes on their way. */
export async function keptHere(): Promise<{ drafts: number; notes: number }> {
  return { drafts: draftKeys('').length, notes: await waitingRows() }
}
