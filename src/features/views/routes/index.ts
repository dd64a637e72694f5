import type { FeatureRoutes } from '#platform/http/types.ts'
import { viewApiRoutes } from './api.ts'
import { viewPages } from './pages.ts'

export const viewRoutes: FeatureRoutes = async (app) => {
  await viewApiRoutes(app)
  await viewPages(app)
}
