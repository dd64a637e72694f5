import type { FastifyRequest } from 'fastify'
import { attachmentHeader } from '#platform/http/download.ts'
import { whileConnected } from '#platform/http/disconnect.ts'
import { incomingFiles, isDisconnected, multipartRoutes } from '#platform/http/multipart.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { folderMessages } from './messages/folder.ts'
import { ImportPage } from './pages/import-page.tsx'
import { TransferSection } from './pages/transfer-section.tsx'
import { UploadPage } from './pages/upload-page.tsx'
import { stoppedAfter } from './problems.ts'
import { libraryFormat } from './schema/library.ts'
import { exportReaders } from './schema/readers.ts'
import { ExportQuery, ImportReply, toImportReply, toReply, TransferReply } from './schema/reply.ts'
import { SECTION_ROUTES, type Section as SectionOfExport } from './sections.ts'
import { exportLibrary, librarySize } from './service/export.ts'
import { exportFolder } from './service/export-folder.ts'
import { IMPORT_LIMITS, importAll } from './service/import.ts'
import type { TransferResult } from './service/outcomes.ts'
import { upload, UPLOAD_LIMITS } from './service/upload.ts'

export const transferSection: SettingsSection = {
  id: 'transfer',
  title: { he: 'ייבוא וייצוא', en: 'Import and export' },
  hint: { he: 'כל הספרייה בקובץ אחד, ובחזרה.', en: 'The whole library in one file, and back.' },
  settings: [
    { name: { he: 'ייצוא', en: 'Export' }, words: 'download backup zip הורדה גיבוי' },
    { name: { he: 'ייבוא', en: 'Import' }, words: 'restore zip שחזור' },
    { name: { he: 'העלאת קבצים', en: 'Upload files' } },
    { name: { he: 'מעבר מתוכנה אחרת', en: 'Move in from another program' }, words: 'Gist Obsidian' },
  ],
  load: async (_request, { locale }) => TransferSection({ locale }),
}

const uploadOf = (request: FastifyRequest) =>
  upload(request.ctx, incomingFiles(request, UPLOAD_LIMITS), () => isDisconnected(request))
const importOf = (request: FastifyRequest) => {
  const { ctx, visitor } = request
  const importer = {
    token: visitor?.via === 'token' ? visitor.token : null,
    refusalOf: (section: SectionOfExport) => {
      const refusals = SECTION_ROUTES[section].map((route) => request.refusalOf(route))
      return refusals.find((refusal) => refusal !== null) ?? null
    },
  }
  const given = { readers: exportReaders, importer }
  return whileConnected(request, (signal) => importAll(ctx, incomingFiles(request, IMPORT_LIMITS), given, signal))
}

/** An interrupted request returns an error that lists what was saved before it. */
function orStopped<Reply extends TransferReply>({ stopped }: TransferResult, reply: Reply): Reply {
  if (stopped) throw stoppedAfter(stopped, reply)
  return reply
}

export const transferRoutes: FeatureRoutes<{ origin: string }> = async (app, { origin }) => {
  app.get('/files/upload', { config: { auth: 'user' } }, async ({ ctx }, reply) =>
    reply.page(UploadPage({ frame: reply.frame, maxFileBytes: ctx.maxFileBytes, taken: null })),
  )

  app.get('/import', { config: { auth: 'user' } }, async ({ ctx }, reply) =>
    reply.page(
      ImportPage({ frame: reply.frame, size: await librarySize(ctx), maxFileBytes: ctx.maxFileBytes, taken: null }),
    ),
  )

  // The second URL is for programs with a token. HEAD is off: it would build the whole zip and discard it.
  for (const path of ['/export', '/api/export']) {
    app.get(
      path,
      {
        config: { auth: 'user', limit: 'search', confirmed: true },
        exposeHeadRoute: false,
        schema: {
          sentence: {
            he: 'קובץ zip אחד עם הקבצים וכל הגרסאות, הפתקים, התזכורות, הלוחות, ההגדרות וסל המיחזור.',
            en: 'Exports one zip with files and all versions, notes, reminders, boards, settings and the trash.',
          },
          querystring: ExportQuery,
        },
      },
      async ({ ctx, query }, reply) => {
        const name = `codeshelf-${ctx.now.toISOString().slice(0, 10)}`
        const zip =
          query.as === 'folder'
            ? { name: `${name}-folder.zip`, stream: await exportFolder(ctx, folderMessages(ctx.locale), origin) }
            : { name: `${name}.zip`, stream: await exportLibrary(ctx, libraryFormat) }
        return reply.type('application/zip').header('content-disposition', attachmentHeader(zip.name)).send(zip.stream)
      },
    )
  }

  await multipartRoutes(app, (scope) => {
    // 507: a zip is put on the disk first.
    const config = { auth: 'user' as const, alsoRefuses: [507] }
    const uploads = { bodyLimit: UPLOAD_LIMITS.bytes, config }
    const imports = { bodyLimit: IMPORT_LIMITS.bytes, config }
    const uploadSchema = {
      sentence: {
        he: 'העלאת קבצים, תיקייה או zip, עם תוצאה לכל קובץ.',
        en: 'Uploads files, a folder or a zip, with a result for each file.',
      },
      consumes: ['multipart/form-data'],
      response: { 200: TransferReply },
    }
    const importSchema = {
      sentence: {
        he: 'ייבוא של ייצוא קודם, של zip, של קבצים או של JSON מ-GitHub Gist.',
        en: 'Imports an earlier export, a zip, files, or the JSON of GitHub Gist.',
      },
      consumes: ['multipart/form-data'],
      response: { 200: ImportReply },
    }
    scope.post('/api/files/upload', { ...uploads, schema: uploadSchema }, async (request) => {
      const taken = await uploadOf(request)
      return orStopped(taken, toReply(taken.outcomes))
    })
    scope.post('/api/import', { ...imports, schema: importSchema }, async (request) => {
      const taken = await importOf(request)
      return orStopped(taken, toImportReply(taken.outcomes, taken.extras))
    })

    // The same forms without script return a page.
    scope.post('/files/upload', uploads, async (request, reply) =>
      reply.page(
        UploadPage({
          frame: reply.frame,
          maxFileBytes: request.ctx.maxFileBytes,
          taken: words(await uploadOf(request), request),
        }),
      ),
    )
    scope.post('/import', imports, async (request, reply) => {
      const { ctx } = request
      const taken = words(await importOf(request), request)
      return reply.page(
        ImportPage({ frame: reply.frame, size: await librarySize(ctx), maxFileBytes: ctx.maxFileBytes, taken }),
      )
    })
  })
}

function words({ outcomes, extras, stopped }: TransferResult, { ctx }: FastifyRequest) {
  return { outcomes, extras, stopped: stopped?.words[ctx.locale] ?? null }
}
