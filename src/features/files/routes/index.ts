import type { FeatureRoutes } from '#platform/http/types.ts'
import { apiRoutes } from './api.ts'
import { bulkRoutes } from './bulk.ts'
import { pageRoutes } from './pages.ts'
import { uploadRoutes } from './upload.ts'

export const fileRoutes: FeatureRoutes = async (app) => {
  await apiRoutes(app)
  await bulkRoutes(app)
  await pageRoutes(app)
  await uploadRoutes(app)
}
