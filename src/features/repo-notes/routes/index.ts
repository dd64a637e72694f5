import type { FeatureRoutes } from '#platform/http/types.ts'
import { repoNoteApi } from './api.ts'
import { repoOrphanPages } from './pages.ts'

export const repoNoteRoutes: FeatureRoutes = async (app) => {
  await repoNoteApi(app)
  await repoOrphanPages(app)
}
