import type { NoteId } from '#base/ids.ts'
import { parseMoment } from '#base/moment.ts'
import { isoUtc } from '#base/time.ts'
import { parseIdOr, Ok } from '#base/wire.ts'
import { toSymbolItem } from '#features/notes/schema/places.ts'
import { toWireWatch } from '#features/notes/schema/watch.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as problems from '../problems.ts'
import { SNOOZE_MINUTES, type ShownReminder } from '../reminder.ts'
import type { Repeat } from '../repeat.ts'
import * as schema from '../schema.ts'
import * as reminders from '../service/reminders.ts'
import * as watches from '../service/watches.ts'
import { type ReminderTime, isTimeZone } from '../when.ts'

const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => problems.reminderNotFound({ note_id: id }))

/** The routes of the contract, and those of our own pages: `due`, `ahead` and `reopen`. */
export const reminderApi: FeatureRoutes = (app) => {
  app.get(
    '/api/sticky-notes/reminders/summary',
    { config: { auth: 'user' }, schema: { response: { 200: schema.SummaryReply } } },
    async ({ ctx }) => {
      const { due, nextInSeconds } = await reminders.summary(ctx)
      return { ok: true as const, has_due: due > 0, count_due: due, next_in_seconds: nextInSeconds }
    },
  )

  app.get(
    '/api/sticky-notes/reminders/list',
    { config: { auth: 'user' }, schema: { querystring: schema.ListQuery, response: { 200: schema.ListReply } } },
    async ({ ctx, query }) => {
      const items = await reminders.listDue(ctx, query.limit)
      return { ok: true as const, count: items.length, items: items.map(schema.toItem) }
    },
  )

  const located = { querystring: schema.ListQuery, response: { 200: schema.LocatedReply } }

  app.get('/api/sticky-notes/reminders/due', { config: { auth: 'user' }, schema: located }, async ({ ctx, query }) =>
    toLocated(await reminders.listDue(ctx, query.limit)),
  )

  app.get('/api/sticky-notes/reminders/ahead', { config: { auth: 'user' }, schema: located }, async ({ ctx, query }) =>
    toLocated(await reminders.listAhead(ctx, query.limit)),
  )

  app.post(
    '/api/sticky-notes/reminders/ack',
    { config: { auth: 'user' }, schema: { body: schema.AckBody, response: { 200: Ok } } },
    async ({ ctx, body }) => {
      await reminders.acknowledge(ctx, noteId(body.note_id), readMoment(body.remind_at))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/sticky-notes/reminders/reopen',
    { config: { auth: 'user' }, schema: { body: schema.AckBody, response: { 200: Ok } } },
    async ({ ctx, body }) => {
      await reminders.reopen(ctx, noteId(body.note_id), readMoment(body.remind_at))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/reminder',
    {
      config: { auth: 'user' },
      schema: { params: schema.NoteParams, body: schema.SetBody, response: { 200: schema.RemindAtReply } },
    },
    async ({ ctx, params, body }) => {
      const asked = { ...readAsked(body), repeat: readRepeat(body.repeat) }
      const moment = await reminders.setReminder(ctx, noteId(params.id), asked)
      return { ok: true as const, remind_at: isoUtc(moment) }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/snooze',
    {
      config: { auth: 'user' },
      schema: { params: schema.NoteParams, body: schema.SnoozeBody, response: { 200: schema.RemindAtReply } },
    },
    async ({ ctx, params, body }) => {
      const moment = await reminders.snooze(ctx, noteId(params.id), readUntil(body), readMoment(body.remind_at))
      return { ok: true as const, remind_at: isoUtc(moment) }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/reminder',
    { config: { auth: 'user' }, schema: { params: schema.NoteParams, response: { 200: schema.ReminderReply } } },
    async ({ ctx, params }) => {
      const { reminder, deliveries } = await reminders.readReminder(ctx, noteId(params.id))
      return {
        ok: true as const,
        reminder: reminder && schema.toReminder(reminder),
        deliveries: deliveries.map(schema.toDelivery),
      }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id/reminder',
    { config: { auth: 'user' }, schema: { params: schema.NoteParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      await reminders.removeReminder(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/watch',
    { config: { auth: 'user' }, schema: { params: schema.NoteParams, response: { 200: schema.WatchReply } } },
    async ({ ctx, params }) => schema.toWatch(await watches.readWatch(ctx, noteId(params.id))),
  )

  app.post(
    '/api/sticky-notes/note/:id/watch',
    {
      config: { auth: 'user' },
      schema: { params: schema.NoteParams, body: schema.WatchBody, response: { 200: schema.ArmedReply } },
    },
    async ({ ctx, params, body }) => {
      const { watch, enclosing } = await watches.setWatch(ctx, noteId(params.id), body?.of ?? null)
      return { ok: true as const, watch: toWireWatch(watch), enclosing: enclosing && toSymbolItem(enclosing) }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id/watch',
    { config: { auth: 'user' }, schema: { params: schema.NoteParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      await watches.removeWatch(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id/reminder/repeat',
    { config: { auth: 'user' }, schema: { params: schema.NoteParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      await reminders.stopRepeat(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )
}

function toLocated(items: readonly ShownReminder[]) {
  return { ok: true as const, count: items.length, items: items.map(schema.toItemWithLocation) }
}

/** Null when no time was sent: then the reminder matches whatever its time is. */
function readMoment(value: unknown): Date | null {
  if (value === undefined) return null
  const moment = typeof value === 'string' ? parseMoment(value) : null
  if (!moment) throw problems.invalidRemindAt({ field: 'remind_at' })
  return moment
}

type TimeBody = { preset?: unknown; at?: unknown; tz?: unknown }

function readUntil({ minutes, ...time }: TimeBody & { minutes?: unknown }): reminders.SnoozeUntil {
  const isTime = Object.values({ preset: time.preset, at: time.at, tz: time.tz }).some((value) => value !== undefined)
  if (isTime && minutes !== undefined) throw problems.ambiguousRequest()
  if (isTime) return readAsked(time)
  const known = schema.readMinutes(minutes)
  if (known === null)
    throw problems.invalidMinutes({ field: 'minutes', min: SNOOZE_MINUTES.min, max: SNOOZE_MINUTES.max })
  return { minutes: known }
}

/** Without the field, or with null, the reminder comes once. */
function readRepeat(value: unknown): Repeat | null {
  if (value === undefined || value === null) return null
  const repeat = schema.parseRepeat(value)
  if (!repeat) throw problems.unknownRepeat()
  return repeat
}

function readAsked(body: TimeBody): { time: ReminderTime; tz: string } {
  const { preset, at, tz } = body
  if ((preset === undefined) === (at === undefined)) throw problems.ambiguousRequest()
  if (typeof tz !== 'string' || !isTimeZone(tz)) throw problems.invalidTz({ field: 'tz' })
  if (at !== undefined) {
    if (typeof at !== 'string') throw problems.invalidAt({ field: 'at' })
    return { time: { at }, tz }
  }
  const known = schema.readPreset(preset)
  if (!known) throw problems.unknownPreset()
  return { time: { preset: known }, tz }
}
