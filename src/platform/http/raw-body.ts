import type { App } from './types.ts'

/** Routes whose body is the thing itself, whatever its sender says it is: curl calls every file a form. */
export async function rawBodyRoutes(app: App, maxBytes: number, add: (scope: App) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    add(scope)
  })
}
