import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { readTags } from '#features/files/tags.ts'
import { Tags } from '#features/files/schema/files.ts'
import { COLOR_IDS, type ColorId } from '#features/notes/color-ids.ts'
import { Color } from '#features/notes/schema/notes.ts'
import { decodeInboxCursor, type InboxCursor } from '#features/notes/inbox.ts'
import { type BulkAct, type BulkOutcome, INBOX_NEWS, MAX_BULK_NOTES } from './bulk.ts'

export const InboxQueryFields = z.object({
  q: z.string().optional(),
  show: z.string().optional(),
  color: z.string().optional(),
  file: z.string().optional(),
  board: z.string().optional(),
  repo: z.string().optional(),
  note: z.string().optional(),
  cursor: z.string().optional(),
  /** The result of a form without script. */
  done: z.enum(INBOX_NEWS).optional().catch(undefined),
  /** How many notes that was. */
  n: z.coerce.number().int().min(0).optional().catch(undefined),
})

/** When it is invalid, the page starts at the top and displays a notice. */
export function readInboxCursor(text: string | undefined): { cursor: InboxCursor | null; isInvalidCursor: boolean } {
  const cursor = text === undefined ? null : decodeInboxCursor(text)
  return { cursor, isInvalidCursor: text !== undefined && cursor === null }
}

/** A form sends one value as a string and several as a list. `back` is the query of the page that has the form. */
export const TicksForm = z.object({
  task: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((values) => new Set([values ?? []].flat().map(Number))),
  shown: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number),
  prev_updated_at: z.string(),
  back: z.string().default(''),
})

const note_ids = z.array(z.string()).min(1).max(MAX_BULK_NOTES)

export const BulkBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('done'), note_ids }),
  z.strictObject({ action: z.literal('delete'), note_ids }),
  z.strictObject({ action: z.literal('restore'), note_ids }),
  z.strictObject({ action: z.literal('color'), note_ids, color: Color }),
  z.strictObject({ action: z.literal('tag'), note_ids, tags: Tags.min(1) }),
])

/** `notes`: those that were changed, as they were before. `full`: so many would have more than 20 tags. */
export const BulkReply = z.object({
  ok: z.literal(true),
  notes: z.array(
    z.object({ note_id: z.string(), color: z.string(), tags: z.array(z.string()), remind_at: z.string().nullable() }),
  ),
  missing: z.int(),
  full: z.int(),
})

export function toBulkReply({ changed, missing, full }: BulkOutcome): z.output<typeof BulkReply> {
  const notes = changed.map(({ id, color, tags, remindAt }) => {
    return { note_id: id, color, tags: [...tags], remind_at: remindAt && isoUtc(remindAt) }
  })
  return { ok: true, notes, missing, full }
}

const Values = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => [values ?? []].flat())

/** A button has one value: a colour is `color-pink`. */
const COLOR_ACTIONS = COLOR_IDS.map((color) => `color-${color}` as const)
export const BulkForm = z.object({
  action: z.enum(['done', 'delete', 'tag', ...COLOR_ACTIONS]),
  note_ids: Values,
  tags: Values.transform(readTags),
  /** The list to redirect to; any other target would be an open redirect. */
  next: z
    .string()
    .regex(/^\/notes(\?[^#]*)?$/)
    .catch('/notes'),
})

/** Null when there are no tags, or they are none. */
export function actOf({ action, tags }: Pick<z.output<typeof BulkForm>, 'action' | 'tags'>): BulkAct | null {
  if (action === 'done' || action === 'delete') return { action }
  if (action === 'tag') return tags && tags.length > 0 ? { action, tags } : null
  return { action: 'color', color: colorOf(action) }
}

function colorOf(action: string): ColorId {
  return COLOR_IDS.find((color) => action === `color-${color}`) ?? 'yellow'
}
