import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ErrorPage, RemedyAction } from '#ui/pages/error-page.tsx'
import { event, type Resource } from '../events/event.ts'
import { Problem } from '../problem.ts'
import { wantsHtml } from './accept.ts'
import {
  internalError,
  invalidInput,
  invalidPayload,
  notFound,
  payloadTooLarge,
  unsupportedMediaType,
} from './problems.ts'
import type { App } from './types.ts'
import { validationProblem } from './validation.ts'

/** A bug reached a person. The stack is in the log under the same request id, never in the event. */
export const requestFailed = event('error')<{ resource: Resource; error: string }>(
  'request_failed',
  'בקשה נכשלה בגלל תקלה',
)

/** Every refusal leaves here, as JSON or as a page. */
export function errorAnswers(app: App): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toProblem(error)
    if (refusal.status >= 500) report(error, request)
    return answer(refusal, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answer(notFound(), request, reply))
}

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationProblem(error)
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge({ max: bodyLimit(error) })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidPayload({})
    default:
      return error.statusCode === 400 ? invalidInput({ field: 'request' }) : internalError()
  }
}

function bodyLimit(error: FastifyError): number {
  return 'limit' in error && typeof error.limit === 'number' ? error.limit : 0
}

export function report(error: Error, request: FastifyRequest): void {
  request.log.error({ err: error }, 'request failed')
  const route = request.routeOptions.url ?? 'unknown'
  request.publicCtx.emit(requestFailed, {
    resource: { type: 'route', id: `${request.method} ${route}` },
    error: error.name,
  })
}

function answer(refusal: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { locale } = request.publicCtx
  reply.headers({ 'cache-control': 'no-store', ...refusal.headers })
  if (refusal.headers['location'] !== undefined) return reply.code(302).send(refusal.body(locale, request.id))
  reply.code(refusal.status)
  if (!wantsHtml(request)) return reply.send(refusal.body(locale, request.id))
  const { status, words, remedy } = refusal
  return reply.page(
    ErrorPage({
      frame: reply.frame,
      status,
      message: words[locale],
      requestId: request.id,
      ...(remedy && { actions: RemedyAction({ ...remedy, label: remedy.label[locale] }) }),
    }),
  )
}
