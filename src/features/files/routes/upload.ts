import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema/files.ts'
import { MAX_RAW_BYTES, saveRaw } from '../service/raw.ts'

/** `curl --data-binary @a.py …/api/files/raw/a.py`: the body is the file, whatever its content type. */
export const uploadRoutes: FeatureRoutes = (app) =>
  rawBodyRoutes(app, (scope) => {
    scope.route({
      method: ['PUT', 'POST'],
      url: '/api/files/raw/:name',
      bodyLimit: MAX_RAW_BYTES,
      config: { auth: 'user', rawBody: true, takesFile: true },
      schema: {
        sentence: {
          he: 'שמירת קובץ: גוף הבקשה הוא הקובץ עצמו, בכל סוג תוכן.',
          en: 'Saves a file: the body is the file itself, whatever its content type.',
        },
        consumes: ['application/octet-stream'],
        params: schema.RawParams,
        response: { 200: schema.SavedReply, 201: schema.SavedReply },
      },
      handler: async ({ ctx, params, body }, reply) => {
        const file = await saveRaw(ctx, params.name, body)
        return reply.code(file.version === 1 ? 201 : 200).send(schema.toSaved(file))
      },
    })
  })
