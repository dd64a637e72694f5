import type { FeatureRoutes } from '#platform/http/types.ts'
import { repoHref } from '../links.ts'
import * as schema from '../schema/repos.ts'
import * as branches from '../service/branches.ts'
import * as repos from '../service/repos.ts'
import { pathOf, repoId } from './api.ts'

/** Further branches of a repository, by the API and by the forms of its pages. */
export const branchRoutes: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }

  app.get(
    '/api/repos/:id/branches',
    {
      config,
      schema: {
        sentence: {
          he: 'הענפים שנבחרו מלבד הענף של המאגר, שבו הפתקים.',
          en: 'Lists the branches that were added beside the one of the mirror, which has the notes.',
        },
        params: schema.IdParams,
        response: { 200: schema.BranchesReply },
      },
    },
    async ({ ctx, params: { id } }) =>
      schema.toBranches(await branches.listBranches(ctx, await repos.getRepo(ctx, repoId(id)))),
  )

  app.post(
    '/api/repos/:id/branches',
    {
      config,
      schema: {
        sentence: {
          he: 'הוספת ענף לקריאה, עד 10 למאגר. הסנכרון הבא מביא אותו.',
          en: 'Adds a branch to read, up to 10 for a repository. The next sync fetches it.',
        },
        params: schema.IdParams,
        body: schema.BranchBody,
        response: { 201: schema.BranchesReply },
      },
    },
    async ({ ctx, params: { id }, body }, reply) => {
      const added = await branches.addBranch(ctx, await repos.getRepo(ctx, repoId(id)), body.branch)
      return reply.code(201).send(schema.toBranches(added))
    },
  )

  app.delete(
    '/api/repos/:id/branches',
    {
      config,
      schema: {
        sentence: {
          he: 'הסרת ענף מהרשימה. המאגר והפתקים נשארים.',
          en: 'Removes a branch from the list. The repository and its notes stay.',
        },
        params: schema.IdParams,
        body: schema.BranchBody,
        response: { 200: schema.BranchesReply },
      },
    },
    async ({ ctx, params: { id }, body }) =>
      schema.toBranches(await branches.removeBranch(ctx, await repos.getRepo(ctx, repoId(id)), body.branch)),
  )

  app.post(
    '/repos/:owner/:name/branches',
    { config, schema: { params: schema.RepoParams, body: schema.BranchForm } },
    async ({ ctx, params: given, body }, reply) => {
      const repo = await repos.getByName(ctx, `${given.owner}/${given.name}`)
      const branch = body.branch.trim()
      await branches.addBranch(ctx, repo, branch)
      const path = body.path === '' ? '' : pathOf(body.path)
      const query = { branch: branch === repo.branch ? undefined : branch, view: body.view }
      return reply.redirect(repoHref(repo.name, path, query), 303)
    },
  )

  app.post(
    '/repos/:owner/:name/branches/remove',
    { config, schema: { params: schema.RepoParams, body: schema.BranchForm } },
    async ({ ctx, params: given, body }, reply) => {
      const repo = await repos.getByName(ctx, `${given.owner}/${given.name}`)
      await branches.removeBranch(ctx, repo, body.branch)
      return reply.redirect(repoHref(repo.name), 303)
    },
  )
}
