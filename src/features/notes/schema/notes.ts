import { z } from 'zod'
import { parseMoment } from '#base/parse-timestamp.ts'
import { isStorableText } from '#base/text.ts'
import { isoUtc } from '#base/time.ts'
import { chars, Ordinal } from '#base/wire-types.ts'
import type { AnchorLocation } from '#features/following/location.ts'
import { Tags } from '#features/files/schema/files.ts'
import { TARGET_KINDS } from '#features/links/link.ts'
import { COLOR_IDS, parseColor } from '../color-ids.ts'
import * as note from '../note.ts'
import { noteUrl } from '../note-url.ts'
import { CurrentPlace, toWireLocation } from './places.ts'
import { toWireWatch, WatchState } from './watch.ts'
import { type Hit, preview } from '../note-search.ts'

const between = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max)
const Position = z.strictObject({ x: between(note.BOUNDS.x), y: between(note.BOUNDS.y) })
const Size = z.strictObject({ width: between(note.BOUNDS.width), height: between(note.BOUNDS.height) })
const Line = Ordinal.nullable()
const Anchor = chars(500).nullable()

/** A colour of the palette by id or by its hex value. */
export const Color = z.string().transform((text, context) => {
  const color = parseColor(text)
  if (color) return color
  context.addIssue({ code: 'invalid_value', values: [...COLOR_IDS], input: text })
  return z.NEVER
})

/** The length is checked after whitespace is collapsed, as the title is stored. */
const Title = z.string().transform(note.collapseTitle).pipe(chars(note.NOTE_TITLE_CHARS))

/** The route checks the length because it has its own error code. */
const Content = z.string().refine(isStorableText, 'cannot be stored')

/** Fits 20,000 characters escaped as twelve bytes each, and the other fields. */
export const NOTE_BODY_BYTES = 256 * 1024
export const BATCH_BODY_BYTES = note.MAX_BATCH * NOTE_BODY_BYTES

export const NoteFields = z.object({
  title: Title.optional(),
  content: Content.optional(),
  position: Position.optional(),
  size: Size.optional(),
  color: Color.optional(),
  tags: Tags.optional(),
  is_minimized: z.boolean().optional(),
  line_start: Line.optional(),
  line_end: Line.optional(),
  anchor_id: Anchor.optional(),
  anchor_text: Anchor.optional(),
  mode: z.enum(note.MODES).optional(),
})

const linesInOrder = (fields: { line_start?: number | null | undefined; line_end?: number | null | undefined }) =>
  !fields.line_end || !fields.line_start || fields.line_end >= fields.line_start

export const CreateBody = z.strictObject(NoteFields.shape).refine(linesInOrder, { path: ['line_end'] })
export const UpdateBody = z
  .strictObject({ ...NoteFields.shape, prev_updated_at: z.unknown().optional() })
  .refine(linesInOrder, { path: ['line_end'] })
/** Items are validated one by one: an invalid item gets its own status and does not fail the batch. */
export const BatchBody = z.strictObject({
  updates: z.array(z.record(z.string(), z.unknown())).min(1).max(note.MAX_BATCH),
})

export function toChange(fields: z.output<typeof NoteFields>): note.NoteChange {
  const {
    is_minimized: isMinimized,
    line_start: lineStart,
    line_end: lineEnd,
    anchor_id: anchorId,
    anchor_text: anchorText,
    ...same
  } = fields
  return { ...same, isMinimized, lineStart, lineEnd, anchorId, anchorText }
}

export function isEmptyChange(change: note.NoteChange): boolean {
  return Object.values(change).every((value) => value === undefined)
}

/** `bad`: present but not a valid timestamp. */
export function readPrevUpdatedAt(value: unknown): Date | null | 'bad' {
  if (value === undefined) return null
  return typeof value === 'string' ? (parseMoment(value) ?? 'bad') : 'bad'
}

/** `name`: as names are compared. `title`: the present name. */
const LinkItem = z.object({
  name: z.string(),
  kind: z.enum(TARGET_KINDS),
  id: z.string(),
  title: z.string(),
  language: z.string().nullable(),
})

export const NoteItem = z.object({
  id: z.string(),
  kind: z.enum(['file', 'board', 'repo']),
  file_id: z.string().optional(),
  board_id: z.string().optional(),
  repo_name: z.string().optional(),
  repo_path: z.string().optional(),
  title: z.string(),
  content: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
  size: z.object({ width: z.number(), height: z.number() }),
  color: z.string(),
  tags: z.array(z.string()),
  is_minimized: z.boolean(),
  line_start: z.int().nullable(),
  line_end: z.int().nullable(),
  anchor_id: z.string().nullable(),
  anchor_text: z.string().nullable(),
  mode: z.enum(note.MODES),
  /** The location in the newest version, for a note on lines. */
  place: CurrentPlace.optional(),
  /** For a note on a repository file: whether the mirror no longer has the file. */
  orphaned: z.boolean().optional(),
  /** The earlier path of that file, if a sync found it renamed. */
  moved_from: z.string().optional(),
  /** Whether the note watches its code: `fired` once it has changed, until it is armed again. */
  watch: WatchState.optional(),
  /** What the `[[names]]` in its text mean; those that nothing has are left out. */
  links: z.array(LinkItem),
  /** How many notes and files link to it. */
  linked_from: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})

function targetOf(target: note.Target) {
  switch (target.kind) {
    case 'file':
      return { kind: target.kind, file_id: target.fileId }
    case 'board':
      return { kind: target.kind, board_id: target.boardId }
    case 'repo':
      return { kind: target.kind, repo_name: target.repoName, repo_path: target.repoPath }
  }
}

export function toItem(n: note.Note, location?: AnchorLocation): z.output<typeof NoteItem> {
  return {
    id: n.id,
    ...targetOf(n.target),
    title: n.title,
    content: n.content,
    position: n.position,
    size: n.size,
    color: n.color,
    tags: [...n.tags],
    is_minimized: n.isMinimized,
    line_start: n.lineStart,
    line_end: n.lineEnd,
    anchor_id: n.anchorId,
    anchor_text: n.anchorText,
    mode: n.mode,
    ...(location && { place: toWireLocation(location, n.target) }),
    ...(n.movedFrom != null && { moved_from: n.movedFrom }),
    ...(n.watch && { watch: toWireWatch(n.watch) }),
    links: (n.links ?? []).map(({ key: name, ...link }) => ({ name, ...link })),
    linked_from: n.linkedFrom ?? 0,
    created_at: isoUtc(n.createdAt),
    updated_at: isoUtc(n.updatedAt),
  }
}

/** The fields of every error about a stale read. */
export function toStored(n: note.Note) {
  return { updated_at: isoUtc(n.updatedAt), content: n.content, note: toItem(n) }
}

export const NotesReply = z.object({ ok: z.literal(true), notes: z.array(NoteItem), count: z.int() })
export const CreatedReply = z.object({ ok: z.literal(true), id: z.string(), note: NoteItem })
export const NoteReply = z.object({ ok: z.literal(true), note: NoteItem })
export const UpdatedReply = z.object({ ok: z.literal(true), updated_at: z.string(), note: NoteItem })
export const BatchReply = z.object({
  ok: z.literal(true),
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      status: z.int(),
      updated_at: z.string().optional(),
      error: z.string().optional(),
      note: NoteItem.optional(),
    }),
  ),
})

export type BatchResult = z.output<typeof BatchReply>['results'][number]

export const TaskBody = z.strictObject({ index: z.int().min(0), checked: z.boolean(), prev_updated_at: z.unknown() })
export const TaskReply = z.object({
  ok: z.literal(true),
  changed: z.boolean(),
  content: z.string(),
  updated_at: z.string(),
})

export const HistoryReply = z.object({
  ok: z.literal(true),
  history: z.array(z.object({ seq: z.int(), title: z.string(), content: z.string(), replaced_at: z.string() })),
  count: z.int(),
})
export const RestoreBody = z.strictObject({ seq: Ordinal })

export const SearchQuery = z.object({
  q: z.string().optional(),
  color: z.string().optional(),
  limit: z.string().optional(),
})
export const SearchReply = z.object({
  ok: z.literal(true),
  query: z.string(),
  color: z.string().nullable(),
  count: z.int(),
  truncated: z.boolean(),
  results: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string(),
      preview: z.string(),
      preview_truncated: z.boolean(),
      color: z.string(),
      updated_at: z.string(),
      target: z.enum(['file', 'board', 'repo']),
      place: z.string(),
      file_id: z.string().optional(),
      board_id: z.string().optional(),
      repo_name: z.string().optional(),
      repo_path: z.string().optional(),
      line_start: z.int().nullable(),
      anchor_id: z.string().nullable(),
    }),
  ),
})

export function toHit({ note: n, fileName, boardName }: Hit): z.output<typeof SearchReply>['results'][number] {
  const { kind, ...target } = targetOf(n.target)
  const { text, truncated } = preview(n.content)
  const location = fileName ?? boardName ?? (n.target.kind === 'repo' ? n.target.repoPath : '')
  return {
    id: n.id,
    url: noteUrl(n),
    title: n.title,
    preview: text,
    preview_truncated: truncated,
    color: n.color,
    updated_at: isoUtc(n.updatedAt),
    target: kind,
    place: location,
    ...target,
    line_start: n.lineStart,
    anchor_id: n.anchorId,
  }
}

export const IdParams = z.object({ id: z.string() })
