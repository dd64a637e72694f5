import type { ReaderCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { type Task, TaskError } from '#platform/threads.ts'
import { findLinks, type FoundLink, mayHaveLinks, type TextKind } from '../found-links.ts'

/** Shorter texts take less than a millisecond. */
const HERE_CHARS = 2_000
/** Links of longer files are not followed: parsing takes a second per megabyte, and the save waits for it. */
const MAX_FILE_BYTES = 1_000_000

export const findLinksTask: Task<{ text: string | Packed; kind: TextKind }, FoundLink[]> = {
  name: 'find-links',
  deadlineMs: 5_000,
  run: ({ text, kind }) => findLinks(typeof text === 'string' ? text : unpackBody(text), kind),
}

export async function findNoteLinks(ctx: Pick<ReaderCtx, 'offload'>, text: string): Promise<FoundLink[]> {
  if (!mayHaveLinks(text)) return []
  const job = { text, kind: 'note' as const }
  return text.length <= HERE_CHARS ? findLinksTask.run(job) : ctx.offload(findLinksTask, job)
}

/** The links of a Markdown file. */
export async function findFileLinks(
  ctx: Pick<ReaderCtx, 'offload'>,
  packed: Packed,
  sizeBytes: number,
): Promise<FoundLink[]> {
  const job = { text: packed, kind: 'file' as const }
  if (sizeBytes > MAX_FILE_BYTES) return []
  return sizeBytes <= HERE_CHARS ? findLinksTask.run(job) : ctx.offload(findLinksTask, job)
}

/** For a job: a text that the parser cannot read has no links, and does not keep it from the others. When no thread was free, the job fails and tries again. */
export function noLinksWhenUnreadable(error: unknown): FoundLink[] {
  if (error instanceof TaskError && (error.reason === 'deadline' || error.reason === 'failed')) return []
  throw error
}
