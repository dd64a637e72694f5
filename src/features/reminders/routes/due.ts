import { Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { ShownReminder } from '../reminder.ts'
import * as schema from '../schema.ts'
import * as reminders from '../service/reminders.ts'
import { restoreReminder } from '../service/restore.ts'
import { noteId, readMoment, readTime } from './api.ts'

/** Lists of reminders, and what is done with one of a list. `due`, `ahead`, `reopen` and `restore` are for our own pages. */
export const dueApi: FeatureRoutes = (app) => {
  app.get(
    '/api/sticky-notes/reminders/summary',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'כמה תזכורות ממתינות, ובעוד כמה שניות כדאי לשאול שוב.',
          en: 'Counts the due reminders, and tells in how many seconds to poll again.',
        },
        response: { 200: schema.SummaryReply },
      },
    },
    async ({ ctx }) => {
      const { due, nextInSeconds } = await reminders.summary(ctx)
      return { ok: true as const, has_due: due > 0, count_due: due, next_in_seconds: nextInSeconds }
    },
  )

  app.get(
    '/api/sticky-notes/reminders/list',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'התזכורות שהגיע זמנן, מהישנה לחדשה.', en: 'Lists the due reminders, oldest first.' },
        querystring: schema.ListQuery,
        response: { 200: schema.ListReply },
      },
    },
    async ({ ctx, query }) => {
      const items = await reminders.listDue(ctx, query.limit)
      return { ok: true as const, count: items.length, items: items.map(schema.toItem) }
    },
  )

  const located = { querystring: schema.ListQuery, response: { 200: schema.LocatedReply } }

  app.get(
    '/api/sticky-notes/reminders/due',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'אותן תזכורות, עם המקום של כל פתק.',
          en: 'Lists the due reminders with the location of each note.',
        },
        ...located,
      },
    },
    async ({ ctx, query }) => toLocated(await reminders.listDue(ctx, query.limit)),
  )

  app.get(
    '/api/sticky-notes/reminders/ahead',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'התזכורות שעוד לפנינו, מהקרובה לרחוקה.',
          en: 'Lists the upcoming reminders, soonest first.',
        },
        ...located,
      },
    },
    async ({ ctx, query }) => toLocated(await reminders.listAhead(ctx, query.limit)),
  )

  app.post(
    '/api/sticky-notes/reminders/ack',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'סגירת תזכורת. עם remind_at, רק אם זה עדיין המועד שלה. תזכורת חוזרת עוברת למועד הבא.',
          en: 'Acknowledges a reminder; with remind_at only if it still has that time. One that repeats goes on to its next time.',
        },
        body: schema.AckBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, body }) => {
      await reminders.acknowledge(ctx, noteId(body.note_id), readMoment(body.remind_at))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/sticky-notes/reminders/reopen',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'ביטול של סגירה, כל עוד לא נקבע מועד חדש.',
          en: 'Reopens an acknowledged reminder, unless it was set again since.',
        },
        body: schema.AckBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, body }) => {
      await reminders.reopen(ctx, noteId(body.note_id), readMoment(body.remind_at))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/reminder/restore',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'החזרת תזכורת שהוסרה, עם החזרות שלה, כל עוד לא נקבעה אחרת.',
          en: 'Brings a removed reminder back with its rule, unless another one was set since.',
        },
        params: schema.NoteParams,
        body: schema.RestoreBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params, body }) => {
      await restoreReminder(ctx, noteId(params.id), readTime(body.remind_at), body.repeat)
      return { ok: true as const }
    },
  )
}

function toLocated(items: readonly ShownReminder[]) {
  return { ok: true as const, count: items.length, items: items.map(schema.toItemWithLocation) }
}
