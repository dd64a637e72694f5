import type { FeatureRoutes } from '#platform/http/types.ts'
import type { RepoTexts } from '../service/repo-texts.ts'
import { manyNotesRoutes } from './many.ts'
import { moveToFileRoutes } from './move-to-file.ts'
import { noteRoutes } from './notes.ts'
import { notePages } from './pages.ts'

export const notesRoutes: FeatureRoutes<RepoTexts> = async (app, repoTexts) => {
  await noteRoutes(app, repoTexts)
  await manyNotesRoutes(app, repoTexts)
  await moveToFileRoutes(app)
  await notePages(app, repoTexts)
}
