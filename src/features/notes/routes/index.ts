import type { FeatureRoutes } from '#platform/http/types.ts'
import { manyNotesRoutes } from './many.ts'
import { noteRoutes } from './notes.ts'

export const notesRoutes: FeatureRoutes = async (app) => {
  await noteRoutes(app)
  await manyNotesRoutes(app)
}
