import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import type { FormError } from '#base/form-error.ts'
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
  page: (error: FormError) => VNode | Promise<VNode>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !(isForm(request) || wantsHtml(request))) throw error
    const { status, headers, code, words, context } = error
    const field = typeof context['field'] === 'string' ? context['field'] : null
    reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
    return reply.page(await page({ text: words[request.publicCtx.locale], code, field }))
  }
}
