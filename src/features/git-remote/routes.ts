import type { FastifyRequest } from 'fastify'
import { insufficientScope, tokenRequired } from '#platform/http/problems.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import { abortOnDisconnect } from '#platform/http/server-sent.ts'
import { streamedBody, streamedBodyRoutes } from '#platform/http/streamed-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { MAX_FETCH_BODY_BYTES, MAX_PUSH_BYTES } from './history.ts'
import { CloneSection } from './pages/clone-section.tsx'
import { unknownGitService } from './problems.ts'
import { RefsQuery } from './schema.ts'
import { receivePush } from './service/receive.ts'
import { advertiseRefs, type GitService, sendPack } from './service/serve.ts'

/** Git is told by the scope of the token whether it may push. */
const forGit = { auth: 'user', tokenOnly: true, forGit: true, streamsBody: true } as const

export const gitRemoteSection = (origin: string): SettingsSection => ({
  id: 'git',
  title: { he: 'הספרייה כמאגר git', en: 'The library as a git repository' },
  hint: { he: 'כל הקבצים, עם ההיסטוריה שלהם.', en: 'All files, with their history.' },
  settings: [{ name: { he: 'שכפול הספרייה למחשב', en: 'Clone the library' }, words: 'push fetch דחיפה משיכה' }],
  load: async (_request, { locale }) => CloneSection({ locale, origin }),
})

export const gitRemoteRoutes: FeatureRoutes = async (app) => {
  app.get(
    '/library.git/info/refs',
    { config: forGit, schema: { querystring: RefsQuery, hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const service = serviceOf(request.query.service)
      tokenFor(request, service === 'git-upload-pack' ? 'read' : 'write')
      const answer = await advertiseRefs(request.ctx, service, gitRequest(request, abortOnDisconnect(reply)))
      return reply.type(`application/x-${service}-advertisement`).header('cache-control', 'no-cache').send(answer)
    },
  )

  await streamedBodyRoutes(app, (scope) => {
    scope.post(
      '/library.git/git-upload-pack',
      { config: { ...forGit, limit: 'read' }, schema: { hide: true }, bodyLimit: MAX_FETCH_BODY_BYTES },
      async (request, reply) => {
        tokenFor(request, 'read')
        const body = streamedBody(request, 'application/x-git-upload-pack-request')
        const signal = AbortSignal.any([abortOnDisconnect(reply), body.signal])
        const pack = await sendPack(request.ctx, gitRequest(request, signal), body.stream)
        body.signal.throwIfAborted()
        return reply.type('application/x-git-upload-pack-result').header('cache-control', 'no-cache').send(pack)
      },
    )

    scope.post(
      '/library.git/git-receive-pack',
      { config: forGit, schema: { hide: true }, bodyLimit: MAX_PUSH_BYTES },
      async (request, reply) => {
        const token = tokenFor(request, 'write')
        const body = streamedBody(request, 'application/x-git-receive-pack-request')
        const signal = AbortSignal.any([abortOnDisconnect(reply), body.signal])
        const report = await receivePush(request.ctx, token, gitRequest(request, signal), body.stream).catch(
          (error: unknown) => {
            throw body.signal.aborted ? body.signal.reason : error
          },
        )
        return reply.type('application/x-git-receive-pack-result').header('cache-control', 'no-cache').send(report)
      },
    )
  })
}

function serviceOf(name: string | undefined): GitService {
  if (name === 'git-upload-pack' || name === 'git-receive-pack') return name
  throw unknownGitService()
}

function tokenFor({ visitor }: FastifyRequest, scope: 'read' | 'write') {
  if (visitor?.via !== 'token') throw tokenRequired()
  if (!visitor.scopes.includes(scope)) throw insufficientScope({ scope })
  return visitor.token
}

function gitRequest({ headers }: FastifyRequest, signal: AbortSignal) {
  const protocol = headers['git-protocol']
  return { protocol: typeof protocol === 'string' ? protocol : null, signal }
}
