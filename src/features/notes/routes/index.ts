import type { FeatureRoutes } from '#platform/http/types.ts'
import { manyNotesRoutes } from './many.ts'
import { moveToFileRoutes } from './move-to-file.ts'
import { type NoteParts, noteRoutes } from './notes.ts'

export const notesRoutes: FeatureRoutes<NoteParts> = async (app, parts) => {
  await noteRoutes(app, parts)
  await manyNotesRoutes(app, parts)
  await moveToFileRoutes(app)
}
