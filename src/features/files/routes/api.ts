import { idOr } from '#base/wire.ts'
import { Ok } from '#base/wire.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyRequest } from 'fastify'
import { TRASH_DAYS } from '../file.ts'
import { fileNotFound, invalidCursor } from '../problems.ts'
import * as schema from '../schema.ts'
import { setPinned, trashFiles } from '../service/bulk.ts'
import * as read from '../service/read.ts'
import * as save from '../service/save.ts'
import * as trash from '../service/trash.ts'

/** What is not an id cannot exist: the same answer as an unknown file. */
export function fileId(id: string) {
  return idOr<'file'>(id, () => fileNotFound({ file_id: id }))
}

/** A browser page saves as `web`, anything with a token as `api`. */
function sourceOf(request: FastifyRequest) {
  return request.headers['sec-fetch-site'] === undefined ? ('api' as const) : ('web' as const)
}

export const apiRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/files',
    { config: { auth: 'user' }, schema: { querystring: schema.ListQuery, response: { 200: schema.ListReply } } },
    async ({ ctx, query }) => {
      const cursor = schema.readCursor(query.cursor)
      if (cursor === 'bad') throw invalidCursor({ field: 'cursor' })
      const found = await read.listFiles(ctx, { ...query, cursor })
      const items = found.files.map((file) => {
        const matches = found.matches.get(file.id)
        return { ...schema.toItem(file), ...(matches && { matches: matches.map(schema.toMatch) }) }
      })
      return { ok: true as const, items, next_cursor: found.nextCursor, total_known: found.total }
    },
  )

  app.get(
    '/api/files/ids',
    {
      config: { auth: 'user', limit: 'search' },
      schema: { querystring: schema.ListQuery.omit({ cursor: true }), response: { 200: schema.IdsReply } },
    },
    async ({ ctx, query }) => {
      const { ids, total } = await read.listIds(ctx, query)
      return { ok: true as const, ids, total_known: total }
    },
  )

  app.get(
    '/api/files/facets',
    {
      config: { auth: 'user', limit: 'search' },
      schema: { querystring: schema.ListQuery, response: { 200: schema.FacetsReply } },
    },
    async ({ ctx, query }) => ({
      ok: true as const,
      languages: Object.fromEntries(await read.countHits(ctx, query)),
    }),
  )

  app.post(
    '/api/files',
    { config: { auth: 'user' }, schema: { body: schema.CreateBody, response: { 201: schema.SavedReply } } },
    async (request, reply) => {
      const { file_name: fileName, ...rest } = request.body
      const file = await save.saveByName(request.ctx, { fileName, ...rest, source: sourceOf(request) })
      return reply.code(201).send(schema.toSaved(file))
    },
  )

  app.get(
    '/api/files/:id',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: schema.FileReply } } },
    async ({ ctx, params }) => {
      const file = await read.getFile(ctx, fileId(params.id))
      const content = await read.getContent(ctx, file, file.version)
      return { ok: true as const, file: { ...schema.toItem(file), content } }
    },
  )

  app.put(
    '/api/files/:id',
    {
      config: { auth: 'user' },
      schema: { params: schema.IdParams, body: schema.UpdateBody, response: { 200: schema.SavedReply } },
    },
    async (request) => {
      const { file_name: fileName, prev_version: prevVersion, ...rest } = request.body
      const file = await save.updateFile(
        request.ctx,
        fileId(request.params.id),
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
      const versions = await read.getVersions(ctx, fileId(params.id))
      return { ok: true as const, versions: versions.map(schema.toVersion), count: versions.length }
    },
  )

  app.get(
    '/api/files/:id/versions/:version',
    { config: { auth: 'user' }, schema: { params: schema.VersionParams, response: { 200: schema.VersionReply } } },
    async ({ ctx, params }) => {
      const { version, content } = await read.getVersion(ctx, fileId(params.id), params.version)
      return { ok: true as const, version: { ...schema.toVersion(version), content } }
    },
  )

  app.post(
    '/api/files/:id/restore-version',
    {
      config: { auth: 'user' },
      schema: { params: schema.IdParams, body: schema.RestoreVersionBody, response: { 200: schema.SavedReply } },
    },
    async ({ ctx, params, body }) => schema.toSaved(await save.restoreVersion(ctx, fileId(params.id), body.version)),
  )

  app.post(
    '/api/files/:id/pin',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, body: schema.PinBody, response: { 200: Ok } } },
    async ({ ctx, params, body }) => {
      await setPinned(ctx, fileId(params.id), body.is_pinned)
      return { ok: true as const }
    },
  )

  app.post(
    '/api/files/:id/trash',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      const id = fileId(params.id)
      await read.getFile(ctx, id)
      await trashFiles(ctx, [id], TRASH_DAYS)
      return { ok: true as const }
    },
  )

  app.post(
    '/api/trash/:id/restore',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: schema.SavedReply } } },
    async ({ ctx, params }) => schema.toSaved(await trash.restoreFile(ctx, fileId(params.id))),
  )

  app.post(
    '/api/trash/:id/purge',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, response: { 200: Ok } } },
    async ({ ctx, params }) => {
      await trash.purgeFile(ctx, fileId(params.id))
      return { ok: true as const }
    },
  )
}
