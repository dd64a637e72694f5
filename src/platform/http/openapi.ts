import { jsonSchemaTransform } from '@fastify/type-provider-zod'
import swagger from '@fastify/swagger'
import { addErrorResponses } from './error-responses.ts'
import type { App } from './types.ts'

/** OpenAPI 3.1 generated from the route schemas, so that the document cannot lag behind. Pages are left out. */
export async function openApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Codeshelf',
        version: '1',
        description:
          'A personal library of code files. Every refusal has the shape {ok: false, error, code, message, request_id}.',
      },
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? addErrorResponses(document.openapiObject, app.routeTable())
        : document.swaggerObject,
    transform: (document) => {
      const { url } = document
      // A route without a schema has none here either, although the types require one.
      const schema = { hide: false, ...document.schema }
      const { sentence, ...others } = schema
      const isPage = !url.startsWith('/api/') && !url.startsWith('/auth/')
      return jsonSchemaTransform({
        ...document,
        schema: { ...others, hide: isPage || schema.hide, ...(sentence && { summary: sentence.en }) },
      })
    },
  })
  app.get('/api/openapi.json', { config: { auth: 'public' }, schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return app.swagger()
  })
}
