import type { FeatureRoutes } from '#platform/http/types.ts'
import type { PaintJob } from '../service/paint.ts'
import { createPainter } from '../service/painter.ts'
import { filePages } from './file.ts'
import { fileForms } from './forms.ts'
import { rawRoutes } from './raw.ts'

/** Where large files are coloured, so that nobody else waits for them. */
export type ViewerParts = { thread: { run: (job: PaintJob) => Promise<string>; close: () => Promise<void> } }

export const viewerRoutes: FeatureRoutes<ViewerParts> = async (app, { thread }) => {
  app.addHook('onClose', async () => thread.close())
  await rawRoutes(app)
  await filePages(app, { painter: createPainter((job) => thread.run(job)) })
  await fileForms(app)
}
