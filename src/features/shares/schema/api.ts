import { z } from 'zod'
import { Ordinal } from '#base/wire-types.ts'
import { isoUtc } from '#base/time.ts'
import type { LineRange } from '#features/viewer/line-range.ts'
import { MAX_HIDDEN_LINES } from '../hidden-lines.ts'
import { type ListedShare, SHARE_DAYS, SHARE_KINDS, type Share } from '../share.ts'
import { MAX_SHARED_NOTES, type SharedNote } from '../shared-note.ts'

export const IdParams = z.object({ id: z.string() })

const Days = z.int().min(SHARE_DAYS.min).max(SHARE_DAYS.max)
const Lines = z.array(Ordinal).max(MAX_HIDDEN_LINES)
const FileVersion = Ordinal
const NoteIds = z.array(z.string()).max(MAX_SHARED_NOTES)

/** Either permanent or a number of days, not both. */
const lifetime = { permanent: z.boolean().optional(), days: Days.optional() }
type LifetimeBody = { permanent?: boolean | undefined; days?: number | undefined }
const oneLifetime = ({ permanent, days }: LifetimeBody) => !(permanent && days !== undefined)
const BOTH = { path: ['days'], error: 'permanent has no days' }

/** Both ends of a range, or neither: then the whole text is shared. */
const lines = { line_start: Ordinal.optional(), line_end: Ordinal.optional() }
type LinesBody = { line_start?: number | undefined; line_end?: number | undefined }
const isRange = ({ line_start: from, line_end: to }: LinesBody) =>
  from === undefined || to === undefined ? from === to : from <= to
const NO_RANGE = { path: ['line_end'], error: 'line_start and line_end are given together and in order' }
/** The lines of several files would be those of none of them. */
const ofOneFile = ({ line_start: from, file_ids: ids }: LinesBody & { file_ids?: unknown[] | undefined }) =>
  from === undefined || ids?.length === 1
const MANY = { path: ['line_start'], error: 'lines are shared of one file' }

export function readRange({ line_start: from, line_end: to }: LinesBody): LineRange | null {
  return from === undefined || to === undefined ? null : { from, to }
}

/** Fits five thousand hidden lines in each of a hundred files, at eight bytes a line. */
export const LINK_BODY_BYTES = 4 * 1024 * 1024

export const ShareBody = z
  .strictObject({
    ...lifetime,
    ...lines,
    version: FileVersion.optional(),
    hidden_lines: Lines.optional(),
    note_ids: NoteIds.optional(),
  })
  .refine(oneLifetime, BOTH)
  .refine(isRange, NO_RANGE)

export const LinkBody = z
  .strictObject({
    ...lifetime,
    ...lines,
    file_ids: z.array(z.unknown()).optional(),
    hidden_lines: z.record(z.string(), Lines).optional(),
    note_ids: NoteIds.optional(),
  })
  .refine(oneLifetime, BOTH)
  .refine(isRange, NO_RANGE)
  .refine(ofOneFile, MANY)

export function readLifetime({ permanent, days }: LifetimeBody): { days: number } | 'permanent' {
  return permanent ? 'permanent' : { days: days ?? SHARE_DAYS.standard }
}

/** Findings that look secret and were shared anyway. */
const Warnings = z.array(z.object({ file_id: z.string(), kind: z.string(), line_start: z.int(), line_end: z.int() }))

export function toWarnings(warnings: readonly { fileId: string; kind: string; from: number; to: number }[]) {
  return warnings.map(({ fileId, kind, from, to }) => ({ file_id: fileId, kind, line_start: from, line_end: to }))
}

/** The notes that the share shows, as they were copied. */
const Notes = z.array(
  z.object({
    note_id: z.string(),
    file_id: z.string(),
    number: z.int(),
    line_start: z.int().nullable(),
    line_end: z.int().nullable(),
  }),
)

/** Notes that look secret and were shared anyway. */
const NoteWarnings = z.array(z.object({ note_id: z.string(), kind: z.string() }))

type MadeNotes = {
  notes: readonly (Pick<SharedNote, 'number' | 'lines'> & { id: string; fileId: string })[]
  noteWarnings: readonly { noteId: string; kind: string }[]
}

export function toNotes({ notes, noteWarnings }: MadeNotes) {
  return {
    notes: notes.map(({ id, fileId, number, lines }) => ({
      note_id: id,
      file_id: fileId,
      number,
      line_start: lines?.start ?? null,
      line_end: lines?.end ?? null,
    })),
    note_warnings: noteWarnings.map(({ noteId, kind }) => ({ note_id: noteId, kind })),
  }
}

export const SharedReply = z.object({
  ok: z.literal(true),
  share_id: z.string(),
  url: z.string(),
  expires_at: z.string().nullable(),
  warnings: Warnings,
  notes: Notes,
  note_warnings: NoteWarnings,
})

export const LinkReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  share_url: z.string(),
  token: z.string(),
  expires_at: z.string().nullable(),
  warnings: Warnings,
  notes: Notes,
  note_warnings: NoteWarnings,
})

export function endOf({ expiresAt }: Pick<Share, 'expiresAt'>): string | null {
  return expiresAt && isoUtc(expiresAt)
}

/** Everything is optional here: the service distinguishes missing from invalid, in the order of the contract. */
export const SaveBody = z.strictObject({ share_id: z.string().nullish(), file_name: z.unknown().optional() })
export const SavedReply = z.object({
  ok: z.literal(true),
  file_id: z.string(),
  file_name: z.string(),
  version: z.int(),
})

export function toSaved(file: { id: string; fileName: string; version: number }): z.output<typeof SavedReply> {
  return { ok: true, file_id: file.id, file_name: file.fileName, version: file.version }
}

const ShareItem = z.object({
  share_id: z.string(),
  kind: z.enum(SHARE_KINDS),
  url: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  views: z.int(),
  file_names: z.array(z.string()),
  note_count: z.int(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
})
export const SharesReply = z.object({ ok: z.literal(true), shares: z.array(ShareItem), count: z.int() })

export function toShareItem(share: ListedShare): z.output<typeof ShareItem> {
  const range = share.files[0]?.range ?? null
  return {
    share_id: share.id,
    kind: share.kind,
    url: share.url,
    created_at: isoUtc(share.createdAt),
    expires_at: endOf(share),
    views: share.views,
    file_names: share.files.map(({ name }) => name),
    note_count: share.noteCount,
    line_start: range?.from ?? null,
    line_end: range?.to ?? null,
  }
}
