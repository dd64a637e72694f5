import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { Problem } from '../problem.ts'
import { isForm, wantsHtml } from './accept.ts'

/**
 * Runs the work of a form or a page. When it throws a problem, a browser gets the page of the form again, with the message and
 * what the person typed; a program gets the problem.
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
    if (!(error instanceof Problem) || !(isForm(request) || wantsHtml(request))) throw error
    reply.code(error.status).headers({ 'cache-control': 'no-store', ...error.headers })
    return reply.page(await page(error.words[request.publicCtx.locale]))
  }
}
