import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { Problem } from '../problem.ts'
import { isForm } from './accept.ts'

/**
 * Runs the work of a form. When it throws a problem, a form without script gets its own page again, with the message and what
 * the person typed; a program gets the problem.
 */
export async function orFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
  page: (message: string) => VNode | Promise<VNode>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !isForm(request)) throw error
    reply.code(error.status).headers({ 'cache-control': 'no-store', ...error.headers })
    return reply.page(await page(error.words[request.publicCtx.locale]))
  }
}
