import type { FeatureRoutes } from '#platform/http/types.ts'
import { repoApi } from './api.ts'
import { type BrowseParts, browseRoutes } from './browse.ts'
import { repoPages } from './pages.ts'

export const repoRoutes: FeatureRoutes<BrowseParts & { origin: string }> = async (app, parts) => {
  await repoApi(app, parts)
  await repoPages(app, parts)
  await browseRoutes(app, parts)
}
