import type { Task } from '#platform/threads.ts'
import { quoteOf } from '../anchor/quote.ts'
import { blobTexts } from './blob-texts.ts'

/** Lines of one of these blobs, counted from 1. */
type Wanted = { oid: string; start: number; end: number }
type ReadLines = { blobs: ReadonlyMap<string, Uint8Array>; wanted: readonly Wanted[] }

/** The text of these lines; null where the blob is missing, is not text or has no such lines. */
export const readLinesTask: Task<ReadLines, (string | null)[]> = {
  name: 'read-lines',
  deadlineMs: 12_000,
  run({ blobs, wanted }) {
    const textOf = blobTexts(blobs)
    return wanted.map(({ oid, start, end }) => {
      const text = textOf(oid)
      return text === null ? null : (quoteOf(text, 1, start, end)?.text ?? null)
    })
  },
}
