import type { Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { Titles } from '../service/replay.ts'
import { observabilityApi } from './api.ts'
import { exportRoutes } from './export.ts'
import { pageRoutes } from './page.ts'
import { webhookRoutes } from './webhook.ts'

export type ObservabilityParts = {
  webhookSecret: string | null
  /** The Hebrew sentence of every event that the service can produce, by its name. */
  titles: Titles
  /** What other features show on the page. */
  sections: readonly Section[]
}

export const observabilityRoutes: FeatureRoutes<ObservabilityParts> = async (app, parts) => {
  await observabilityApi(app, parts)
  await exportRoutes(app, parts)
  await pageRoutes(app, parts)
  await webhookRoutes(app, parts)
}
