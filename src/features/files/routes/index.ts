import type { FeatureRoutes } from '#platform/http/types.ts'
import { apiRoutes } from './api.ts'
import { bulkRoutes } from './bulk.ts'
import { pageRoutes } from './pages.ts'
import { pinAndTrashRoutes } from './pin-and-trash.ts'
import { uploadRoutes } from './upload.ts'
import { versionRoutes } from './versions.ts'

export const fileRoutes: FeatureRoutes = async (app) => {
  await apiRoutes(app)
  await versionRoutes(app)
  await pinAndTrashRoutes(app)
  await bulkRoutes(app)
  await pageRoutes(app)
  await uploadRoutes(app)
}
