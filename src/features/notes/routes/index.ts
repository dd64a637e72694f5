import type { FeatureRoutes } from '#platform/http/types.ts'
import { boardNoteForms } from './board-notes.ts'
import { boardPages } from './board-pages.ts'
import { manyNotesRoutes } from './many.ts'
import { moveRoutes } from './move.ts'
import { noteRoutes } from './notes.ts'
import { notePages } from './pages.ts'
import { repoNoteRoutes } from './repo-notes.ts'
import { repoOrphanPages } from './repo-orphans.ts'

export const notesRoutes: FeatureRoutes = async (app) => {
  await noteRoutes(app)
  await manyNotesRoutes(app)
  await moveRoutes(app)
  await repoNoteRoutes(app)
  await repoOrphanPages(app)
  await notePages(app)
  await boardPages(app)
  await boardNoteForms(app)
}
