import { normalizePath } from '#base/path.ts'
import { parseIdOr, Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invalidRepoPath, repoNotFound } from '../problems.ts'
import * as schema from '../schema/repos.ts'
import { openRepo, readText } from '../service/open.ts'
import * as repos from '../service/repos.ts'
import { takeIntoLibrary } from '../service/take-into-library.ts'

export const repoId = (id: string) => parseIdOr<'repo'>(id, () => repoNotFound({ repo_name: id }))

export const repoApi: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  /** Routes that read the mirror, which may be missing, at another commit or slow. */
  const reading = { ...config, alsoRefuses: [409, 415, 422, 503] }
  const params = schema.IdParams

  app.get(
    '/api/repos',
    {
      config,
      schema: {
        sentence: {
          he: 'המאגרים המשוקפים, עם מצב הסנכרון.',
          en: 'Lists the mirrored repositories with the state of their sync.',
        },
        response: { 200: schema.ReposReply },
      },
    },
    async ({ ctx }) => {
      const all = await repos.listRepos(ctx)
      const items = all.map((repo) => schema.toRepoItem(repo, ctx.now))
      return { ok: true as const, repos: items, count: items.length }
    },
  )

  app.post(
    '/api/repos',
    {
      config,
      schema: {
        sentence: {
          he: 'שיקוף מאגר לפי כתובת https. הסנכרון הראשון מתחיל ברקע.',
          en: 'Mirrors a repository by its https address. The first sync starts in the background.',
        },
        body: schema.AddBody,
        response: { 201: schema.RepoReply },
      },
    },
    async ({ ctx, body }, reply) => {
      const repo = await repos.addRepo(ctx, { url: body.url, branch: body.branch ?? null })
      return reply.code(201).send({ ok: true, repo: schema.toRepoItem(repo, ctx.now) })
    },
  )

  app.get(
    '/api/repos/:id',
    {
      config,
      schema: {
        sentence: { he: 'מאגר משוקף אחד.', en: 'Gets one mirrored repository.' },
        params,
        response: { 200: schema.RepoReply },
      },
    },
    async ({ ctx, params: { id } }) => ({
      ok: true as const,
      repo: schema.toRepoItem(await repos.getRepo(ctx, repoId(id)), ctx.now),
    }),
  )

  app.delete(
    '/api/repos/:id',
    {
      config,
      schema: {
        sentence: {
          he: 'הפסקת השיקוף. קבצים שיובאו ופתקים נשארים.',
          en: 'Stops mirroring a repository. Imported files and notes stay.',
        },
        params,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params: { id } }) => {
      await repos.removeRepo(ctx, repoId(id))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/repos/:id/sync',
    {
      config,
      schema: {
        sentence: { he: 'בקשת סנכרון; הוא רץ ברקע.', en: 'Requests a sync, which runs in the background.' },
        params,
        response: { 202: schema.RepoReply },
      },
    },
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
      schema: {
        sentence: {
          he: 'ייבוא קבצים מהמאגר לספרייה, בחלקים: after ממשיך מהמקום שבו הסתיימה התשובה הקודמת.',
          en: 'Imports files of the repository into the library, in parts: after continues where the previous reply ended.',
        },
        params,
        body: schema.ImportBody,
        response: { 200: schema.ImportReply },
      },
    },
    async ({ ctx, params: { id }, body }) => {
      const { name } = await repos.getRepo(ctx, repoId(id))
      const at = await openRepo(ctx, name)
      const ask = { paths: (body.paths ?? []).map(pathOf), after: body.after ?? '' }
      return { ok: true as const, ...(await takeIntoLibrary(ctx, at, ask)) }
    },
  )

  app.get(
    '/api/repos/:id/text',
    {
      config: reading,
      schema: {
        sentence: {
          he: 'הטקסט של קובץ במאגר, במצב הנוכחי או ב-commit מסוים.',
          en: 'Gets the text of a repository file, at the current commit or at another one.',
        },
        params,
        querystring: schema.TextQuery,
        response: { 200: schema.TextReply },
      },
    },
    async ({ ctx, params: { id }, query }) => {
      const { name } = await repos.getRepo(ctx, repoId(id))
      const content = await readText(ctx, await openRepo(ctx, name, query), pathOf(query.path))
      return { ok: true as const, version: { content } }
    },
  )
}

export function pathOf(given: string): string {
  const path = normalizePath(given)
  if (path === null) throw invalidRepoPath({ field: 'repo_path' })
  return path
}
