import type { App } from './types.ts'

/**
 * Routes that take the body as raw bytes under any content type: curl labels every file as a form. Each sets `config.rawBody` and
 * its `bodyLimit`.
 */
export async function rawBodyRoutes(app: App, add: (scope: App) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    add(scope)
  })
}
