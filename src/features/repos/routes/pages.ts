import type { FeatureRoutes } from '#platform/http/types.ts'
import { repoHref } from '../links.ts'
import { HookPage } from '../pages/hook-page.tsx'
import { ReposPage } from '../pages/repos-page.tsx'
import * as schema from '../schema/repos.ts'
import { addByForm } from '../service/forms.ts'
import { makeHook } from '../service/hooks.ts'
import { listOrphanRepos } from '../service/notes.ts'
import { openRepo } from '../service/open.ts'
import * as repos from '../service/repos.ts'
import { ImportPage } from '../pages/import-page.tsx'
import { takeIntoLibrary } from '../service/take-into-library.ts'
import { takenOf } from '../import-counts.ts'
import { pathOf } from './api.ts'
import { hookUrl } from './hooks.ts'

/** Forms redirect by 303, so that a reload does not send them again. An unfinished import and a new webhook answer with a page. */
export const repoPages: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  const config = { auth: 'user' as const }
  const params = schema.RepoParams
  const nameOf = ({ owner, name }: { owner: string; name: string }) => `${owner}/${name}`

  app.get('/repos', { config, schema: { querystring: schema.ListQuery } }, async ({ ctx, query }, reply) => {
    const [all, orphans] = await Promise.all([repos.listRepos(ctx), listOrphanRepos(ctx)])
    const { hosts } = ctx.mirrors.limits
    return reply.page(
      ReposPage({ frame: reply.frame, now: ctx.now, repos: all, hosts, orphans: orphans.repos, news: query }),
    )
  })

  app.post('/repos', { config, schema: { body: schema.AddForm } }, async ({ ctx, body }, reply) => {
    const query = await addByForm(ctx, body)
    return reply.redirect(query.size === 0 ? '/repos' : `/repos?${query.toString()}`, 303)
  })

  app.post(
    '/repos/:owner/:name/sync',
    { config, schema: { params, body: schema.NextForm } },
    async (request, reply) => {
      const repo = await repos.getByName(request.ctx, nameOf(request.params))
      await repos.askForSync(request.ctx, repo.id)
      return reply.redirect(request.body.next, 303)
    },
  )

  app.post('/repos/:owner/:name/remove', { config, schema: { params } }, async (request, reply) => {
    const { id } = await repos.getByName(request.ctx, nameOf(request.params))
    const { url } = await repos.removeRepo(request.ctx, id)
    return reply.redirect(`/repos?${new URLSearchParams({ removed: url }).toString()}`, 303)
  })

  app.post(
    '/repos/:owner/:name/import',
    { bodyLimit: schema.IMPORT_BODY_BYTES, config, schema: { params, body: schema.ImportForm } },
    async ({ ctx, params: given, body }, reply) => {
      const at = await openRepo(ctx, nameOf(given))
      const back = body.next === '' ? '' : pathOf(body.next)
      // No ticks select nothing; `.` selects everything.
      if (body.path.length === 0) return reply.redirect(repoHref(at.repo.name, back), 303)
      const paths = body.path.includes('.') ? [] : body.path.map(pathOf)
      const result = await takeIntoLibrary(ctx, at, { paths, after: body.after })
      if (result.left > 0)
        return reply.page(ImportPage({ frame: reply.frame, now: ctx.now, at, back, paths: body.path, result }))
      return reply.redirect(repoHref(at.repo.name, back, takenOf(result)), 303)
    },
  )

  app.post(
    '/repos/:owner/:name/hook',
    { config: { auth: 'user', sessionOnly: true }, schema: { params } },
    async (request, reply) => {
      const { id, name } = await repos.getByName(request.ctx, nameOf(request.params))
      const { hookId, secret } = await makeHook(request.ctx, id)
      return reply.page(HookPage({ frame: reply.frame, repo: name, url: hookUrl(origin, hookId), secret }))
    },
  )
}
