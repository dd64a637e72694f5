import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema.ts'
import { MAX_RAW_BYTES, saveRaw } from '../service/raw.ts'

/** `curl --data-binary @a.py …/api/files/raw/a.py`: the body is the file, whatever content type it comes with. */
export const uploadRoutes: FeatureRoutes = (app) =>
  rawBodyRoutes(app, MAX_RAW_BYTES, (scope) => {
    scope.route({
      method: ['PUT', 'POST'],
      url: '/api/files/raw/:name',
      config: { auth: 'user' },
      schema: { params: schema.RawParams, response: { 200: schema.SavedReply, 201: schema.SavedReply } },
      handler: async ({ ctx, params, body }, reply) => {
        const file = await saveRaw(ctx, params.name, body)
        return reply.code(file.version === 1 ? 201 : 200).send(schema.toSaved(file))
      },
    })
  })
