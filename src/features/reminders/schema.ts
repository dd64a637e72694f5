import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { type Delivery, LIST_LIMIT, PRESETS, type Preset, type ShownReminder, SNOOZE_MINUTES } from './reminder.ts'

export const NoteParams = z.object({ id: z.string() })

/** What each field may be has a refusal of its own, so the fields are read one by one. */
export const SetBody = z.strictObject({
  preset: z.unknown().optional(),
  at: z.unknown().optional(),
  tz: z.unknown().optional(),
})
/** With `remind_at` only the reminder that was seen is put off, as with an acknowledgement. */
export const SnoozeBody = z.strictObject({ minutes: z.unknown().optional(), remind_at: z.unknown().optional() })
export const AckBody = z.strictObject({ note_id: z.string(), remind_at: z.unknown().optional() })
/** A number in the address is text; `5.5`, `five` and 51 are refused, not rounded. */
export const ListQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(LIST_LIMIT.min).max(LIST_LIMIT.max))
    .default(LIST_LIMIT.fallback),
})

export function readPreset(value: unknown): Preset | null {
  return PRESETS.find((preset) => preset === value) ?? null
}

/** Null: not a whole number of minutes that may be asked for. */
export function readMinutes(value: unknown): number | null {
  if (value === undefined) return SNOOZE_MINUTES.fallback
  const { min, max } = SNOOZE_MINUTES
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null
}

export const RemindAtReply = z.object({ ok: z.literal(true), remind_at: z.string() })

export const SummaryReply = z.object({
  ok: z.literal(true),
  has_due: z.boolean(),
  count_due: z.int(),
  next_in_seconds: z.int().nullable(),
})

const Item = z.object({
  note_id: z.string(),
  file_id: z.string().nullable(),
  preview: z.string(),
  anchor_id: z.string().nullable(),
  anchor_text: z.string().nullable(),
  remind_at: z.string(),
  /** Where the note is: a link and a line of words. */
  url: z.string(),
  place: z.string(),
})
export type ReminderItem = z.output<typeof Item>
export const ListReply = z.object({ ok: z.literal(true), count: z.int(), items: z.array(Item) })

const DeliveryItem = z.object({
  remind_at: z.string(),
  device: z.string().nullable(),
  status: z.enum(['waiting', 'sending', 'sent', 'gone', 'failed', 'cancelled']),
  attempts: z.int(),
  next_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type DeliveryItem = z.output<typeof DeliveryItem>
export const ReminderReply = z.object({
  ok: z.literal(true),
  reminder: Item.omit({ url: true, place: true })
    .extend({ status: z.enum(['pending', 'acknowledged']), ack_at: z.string().nullable() })
    .nullable(),
  deliveries: z.array(DeliveryItem),
})

export function toItem(shown: ShownReminder): z.output<typeof Item> {
  return {
    note_id: shown.noteId,
    file_id: shown.fileId,
    preview: shown.preview,
    anchor_id: shown.anchorId,
    anchor_text: shown.anchorText,
    remind_at: isoUtc(shown.remindAt),
    url: shown.url,
    place: shown.place,
  }
}

export function toReminder(shown: ShownReminder) {
  return { ...toItem(shown), status: shown.status, ack_at: shown.ackAt && isoUtc(shown.ackAt) }
}

export function toDelivery(delivery: Delivery): z.output<typeof DeliveryItem> {
  return {
    remind_at: isoUtc(delivery.remindAt),
    device: delivery.device,
    status: delivery.status,
    attempts: delivery.attempts,
    next_at: delivery.nextAt && isoUtc(delivery.nextAt),
    ended_at: delivery.endedAt && isoUtc(delivery.endedAt),
  }
}

/** What the forms of /reminders send. */
export const DoneForm = z.object({ remind_at: z.string() })
export const SnoozeForm = z.object({
  remind_at: z.string(),
  snooze: z.enum(['10', '60', 'tomorrow']),
})
export const PageQuery = z.object({
  did: z.enum(['done', 'snoozed', 'removed', 'reopened', 'moved']).optional().catch(undefined),
  note: z.string().optional().catch(undefined),
  at: z.string().optional().catch(undefined),
})
