import type { Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { EventTitles } from '../service/replay.ts'
import { observabilityApi } from './api.ts'
import { exportRoutes } from './export.ts'
import { pageRoutes } from './page.ts'
import { webhookRoutes } from './webhook.ts'

export type ObservabilityParts = {
  webhookSecret: string | null
  /** The Hebrew sentence of every event of the service, by name. */
  titles: EventTitles
  /** Sections that other features contribute to the page. */
  sections: readonly Section[]
}

export const observabilityRoutes: FeatureRoutes<ObservabilityParts> = async (app, parts) => {
  await observabilityApi(app, parts)
  await exportRoutes(app, parts)
  await pageRoutes(app, parts)
  await webhookRoutes(app, parts)
}
