import { type Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { payloadTooLarge, unsupportedMediaType, uploadIncomplete } from './problems.ts'
import type { App } from './types.ts'

/** Routes whose bodies are streamed on and never whole in memory. Each sets `config.streamsBody` and its `bodyLimit`. */
export async function streamedBodyRoutes(app: App, add: (scope: App) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    add(scope)
  })
}

/** `signal` is aborted with a problem when the body is too large or broken; the stream then never ends. */
export type StreamedBody = { stream: Readable; signal: AbortSignal }

/** The body, decompressed. The limit counts decompressed bytes: a small body may grow a thousandfold. */
export function streamedBody(request: FastifyRequest, contentType: string): StreamedBody {
  if (request.headers['content-type'] !== contentType) throw unsupportedMediaType()
  const failure = new AbortController()
  const max = request.routeOptions.bodyLimit
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size <= max) return done(null, chunk)
      failure.abort(payloadTooLarge({ max }))
    },
  })
  const fail = () => failure.abort(uploadIncomplete())
  const body = request.body as Readable
  body.on('error', fail)
  const encoding = request.headers['content-encoding']
  if (encoding === 'gzip' || encoding === 'x-gzip') body.pipe(createGunzip()).on('error', fail).pipe(counted)
  else if (encoding === undefined) body.pipe(counted)
  else throw unsupportedMediaType()
  return { stream: counted, signal: failure.signal }
}
