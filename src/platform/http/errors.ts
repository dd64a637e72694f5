import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ErrorPage, RemedyAction } from '#ui/pages/error-page.tsx'
import { PoolBusy } from '../db/person-share.ts'
import { isDiskFull } from '../disk-full.ts'
import { event, type Resource } from '../events/event.ts'
import { Problem } from '../problem.ts'
import { serverBusy } from '../slots.ts'
import { isDeadlineOrBusy, TaskError } from '../threads.ts'
import { wantsHtml } from './accept.ts'
import { findMethodProblem } from './methods.ts'
import {
  internalError,
  invalidInput,
  invalidPayload,
  noDiskSpace,
  notFound,
  payloadTooLarge,
  tookTooLong,
  unsupportedMediaType,
} from './problems.ts'
import type { App } from './types.ts'

/** An unexpected error. The stack is in the log under the same request id, never in the event. */
export const requestFailed = event('error')<{ resource: Resource; error: string }>(
  'request_failed',
  'בקשה נכשלה בגלל תקלה',
)

/** Sends every problem, as JSON or as a page. */
export function addErrorHandlers(app: App): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isDisconnect(error, request, reply)) {
      request.log.info('client disconnected before the response')
      return reply.hijack()
    }
    const refusal = await complete(toProblem(error, request), request)
    // 501 is no fault of the server: the client asked for a format that does not exist.
    if (refusal.status >= 500 && refusal.status !== 501) reportError(error, request)
    return answer(refusal, request, reply)
  })
  const findMethod = findMethodProblem(app)
  const unknownPath = (request: FastifyRequest, reply: FastifyReply) =>
    answer(findMethod(request.url) ?? notFound(), request, reply)
  app.setNotFoundHandler(unknownPath)
  // Before the handler, or Fastify would parse the body first.
  app.addHook('preParsing', async (request, reply) => (request.is404 ? unknownPath(request, reply) : undefined))
}

/**
 * Work for a client that has disconnected was aborted: the reading of its body, or a task. Fastify destroys a streamed response of such a
 * client, and passes on that it ended too early.
 */
function isDisconnect(error: FastifyError | Problem, { raw }: FastifyRequest, reply: FastifyReply): boolean {
  if (!reply.raw.destroyed) return false
  if (error === raw.errored) return true
  const isCancelled = error instanceof TaskError && error.reason === 'cancelled'
  return isCancelled || error.name === 'AbortError' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * PostgreSQL's codes. The statement waited for a lock or a busy server, or its transaction was idle while it waited for a
 * thread; the same request may succeed later.
 */
const STATEMENT_TIMEOUT = '57014'
const IDLE_IN_TRANSACTION_TIMEOUT = '25P03'
/** By then a thread that missed its deadline has been replaced, and most waiting tasks have been served. */
const RETRY_SECONDS = 5

function toProblem(error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof PoolBusy) return busy()
  if (isDiskFull(error)) return noDiskSpace()
  if (isDeadlineOrBusy(error))
    return tookTooLong({ retry_after: RETRY_SECONDS }, { 'retry-after': String(RETRY_SECONDS) })
  switch (error.code) {
    case STATEMENT_TIMEOUT:
    case IDLE_IN_TRANSACTION_TIMEOUT:
      return busy()
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return payloadTooLarge({ max: request.routeOptions.bodyLimit })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalidPayload({})
    default:
      return error.statusCode === 400 ? invalidInput({ field: 'request' }) : internalError()
  }
}

function busy(): Problem {
  return serverBusy({ retry_after: RETRY_SECONDS }, { 'retry-after': String(RETRY_SECONDS) })
}

/** Problems of a body: the caller is authenticated and authorised by then. */
const ABOUT_THE_BODY = new Set([400, 413, 415])

async function complete(refusal: Problem, request: FastifyRequest): Promise<Problem> {
  const { completeRefusal } = request.routeOptions.config
  if (!completeRefusal || !ABOUT_THE_BODY.has(refusal.status)) return refusal
  return completeRefusal(refusal, request).catch((error: FastifyError | Problem) => toProblem(error, request))
}

export function reportError(error: Error, request: FastifyRequest): void {
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
  if (request.routeOptions.config.forGit)
    return reply.type('text/plain; charset=utf-8').send(`${refusal.words[locale]}\n`)
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
