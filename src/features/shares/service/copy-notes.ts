import { type NoteId, parseId } from '#base/ids.ts'
import { splitLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import { getPackedContent } from '#features/files/public.ts'
import { linesInVersion } from '#features/following/public.ts'
import { findNotes, type Note, noteNotFound } from '#features/notes/public.ts'
import { findHeadings } from '../headings.ts'
import type { SharedVersion } from '../share.ts'
import { linesInRange, type ShareableNote, visibleLines } from '../shared-note.ts'

/** The chosen notes with their lines in the share. Every one must be on a file, and on lines, of the share. */
export async function getChosenNotes(
  ctx: UserCtx,
  files: readonly SharedVersion[],
  ids: readonly string[],
): Promise<ShareableNote[]> {
  const chosen = await findChosenNotes(ctx, files, ids)
  const found = new Set<string>(chosen.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) throw noteNotFound({ note_id: id })
  return chosen
}

/** The same without those that are gone, of another file or of somebody else. */
async function findChosenNotes(ctx: UserCtx, files: readonly SharedVersion[], ids: readonly string[]) {
  const parsed = ids.map((id) => parseId<'note'>(id)).filter((id) => id !== null)
  return toShareable(ctx, files, await findNotes(ctx, parsed))
}

/** Notes of files and lines that are not in the share are left out. */
export async function toShareable(
  ctx: UserCtx,
  files: readonly SharedVersion[],
  notes: readonly Note[],
): Promise<ShareableNote[]> {
  const shareable: ShareableNote[] = []
  for (const file of files) {
    const own = notes.filter(({ target }) => target.kind === 'file' && target.fileId === file.fileId)
    if (own.length > 0) shareable.push(...(await inFile(ctx, file, own)))
  }
  return shareable
}

async function inFile(ctx: UserCtx, file: SharedVersion, notes: readonly Note[]): Promise<ShareableNote[]> {
  const located = await linesInVersion(ctx, file.fileId, notes, file.version)
  const headings = await locateHeadings(ctx, file, notes)
  return notes.flatMap(({ id, title, content, updatedAt }) => {
    const heading = headings.get(id) ?? null
    const { position, hiddenLines, range } = file
    const lines = linesInRange(heading === null ? (located.get(id) ?? null) : { start: heading, end: heading }, range)
    if (lines === 'outside') return []
    return [{ id, updatedAt, position, title, content, lines: visibleLines(lines, hiddenLines) }]
  })
}

type HeadingJob = { packed: Packed; headings: readonly string[] }

export const findHeadingsTask: Task<HeadingJob, (number | null)[]> = {
  name: 'find-headings',
  deadlineMs: 3_000,
  run: ({ packed, headings }) => findHeadings(splitLines(unpackBody(packed)), headings),
}

/** A share shows the source of Markdown, so a note on a heading is on its line there. */
async function locateHeadings(
  ctx: UserCtx,
  { fileId, version }: SharedVersion,
  notes: readonly Note[],
): Promise<Map<NoteId, number | null>> {
  const onHeadings = notes.flatMap(({ id, anchorId, anchorText }) =>
    anchorId !== null && anchorText !== null ? [{ id, anchorText }] : [],
  )
  if (onHeadings.length === 0) return new Map()
  const packed = await getPackedContent(ctx, { id: fileId }, version)
  const headings = onHeadings.map(({ anchorText }) => anchorText)
  const lines = await findLines(ctx, { packed, headings })
  return new Map(onHeadings.map(({ id }, i) => [id, lines[i] ?? null]))
}

/** A search that takes too long finds nothing: the notes are then on the whole file, which is safe and still true. */
async function findLines(ctx: UserCtx, job: HeadingJob): Promise<(number | null)[]> {
  try {
    return await ctx.offload(findHeadingsTask, job)
  } catch (error) {
    if (isDeadlineOrBusy(error)) return []
    throw error
  }
}
