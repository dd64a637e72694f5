import { CONTENT_BODY_BYTES } from '#platform/http/body-limits.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyRequest } from 'fastify'
import { invalidCursor } from '../problems.ts'
import * as schema from '../schema/files.ts'
import * as list from '../service/list.ts'
import * as read from '../service/read.ts'
import { parseFileId } from '../service/file-id.ts'
import { saveByName } from '../service/save-by-name.ts'
import { updateFile } from '../service/update.ts'

/** A page saves as source `web`, a program as `api`. A token is a program also where a browser sends it, such as an extension. */
function sourceOf({ ctx, headers }: FastifyRequest) {
  return ctx.token || headers['sec-fetch-site'] === undefined ? ('api' as const) : ('web' as const)
}

/** Every bad name gets `Invalid file name`, and every bad folder `invalid_folder`. */
const NAMED = { auth: 'user', checksTexts: ['file_name', 'folder'], takesFile: true } as const

export const apiRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/files',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'הקבצים בסדר היצירה, עשרים בעמוד. עם q מוחזרות גם השורות שנמצאו.',
          en: 'Lists files in the order of their creation, 20 per page. With q also the matching lines.',
        },
        querystring: schema.ListQuery,
        response: { 200: schema.ListReply },
      },
    },
    async ({ ctx, query }) => {
      const cursor = schema.readCursor(query)
      if (cursor === 'bad') throw invalidCursor({ field: 'cursor' })
      const found = await list.listFiles(ctx, { ...query, cursor })
      const items = found.files.map((file) => {
        const matches = found.matches.get(file.id)
        return { ...schema.toItem(file), ...(matches && { matches: matches.map(schema.toMatch) }) }
      })
      const { nextCursor, total, unsearched } = found
      return {
        ok: true as const,
        items,
        next_cursor: nextCursor,
        total_known: total,
        ...(unsearched && { unsearched }),
      }
    },
  )

  app.get(
    '/api/files/ids',
    {
      config: { auth: 'user', limit: 'search' },
      schema: {
        sentence: {
          he: 'המזהים של כל הקבצים המתאימים, עד 1,000. total_known הוא null כשיש יותר ולא ידוע כמה.',
          en: 'Lists the ids of all matching files, up to 1,000. total_known is null when there are more and they were not counted.',
        },
        querystring: schema.PageListQuery.omit({ cursor: true }),
        response: { 200: schema.IdsReply },
      },
    },
    async ({ ctx, query }) => {
      const { ids, total } = await list.listIds(ctx, query)
      return { ok: true as const, ids, total_known: total }
    },
  )

  app.get(
    '/api/files/facets',
    {
      config: { auth: 'user', limit: 'search' },
      schema: {
        sentence: { he: 'כמה תוצאות חיפוש יש בכל שפה.', en: 'Counts the hits of a search by language.' },
        querystring: schema.PageListQuery,
        response: { 200: schema.FacetsReply },
      },
    },
    async ({ ctx, query }) => ({
      ok: true as const,
      languages: Object.fromEntries(await list.countHits(ctx, query)),
    }),
  )

  app.post(
    '/api/files',
    {
      bodyLimit: CONTENT_BODY_BYTES,
      config: NAMED,
      schema: {
        sentence: {
          he: 'שמירת קובץ. שם שכבר קיים מקבל את הגרסה הבאה.',
          en: 'Saves a file. An existing name gets a new version.',
        },
        body: schema.CreateBody,
        response: { 201: schema.SavedReply },
      },
    },
    async (request, reply) => {
      const { file_name: fileName, ...rest } = request.body
      const file = await saveByName(request.ctx, { fileName, ...rest, source: sourceOf(request) })
      return reply.code(201).send(schema.toSaved(file))
    },
  )

  app.get(
    '/api/files/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'קובץ אחד, עם התוכן האחרון.', en: 'One file with its latest content.' },
        params: schema.IdParams,
        response: { 200: schema.FileReply },
      },
    },
    async ({ ctx, params }) => {
      const { content, ...file } = await read.getFileWithContent(ctx, parseFileId(params.id))
      return { ok: true as const, file: { ...schema.toItem(file), content } }
    },
  )

  app.put(
    '/api/files/:id',
    {
      bodyLimit: CONTENT_BODY_BYTES,
      config: NAMED,
      schema: {
        sentence: {
          he: 'שינוי מה שנשלח. רק תוכן חדש יוצר גרסה; prev_version ישן מקבל 409 עם התוכן השמור.',
          en: 'Updates the fields that are sent. Only new content creates a version; a stale prev_version is a 409 with the stored content.',
        },
        params: schema.IdParams,
        body: schema.UpdateBody,
        response: { 200: schema.SavedReply },
      },
    },
    async (request) => {
      const { file_name: fileName, prev_version: prevVersion, ...rest } = request.body
      const file = await updateFile(
        request.ctx,
        parseFileId(request.params.id),
        prevVersion,
        { fileName, ...rest },
        sourceOf(request),
      )
      return schema.toSaved(file)
    },
  )
}
