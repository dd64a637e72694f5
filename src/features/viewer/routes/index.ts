import type { FeatureRoutes } from '#platform/http/types.ts'
import type { Painter } from '../service/painter.ts'
import { filePages } from './file.ts'
import { fileForms } from './forms.ts'
import { rawRoutes } from './raw.ts'

export type ViewerParts = { painter: Painter }

export const viewerRoutes: FeatureRoutes<ViewerParts> = async (app, { painter }) => {
  await rawRoutes(app)
  await filePages(app, { painter })
  await fileForms(app)
}
