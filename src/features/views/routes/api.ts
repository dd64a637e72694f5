import { Ok, parseIdOr } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { viewNotFound } from '../problems.ts'
import * as schema from '../schema.ts'
import * as views from '../service/views.ts'

export const viewId = (id: string) => parseIdOr<'view'>(id, () => viewNotFound({ view_id: id }))

export const viewApiRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/views',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'התצוגות השמורות, לפי הסדר בסרגל הצד.',
          en: 'Lists the saved views in the order of the side bar.',
        },
        response: { 200: schema.ViewsReply },
      },
    },
    async ({ ctx }) => toReply(await views.listViews(ctx)),
  )

  app.post(
    '/api/views',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'שמירת תצוגה: דף, והשדות שאחרי סימן השאלה בכתובת שלו.',
          en: 'Saves a view: a page, and the fields after the question mark of its address.',
        },
        body: schema.CreateBody,
        response: { 201: schema.ViewReply },
      },
    },
    async ({ ctx, body }, reply) => {
      const view = await views.createView(ctx, body)
      return reply.code(201).send({ ok: true, view: schema.toView(view) })
    },
  )

  app.patch(
    '/api/views/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'שינוי השם של תצוגה שמורה, או של מה שהיא מציגה.',
          en: 'Changes the name of a view, or what it shows.',
        },
        params: schema.ViewParams,
        body: schema.ChangeBody,
        response: { 200: schema.ViewReply },
      },
    },
    async ({ ctx, params, body }) => ({
      ok: true as const,
      view: schema.toView(await views.changeView(ctx, viewId(params.id), body)),
    }),
  )

  app.delete(
    '/api/views/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'מחיקת תצוגה שמורה.', en: 'Deletes a view.' },
        params: schema.ViewParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await views.deleteView(ctx, viewId(params.id))
      return { ok: true as const }
    },
  )

  app.put(
    '/api/views/order',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'סידור התצוגות השמורות. תצוגות שאינן ברשימה באות אחריה.',
          en: 'Orders the views. Views that are not in the list come after it.',
        },
        body: schema.OrderBody,
        response: { 200: schema.ViewsReply },
      },
    },
    async ({ ctx, body }) => toReply(await views.orderViews(ctx, body.view_ids.map(viewId))),
  )
}

function toReply(list: Awaited<ReturnType<typeof views.listViews>>) {
  return { ok: true as const, views: list.map(schema.toView), count: list.length }
}
