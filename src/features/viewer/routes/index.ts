import type { FeatureRoutes } from '#platform/http/types.ts'
import type { CodeRenderer } from '../service/code-renderer.ts'
import { filePages, type FileStrip } from './file.ts'
import { fileForms } from './forms.ts'
import { rawRoutes } from './raw.ts'

export type ViewerParts = { codeRenderer: CodeRenderer; strip: FileStrip }

export const viewerRoutes: FeatureRoutes<ViewerParts> = async (app, { codeRenderer, strip }) => {
  await rawRoutes(app, { codeRenderer })
  await filePages(app, { codeRenderer, strip })
  await fileForms(app)
}
