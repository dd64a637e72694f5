import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { SymbolItem, toSymbolItem } from '#features/notes/schema/places.ts'
import { toWireWatch, WatchState } from '#features/notes/schema/watch.ts'
import type { Change } from './change.ts'
import { type Delivery, LIST_LIMIT, PRESETS, type Preset, type ShownReminder, SNOOZE_MINUTES } from './reminder.ts'
import { MAX_REPEAT_INTERVAL, PLAIN_UNITS, type Repeat, WORKWEEKS } from './repeat.ts'
import type { ReadWatch } from './watch.ts'

export const NoteParams = z.object({ id: z.string() })

/** The fields are parsed one by one, because each has its own error code. */
export const SetBody = z.strictObject({
  preset: z.unknown().optional(),
  at: z.unknown().optional(),
  tz: z.unknown().optional(),
  repeat: z.unknown().optional(),
})
/** Minutes, or a time as for setting. With `remind_at`, snoozes only the reminder that the user saw, as for an acknowledgement. */
export const SnoozeBody = z.strictObject({
  minutes: z.unknown().optional(),
  preset: z.unknown().optional(),
  at: z.unknown().optional(),
  tz: z.unknown().optional(),
  remind_at: z.unknown().optional(),
})
/** What to watch; without it what was watched before, else the lines. */
export const WatchBody = z.strictObject({ of: z.enum(['lines', 'symbol']).optional() }).nullish()
export const AckBody = z.strictObject({ note_id: z.string(), remind_at: z.unknown().optional() })
/** A query parameter is text; `5.5`, `five` and 51 are rejected, not rounded. */
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

const RepeatBody = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.enum(PLAIN_UNITS), interval: z.int().min(1).max(MAX_REPEAT_INTERVAL).default(1) }),
  z.strictObject({ unit: z.literal('weekday'), days: z.enum(WORKWEEKS) }),
])

/** A rule that a client or an export sent; null when it is not one. */
export function parseRepeat(value: unknown): Repeat | null {
  return RepeatBody.safeParse(value).data ?? null
}

/** Null when it is not a whole number of minutes within the limits. */
export function readMinutes(value: unknown): number | null {
  if (value === undefined) return SNOOZE_MINUTES.fallback
  const { min, max } = SNOOZE_MINUTES
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null
}

const ruleStart = { from: z.string(), tz: z.string() }
/** A reminder as it was before it was removed: its time, and its rule with its start. */
export const RestoreBody = z.strictObject({
  remind_at: z.string(),
  repeat: z
    .discriminatedUnion('unit', [
      z.strictObject({
        unit: z.enum(PLAIN_UNITS),
        interval: z.int().min(1).max(MAX_REPEAT_INTERVAL),
        ...ruleStart,
      }),
      z.strictObject({ unit: z.literal('weekday'), days: z.enum(WORKWEEKS), ...ruleStart }),
    ])
    .nullable(),
})

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
})
/** Exactly the fields of the contract. */
export const ListReply = z.object({ ok: z.literal(true), count: z.int(), items: z.array(Item) })

/** The rule of a reminder that repeats, with the wall-clock time of its first occurrence. */
const RepeatRule = z.discriminatedUnion('unit', [
  z.object({ unit: z.enum(PLAIN_UNITS), interval: z.int(), ...ruleStart }),
  z.object({ unit: z.literal('weekday'), days: z.enum(WORKWEEKS), ...ruleStart }),
])

const ChangeItem = z.object({
  found_at: z.string(),
  /** The function or type that changed; missing when lines were watched. */
  symbol: SymbolItem.optional(),
  is_gone: z.boolean(),
  rows: z.array(
    z.union([
      z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() }),
      z.object({ kind: z.literal('skipped'), lines: z.int() }),
    ]),
  ),
  is_cut: z.boolean(),
})
export type ChangeItem = z.output<typeof ChangeItem>

function toChange({ foundAt, isGone, rows, isCut, symbol }: Change): ChangeItem {
  return { found_at: foundAt, is_gone: isGone, rows, is_cut: isCut, ...(symbol && { symbol: toSymbolItem(symbol) }) }
}

/** For our own pages: adds the preview without Markdown, the rule, the location of the note as a link and as text, and what its watch found. */
const ItemWithLocation = Item.extend({
  name: z.string(),
  url: z.string(),
  place: z.string(),
  repeat: RepeatRule.nullable(),
  change: ChangeItem.nullable(),
})
export type ReminderItem = z.output<typeof ItemWithLocation>
export const LocatedReply = z.object({ ok: z.literal(true), count: z.int(), items: z.array(ItemWithLocation) })

const DeliveryItem = z.object({
  remind_at: z.string(),
  device: z.string().nullable(),
  status: z.enum(['waiting', 'sending', 'sent', 'gone', 'failed', 'cancelled']),
  attempts: z.int(),
  next_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type DeliveryItem = z.output<typeof DeliveryItem>
export const WatchReply = z.object({
  ok: z.literal(true),
  /** Whether the note is on lines of code. */
  can_watch: z.boolean(),
  watch: WatchState.nullable(),
  /** The function or type around the lines, which can be watched instead of them. */
  enclosing: SymbolItem.nullable(),
  change: ChangeItem.nullable(),
})
export type WatchRead = z.output<typeof WatchReply>
export const ArmedReply = z.object({ ok: z.literal(true), watch: WatchState, enclosing: SymbolItem.nullable() })

export function toWatch({ canWatch, watch, enclosing, change }: ReadWatch): WatchRead {
  return {
    ok: true,
    can_watch: canWatch,
    watch: watch && toWireWatch(watch),
    enclosing: enclosing && toSymbolItem(enclosing),
    change: change && toChange(change),
  }
}

export const ReminderReply = z.object({
  ok: z.literal(true),
  reminder: Item.extend({
    status: z.enum(['pending', 'acknowledged']),
    ack_at: z.string().nullable(),
    repeat: RepeatRule.nullable(),
  }).nullable(),
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
  }
}

export function toItemWithLocation(shown: ShownReminder): ReminderItem {
  return {
    ...toItem(shown),
    name: shown.name,
    url: shown.url,
    place: shown.location,
    repeat: shown.series,
    change: shown.change && toChange(shown.change),
  }
}

export function toReminder(shown: ShownReminder) {
  return { ...toItem(shown), status: shown.status, ack_at: shown.ackAt && isoUtc(shown.ackAt), repeat: shown.series }
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
  did: z
    .enum(['done', 'snoozed', 'removed', 'reopened', 'stopped', 'watching', 'gone', 'moved'])
    .optional()
    .catch(undefined),
  note: z.string().optional().catch(undefined),
  at: z.string().optional().catch(undefined),
})
