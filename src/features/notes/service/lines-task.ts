import type { Task } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import { quoteOf } from '../anchor/quote.ts'

/** Lines of one of these blobs, counted from 1. */
type Wanted = { oid: string; start: number; end: number }
type ReadLines = { blobs: ReadonlyMap<string, Uint8Array>; wanted: readonly Wanted[] }

/** The text of these lines; null where the blob is missing, is not text or has no such lines. */
export const readLinesTask: Task<ReadLines, (string | null)[]> = {
  name: 'read-lines',
  deadlineMs: 12_000,
  run({ blobs, wanted }) {
    const texts = new Map<string, string | null>()
    const textOf = (oid: string): string | null => {
      const blob = blobs.get(oid)
      if (!blob) return null
      if (!texts.has(oid)) texts.set(oid, decodeText(Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)))
      return texts.get(oid) ?? null
    }
    return wanted.map(({ oid, start, end }) => {
      const text = textOf(oid)
      return text === null ? null : (quoteOf(text, 1, start, end)?.text ?? null)
    })
  },
}
