import { Ok } from '#base/wire-types.ts'
import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema/repos.ts'
import { answerHook, assertHook, makeHook } from '../service/hooks.ts'
import { repoId } from './api.ts'

/** Far more than a code host sends about a push. */
const HOOK_BYTES = 25 * 1024 * 1024

export const hookRoutes: FeatureRoutes<{ origin: string }> = async (app, { origin }) => {
  app.post(
    '/api/repos/:id/hook',
    {
      config: { auth: 'user', sessionOnly: true },
      schema: {
        sentence: {
          he: 'יצירת webhook שמסנכרן אחרי כל push. הסוד מופיע רק בתשובה הזו.',
          en: 'Creates a webhook that syncs after each push. The secret is in this reply only.',
        },
        params: schema.IdParams,
        response: { 200: schema.HookReply },
      },
    },
    async ({ ctx, params: { id } }) => {
      const { hookId, secret } = await makeHook(ctx, repoId(id))
      return { ok: true as const, url: hookUrl(origin, hookId), secret }
    },
  )

  await rawBodyRoutes(app, (scope) => {
    scope.post(
      '/api/repo-hooks/:hook',
      {
        bodyLimit: HOOK_BYTES,
        config: {
          auth: 'public',
          rawBody: true,
          alsoRefuses: [401],
          assertSender: async ({ publicCtx, params }) => assertHook(publicCtx, schema.HookParams.parse(params).hook),
        },
        schema: {
          sentence: {
            he: 'כתובת ה-webhook ששרת הקוד קורא לה. נדרשת חתימה (GitHub) או סוד (GitLab).',
            en: 'The webhook that a code host calls. It needs a signature (GitHub) or the secret (GitLab).',
          },
          params: schema.HookParams,
          response: { 202: Ok },
        },
      },
      async (request, reply) => {
        const { 'x-hub-signature-256': signature, 'x-gitlab-token': token } = request.headers
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const call = { body, signature: textOf(signature), token: textOf(token) }
        await answerHook(request.publicCtx, request.params.hook, call)
        return reply.code(202).send({ ok: true })
      },
    )
  })
}

export function hookUrl(origin: string, hookId: string): string {
  return `${origin}/api/repo-hooks/${hookId}`
}

function textOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
