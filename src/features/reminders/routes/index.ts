import type { FeatureRoutes } from '#platform/http/types.ts'
import { reminderApi } from './api.ts'
import { dueApi } from './due.ts'
import { reminderPages } from './pages.ts'

export const reminderRoutes: FeatureRoutes = async (app) => {
  await dueApi(app)
  await reminderApi(app)
  await reminderPages(app)
}
