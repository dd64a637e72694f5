import type { NoteId } from '#base/ids.ts'
import { parseMoment } from '#base/parse-timestamp.ts'
import { isoUtc } from '#base/time.ts'
import { parseIdOr, Ok } from '#base/wire-types.ts'
import { toSymbolItem } from '#features/notes/schema/places.ts'
import { toWireWatch } from '#features/notes/schema/watch.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as problems from '../problems.ts'
import { SNOOZE_MINUTES } from '../reminder.ts'
import type { Repeat } from '../repeat.ts'
import * as schema from '../schema.ts'
import * as reminders from '../service/reminders.ts'
import * as watches from '../service/watches.ts'
import { type ReminderTime, isTimeZone } from '../when.ts'

export const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => problems.reminderNotFound({ note_id: id }))

/** Routes of the reminder and the watch of one note. */
export const reminderApi: FeatureRoutes = (app) => {
  app.post(
    '/api/sticky-notes/note/:id/reminder',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'קביעת תזכורת לפתק: מועד מוכן או תאריך ושעה, באזור זמן. עם repeat היא חוזרת.',
          en: 'Sets the reminder of a note: a preset, or a date and time, in a time zone; with repeat it comes again.',
        },
        params: schema.NoteParams,
        body: schema.SetBody,
        response: { 200: schema.RemindAtReply },
      },
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
      schema: {
        sentence: {
          he: 'דחייה של תזכורת שממתינה, בדקות או למועד. עם remind_at, רק אם זה עדיין המועד שלה.',
          en: 'Snoozes a pending reminder by minutes or to a time; with remind_at only if it still has that time.',
        },
        params: schema.NoteParams,
        body: schema.SnoozeBody,
        response: { 200: schema.RemindAtReply },
      },
    },
    async ({ ctx, params, body }) => {
      const moment = await reminders.snooze(ctx, noteId(params.id), readUntil(body), readMoment(body.remind_at))
      return { ok: true as const, remind_at: isoUtc(moment) }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/reminder',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'התזכורת של פתק, ומה נשלח לאיזה מכשיר.',
          en: 'Gets the reminder of a note and its deliveries to devices.',
        },
        params: schema.NoteParams,
        response: { 200: schema.ReminderReply },
      },
    },
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
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'הסרת התזכורת של פתק.', en: 'Removes the reminder of a note.' },
        params: schema.NoteParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await reminders.removeReminder(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/watch',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'האם הפתק עוקב אחרי הקוד שלו, ומה השתנה בקוד אם המעקב כבר התריע.',
          en: 'Tells whether a note watches its code, and what changed if the watch has fired.',
        },
        params: schema.NoteParams,
        response: { 200: schema.WatchReply },
      },
    },
    async ({ ctx, params }) => schema.toWatch(await watches.readWatch(ctx, noteId(params.id))),
  )

  app.post(
    '/api/sticky-notes/note/:id/watch',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'תזכורת כשהשורות של הפתק, או הפונקציה או הטיפוס שסביבן, ישתנו, פעם אחת. קריאה נוספת מתחילה את המעקב מחדש וסוגרת את התזכורת על השינוי.',
          en: 'Reminds once when the lines of a note change, or the function or type around them. A further call arms the watch again and acknowledges the reminder of the change.',
        },
        params: schema.NoteParams,
        body: schema.WatchBody,
        response: { 200: schema.ArmedReply },
      },
    },
    async ({ ctx, params, body }) => {
      const { watch, enclosing } = await watches.setWatch(ctx, noteId(params.id), body?.of ?? null)
      return { ok: true as const, watch: toWireWatch(watch), enclosing: enclosing && toSymbolItem(enclosing) }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id/watch',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'הפסקת המעקב אחרי הקוד של פתק.', en: 'Stops watching the code of a note.' },
        params: schema.NoteParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await watches.removeWatch(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id/reminder/repeat',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'הפסקת החזרות של תזכורת. המועד הנוכחי נשאר.',
          en: 'Stops a reminder from repeating. Its current time stays.',
        },
        params: schema.NoteParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await reminders.stopRepeat(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )
}

/** Null when no time was sent: then the reminder matches whatever its time is. */
export function readMoment(value: unknown): Date | null {
  return value === undefined ? null : readTime(value)
}

export function readTime(value: unknown): Date {
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
