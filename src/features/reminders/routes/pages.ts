import type { FastifyReply } from 'fastify'
import type { NoteId } from '#base/ids.ts'
import { parseMoment } from '#base/parse-timestamp.ts'
import { isoUtc } from '#base/time.ts'
import { parseIdOr } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { toListed } from '../listed.ts'
import { type RemindersNotice, RemindersPage, zoneOf } from '../pages/reminders-page.tsx'
import * as problems from '../problems.ts'
import * as schema from '../schema.ts'
import * as forms from '../service/forms.ts'

const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => problems.reminderNotFound({ note_id: id }))

/** Each form redirects with 303, so that a reload does not submit it again. */
export const reminderPages: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  const form = { params: schema.NoteParams, body: schema.DoneForm }

  app.get('/reminders', { config, schema: { querystring: schema.PageQuery } }, async ({ ctx, query }, reply) => {
    const { due, ahead } = await forms.openPage(ctx)
    const news = newsFrom(query)
    const { frame } = reply
    return reply.page(RemindersPage({ frame, now: ctx.now, due: due.map(toListed), ahead: ahead.map(toListed), news }))
  })

  app.post('/reminders/:id/done', { config, schema: form }, async ({ ctx, params, body }, reply) => {
    const seen = momentOf(body.remind_at)
    return back(reply, await forms.acknowledge(ctx, noteId(params.id), seen), params.id, seen)
  })

  app.post('/reminders/:id/reopen', { config, schema: form }, async ({ ctx, params, body }, reply) => {
    const seen = momentOf(body.remind_at)
    return back(reply, await forms.reopen(ctx, noteId(params.id), seen), params.id, seen)
  })

  app.post(
    '/reminders/:id/snooze',
    { config, schema: { params: schema.NoteParams, body: schema.SnoozeForm } },
    async ({ ctx, params, body }, reply) => {
      const seen = momentOf(body.remind_at)
      const did = await forms.snooze(ctx, noteId(params.id), seen, body.snooze, zoneOf(reply.frame))
      return back(reply, did, params.id, seen)
    },
  )

  app.post('/reminders/:id/remove', { config, schema: { params: schema.NoteParams } }, async ({ ctx, params }, reply) =>
    reply.redirect(`/reminders?did=${await forms.drop(ctx, noteId(params.id))}`, 303),
  )

  app.post('/reminders/:id/watch', { config, schema: { params: schema.NoteParams } }, async ({ ctx, params }, reply) =>
    reply.redirect(`/reminders?did=${await forms.watchAgain(ctx, noteId(params.id))}`, 303),
  )

  app.post('/reminders/:id/stop', { config, schema: { params: schema.NoteParams } }, async ({ ctx, params }, reply) =>
    reply.redirect(`/reminders?did=${await forms.stop(ctx, noteId(params.id))}`, 303),
  )
}

function momentOf(text: string): Date {
  const moment = parseMoment(text)
  if (!moment) throw problems.invalidRemindAt({ field: 'remind_at' })
  return moment
}

function back(reply: FastifyReply, did: forms.Did, id: string, seen: Date): FastifyReply {
  return reply.redirect(`/reminders?did=${did}&note=${id}&at=${encodeURIComponent(isoUtc(seen))}`, 303)
}

/** The URL may be forged: without a valid note and time there is no Undo. */
function newsFrom({
  did,
  note,
  at,
}: {
  did?: forms.Did | undefined
  note?: string | undefined
  at?: string | undefined
}): RemindersNotice | null {
  if (!did) return null
  const isReal = note !== undefined && /^[0-9a-f]{32}$/.test(note) && at !== undefined && parseMoment(at) !== null
  return { did, seen: isReal ? { noteId: note, remindAt: at } : null }
}
