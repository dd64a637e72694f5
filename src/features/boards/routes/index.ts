import type { FeatureRoutes } from '#platform/http/types.ts'
import { boardApiRoutes } from './boards.ts'
import { boardNoteForms } from './note-forms.ts'
import { boardNoteRoutes } from './notes.ts'
import { boardPages } from './pages.ts'

export const boardRoutes: FeatureRoutes = async (app) => {
  await boardApiRoutes(app)
  await boardNoteRoutes(app)
  await boardPages(app)
  await boardNoteForms(app)
}
