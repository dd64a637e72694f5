import type { FastifyRequest } from 'fastify'
import { attachment } from '#platform/http/download.ts'
import { incomingFiles, isGone, multipartRoutes } from '#platform/http/multipart.ts'
import type { Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { ImportPage } from './pages/import-page.tsx'
import { TransferSection } from './pages/transfer-section.tsx'
import { UploadPage } from './pages/upload-page.tsx'
import { stoppedAfter } from './problems.ts'
import { readGists } from './schema/gists.ts'
import { libraryFormat } from './schema/library.ts'
import { toReply, TransferReply } from './schema/reply.ts'
import { exportLibrary, librarySize } from './service/export.ts'
import { IMPORT_LIMITS, importAll } from './service/import.ts'
import type { Taken } from './service/outcomes.ts'
import { MAX_FILE_BYTES, upload, UPLOAD_LIMITS } from './service/upload.ts'

export const transferSection: Section = {
  id: 'transfer',
  title: { he: 'ייבוא וייצוא', en: 'Import and export' },
  hint: { he: 'כל הספרייה בקובץ אחד, ובחזרה.', en: 'The whole library in one file, and back.' },
  load: async (_request, { locale }) => TransferSection({ locale }),
}

const READERS = { library: libraryFormat, readGists }

const uploadOf = (request: FastifyRequest) =>
  upload(request.ctx, incomingFiles(request, UPLOAD_LIMITS), () => isGone(request))
const importOf = (request: FastifyRequest) =>
  importAll(request.ctx, incomingFiles(request, IMPORT_LIMITS), READERS, () => isGone(request))

function replyTo({ outcomes, stopped }: Taken): TransferReply {
  const reply = toReply(outcomes)
  if (stopped) throw stoppedAfter(stopped, reply)
  return reply
}

export const transferRoutes: FeatureRoutes = async (app) => {
  app.get('/files/upload', { config: { auth: 'user' } }, async (_request, reply) =>
    reply.page(UploadPage({ frame: reply.frame, maxFileBytes: MAX_FILE_BYTES, taken: null })),
  )

  app.get('/import', { config: { auth: 'user' } }, async ({ ctx }, reply) =>
    reply.page(
      ImportPage({ frame: reply.frame, files: await librarySize(ctx), maxFileBytes: MAX_FILE_BYTES, taken: null }),
    ),
  )

  // The second for programs with a token. Not for HEAD: it would make the whole zip and throw it away.
  for (const path of ['/export', '/api/export']) {
    app.get(path, { config: { auth: 'user', limit: 'search' }, exposeHeadRoute: false }, async ({ ctx }, reply) =>
      reply
        .type('application/zip')
        .header('content-disposition', attachment(`codeshelf-${ctx.now.toISOString().slice(0, 10)}.zip`))
        .send(exportLibrary(ctx, libraryFormat)),
    )
  }

  await multipartRoutes(app, (scope) => {
    const answers = { config: { auth: 'user' as const }, schema: { response: { 200: TransferReply } } }
    scope.post('/api/files/upload', answers, async (request) => replyTo(await uploadOf(request)))
    scope.post('/api/import', answers, async (request) => replyTo(await importOf(request)))

    // The same forms without script: the answer is a page.
    scope.post('/files/upload', { config: { auth: 'user' } }, async (request, reply) =>
      reply.page(
        UploadPage({
          frame: reply.frame,
          maxFileBytes: MAX_FILE_BYTES,
          taken: words(await uploadOf(request), request),
        }),
      ),
    )
    scope.post('/import', { config: { auth: 'user' } }, async (request, reply) => {
      const taken = words(await importOf(request), request)
      return reply.page(
        ImportPage({ frame: reply.frame, files: await librarySize(request.ctx), maxFileBytes: MAX_FILE_BYTES, taken }),
      )
    })
  })
}

function words({ outcomes, stopped }: Taken, { ctx }: FastifyRequest) {
  return { outcomes, stopped: stopped?.words[ctx.locale] ?? null }
}
