import type { FeatureRoutes } from '#platform/http/types.ts'
import { repoApi } from './api.ts'
import { branchRoutes } from './branches.ts'
import { type BrowseParts, browseRoutes } from './browse.ts'
import { hookRoutes } from './hooks.ts'
import { repoNotes } from './notes.ts'
import { repoPages } from './pages.ts'
import { upstreamRoutes } from './upstream.ts'

export const repoRoutes: FeatureRoutes<BrowseParts> = async (app, parts) => {
  await repoNotes(app)
  await repoApi(app)
  await branchRoutes(app)
  await hookRoutes(app, parts)
  await repoPages(app, parts)
  await browseRoutes(app, parts)
  await upstreamRoutes(app, parts)
}
