import { Ok } from '#base/wire.ts'
import { CONTENT_BODY_BYTES } from '#platform/http/bodies.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyRequest } from 'fastify'
import { invalidCursor } from '../problems.ts'
import * as schema from '../schema.ts'
import { setPinned, trashFiles } from '../service/bulk.ts'
import * as list from '../service/list.ts'
import * as read from '../service/read.ts'
import { parseFileId } from '../service/file-id.ts'
import { saveByName } from '../service/save-by-name.ts'
import { restoreVersion, updateFile } from '../service/update.ts'
import * as trash from '../service/trash.ts'

/** A page saves as source `web`, a program as `api`. A token is a program also where a browser sends it, such as an extension. */
function sourceOf({ ctx, headers }: FastifyRequest) {
  return ctx.token || headers['sec-fetch-site'] === undefined ? ('api' as const) : ('web' as const)
}

/** Every bad name gets `Invalid file name`, and every bad folder `invalid_folder`. */
const NAMED = { auth: 'user', checksTexts: ['file_name', 'folder'], takesFile: true } as const

export const apiRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/files',
    { config: { auth: 'user' }, schema: { querystring: schema.ListQuery, response: { 200: schema.ListReply } } },
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
      schema: { querystring: schema.PageListQuery.omit({ cursor: true }), response: { 200: schema.IdsReply } },
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
      schema: { querystring: schema.PageListQuery, response: { 200: schema.FacetsReply } },
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
      schema: { body: schema.CreateBody, response: { 201: schema.SavedReply } },
    },
    async (request, reply) => {
      const { file_name: fileName, ...rest } = request.body
      const file = await saveByName(request.ctx, { fileName, ...rest, source: sourceOf(request) })
      return reply.code(201).send(schema.toSaved(file))
    },
  )

  app.get(
    '/api/files/:id',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: schema.FileReply } } },
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
      schema: { params: schema.IdParams, body: schema.UpdateBody, response: { 200: schema.SavedReply } },
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

  app.get(
    '/api/files/:id/versions',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: schema.VersionsReply } } },
    async ({ ctx, params }) => {
      const versions = await read.getVersions(ctx, parseFileId(params.id))
      return { ok: true as const, versions: versions.map(schema.toVersion), count: versions.length }
    },
  )

  app.get(
    '/api/files/:id/versions/:version',
    { config: { auth: 'user' }, schema: { params: schema.VersionParams, response: { 200: schema.VersionReply } } },
    async ({ ctx, params }) => {
      const version = await read.getVersion(ctx, parseFileId(params.id), params.version)
      const content = await read.getContent(ctx, { id: parseFileId(params.id) }, params.version)
      return { ok: true as const, version: { ...schema.toVersion(version), content } }
    },
  )

  app.post(
    '/api/files/:id/restore-version',
    {
      config: { auth: 'user' },
      schema: { params: schema.IdParams, body: schema.RestoreVersionBody, response: { 200: schema.SavedReply } },
    },
    async ({ ctx, params, body }) => schema.toSaved(await restoreVersion(ctx, parseFileId(params.id), body.version)),
  )

  app.post(
    '/api/files/:id/pin',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, body: schema.PinBody, response: { 200: Ok } } },
    async ({ ctx, params, body }) => {
      await setPinned(ctx, parseFileId(params.id), body.is_pinned)
      return { ok: true as const }
    },
  )

  app.post(
    '/api/files/:id/trash',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      const id = parseFileId(params.id)
      await read.getFile(ctx, id)
      await trashFiles(ctx, [id])
      return { ok: true as const }
    },
  )

  app.post(
    '/api/trash/:id/restore',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: schema.SavedReply } } },
    async ({ ctx, params }) => schema.toSaved(await trash.restoreFile(ctx, parseFileId(params.id))),
  )

  app.post(
    '/api/trash/:id/purge',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      await trash.purgeFile(ctx, parseFileId(params.id))
      return { ok: true as const }
    },
  )
}
