import type { FeatureRoutes } from '#platform/http/types.ts'
import { RepoOrphansPage } from '../pages/orphans-page.tsx'
import { IdParams } from '#features/notes/schema.ts'
import { AttachForm, OrphansQuery, OwnerParams } from '../schema.ts'
import { attachByForm, repoOrphans } from '../service/repo-notes.ts'
import { noteId } from './note-id.ts'

/** The orphans page and the form that reattaches notes. */
export const repoOrphanPages: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }

  app.get(
    '/notes/orphans/:owner/:name',
    { config, schema: { params: OwnerParams, querystring: OrphansQuery } },
    async ({ ctx, params, query }, reply) => {
      const repoName = `${params.owner}/${params.name}`
      const { flagged, repo, isUnknown } = await repoOrphans(ctx, repoName)
      const notes = flagged.map(({ note }) => note)
      const [isMirrored, news] = [repo !== null, query.done ?? null]
      return reply.page(RepoOrphansPage({ frame: reply.frame, repoName, notes, isMirrored, isUnknown, news }))
    },
  )

  app.post(
    '/notes/orphans/:id/attach',
    { config, schema: { params: IdParams, body: AttachForm } },
    async ({ ctx, params, body }, reply) => {
      const ask = { path: body.repo_path, lineStart: body.line_start, lineEnd: null }
      const { repoName, done } = await attachByForm(ctx, noteId(params.id), ask)
      return reply.redirect(`/notes/orphans/${repoName}?done=${done}`, 303)
    },
  )
}
