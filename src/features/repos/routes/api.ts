import { normalizePath } from '#base/path.ts'
import { parseIdOr, Ok } from '#base/wire.ts'
import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invalidRepoPath, repoNotFound } from '../problems.ts'
import * as schema from '../schema/repos.ts'
import { answerHook, assertHook, makeHook } from '../service/hooks.ts'
import { openRepo, readText } from '../service/open.ts'
import * as repos from '../service/repos.ts'
import { takeIntoLibrary } from '../service/take-into-library.ts'

const repoId = (id: string) => parseIdOr<'repo'>(id, () => repoNotFound({ repo_name: id }))
/** Far more than a code host sends about a push. */
const HOOK_BYTES = 25 * 1024 * 1024

export const repoApi: FeatureRoutes<{ origin: string }> = async (app, { origin }) => {
  const config = { auth: 'user' as const }
  /** Routes that read the mirror, which may be missing, at another commit or slow. */
  const reading = { ...config, alsoRefuses: [409, 415, 422, 503] }
  const params = schema.IdParams

  app.get('/api/repos', { config, schema: { response: { 200: schema.ReposReply } } }, async ({ ctx }) => {
    const all = await repos.listRepos(ctx)
    const items = all.map((repo) => schema.toRepoItem(repo, ctx.now))
    return { ok: true as const, repos: items, count: items.length }
  })

  app.post(
    '/api/repos',
    { config, schema: { body: schema.AddBody, response: { 201: schema.RepoReply } } },
    async ({ ctx, body }, reply) => {
      const repo = await repos.addRepo(ctx, { url: body.url, branch: body.branch ?? null })
      return reply.code(201).send({ ok: true, repo: schema.toRepoItem(repo, ctx.now) })
    },
  )

  app.get(
    '/api/repos/:id',
    { config, schema: { params, response: { 200: schema.RepoReply } } },
    async ({ ctx, params: { id } }) => ({
      ok: true as const,
      repo: schema.toRepoItem(await repos.getRepo(ctx, repoId(id)), ctx.now),
    }),
  )

  app.delete(
    '/api/repos/:id',
    { config, schema: { params, response: { 200: Ok } } },
    async ({ ctx, params: { id } }) => {
      await repos.removeRepo(ctx, repoId(id))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/repos/:id/sync',
    { config, schema: { params, response: { 202: schema.RepoReply } } },
    async ({ ctx, params: { id } }, reply) => {
      const repo = await repos.askForSync(ctx, repoId(id))
      return reply.code(202).send({ ok: true, repo: schema.toRepoItem(repo, ctx.now) })
    },
  )

  app.post(
    '/api/repos/:id/import',
    {
      bodyLimit: schema.IMPORT_BODY_BYTES,
      config: reading,
      schema: { params, body: schema.ImportBody, response: { 200: schema.ImportReply } },
    },
    async ({ ctx, params: { id }, body }) => {
      const { name } = await repos.getRepo(ctx, repoId(id))
      const at = await openRepo(ctx, name, undefined)
      const ask = { paths: (body.paths ?? []).map(pathOf), after: body.after ?? '' }
      return { ok: true as const, ...(await takeIntoLibrary(ctx, at, ask)) }
    },
  )

  app.get(
    '/api/repos/:id/text',
    { config: reading, schema: { params, querystring: schema.TextQuery, response: { 200: schema.TextReply } } },
    async ({ ctx, params: { id }, query }) => {
      const { name } = await repos.getRepo(ctx, repoId(id))
      const content = await readText(ctx, await openRepo(ctx, name, query.at), pathOf(query.path))
      return { ok: true as const, version: { content } }
    },
  )

  app.post(
    '/api/repos/:id/hook',
    { config: { auth: 'user', sessionOnly: true }, schema: { params, response: { 200: schema.HookReply } } },
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
        schema: { params: schema.HookParams, response: { 202: Ok } },
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

export function pathOf(given: string): string {
  const path = normalizePath(given)
  if (path === null) throw invalidRepoPath({ field: 'repo_path' })
  return path
}
