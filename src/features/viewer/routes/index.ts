import type { FeatureRoutes } from '#platform/http/types.ts'
import type { Painter } from '../service/painter.ts'
import { filePages, type FileStrip } from './file.ts'
import { fileForms } from './forms.ts'
import { rawRoutes } from './raw.ts'

export type ViewerParts = { painter: Painter; strip: FileStrip }

export const viewerRoutes: FeatureRoutes<ViewerParts> = async (app, { painter, strip }) => {
  await rawRoutes(app)
  await filePages(app, { painter, strip })
  await fileForms(app)
}
