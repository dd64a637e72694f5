import type { NoteId } from '#base/ids.ts'
import { splitLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import { getPackedContent } from '#features/files/public.ts'
import { findHiddenText, hiddenTexts } from '../hidden-text.ts'
import type { Scan } from '../preparation.ts'
import { findSecrets } from '../secrets/find.ts'
import type { SharedVersion } from '../share.ts'
import type { ShareableNote } from '../shared-note.ts'
import { DEADLINE_MS, toScan } from './scan.ts'

/** `hidden`: search for the text of these hidden lines; null: search for keys and passwords. */
type NotesJob = { notes: readonly string[]; hidden: { packed: Packed; lines: readonly number[] } | null }

export const findSecretsInNotesTask: Task<NotesJob, Scan[]> = {
  name: 'find-secrets-in-notes',
  deadlineMs: DEADLINE_MS,
  run({ notes, hidden }) {
    if (!hidden) return notes.map((note) => toScan(findSecrets(note)))
    const texts = hiddenTexts(splitLines(unpackBody(hidden.packed)), hidden.lines)
    return notes.map((note) => toScan(findHiddenText(note, texts)))
  },
}

/** What looks secret in each note: a key or a password, or the text of a line that the share hides in any of its files. */
export async function scanNotes(
  ctx: UserCtx,
  files: readonly SharedVersion[],
  notes: readonly ShareableNote[],
): Promise<Map<NoteId, Scan>> {
  if (notes.length === 0) return new Map()
  const texts = notes.map(({ title, content }) => `${title}\n${content}`)
  const found = [await scanTexts(ctx, { notes: texts, hidden: null })]
  // Load one text at a time: a hundred of them can be 200 MiB.
  for (const { fileId, version, hiddenLines: lines } of files.filter(({ hiddenLines }) => hiddenLines.length > 0)) {
    const packed = await getPackedContent(ctx, { id: fileId }, version)
    found.push(await scanTexts(ctx, { notes: texts, hidden: { packed, lines } }))
  }
  return new Map(notes.map(({ id }, i) => [id, merge(found.map((scans) => scans[i] ?? UNFINISHED))]))
}

const UNFINISHED: Scan = { findings: [], isComplete: false }

function merge(scans: readonly Scan[]): Scan {
  return {
    findings: scans.flatMap(({ findings }) => findings),
    isComplete: scans.every(({ isComplete }) => isComplete),
  }
}

async function scanTexts(ctx: UserCtx, job: NotesJob): Promise<Scan[]> {
  try {
    return await ctx.offload(findSecretsInNotesTask, job)
  } catch (error) {
    if (isDeadlineOrBusy(error)) return []
    throw error
  }
}
