import { attachmentHeader } from '#platform/http/download.ts'
import { sendText } from '#platform/http/text-stream.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { ExportQuery, toWindowAsk } from '../schema/api.ts'
import { exportJson, exportLines } from '../schema/export.ts'
import { openExport } from '../service/export.ts'
import type { EventTitles } from '../service/replay.ts'
import { openWindow } from '../service/window.ts'

const FORMATS = {
  json: { type: 'application/json; charset=utf-8', write: exportJson },
  ndjson: { type: 'application/x-ndjson; charset=utf-8', write: exportLines },
} as const

export const exportRoutes: FeatureRoutes<{ titles: EventTitles }> = (app, { titles }) => {
  app.get(
    '/api/observability/export',
    // No HEAD route: it would read everything and discard it.
    {
      config: { auth: 'admin' },
      exposeHeadRoute: false,
      schema: {
        sentence: {
          he: 'כל הנתונים של חלון הזמן, מוזרמים כ-JSON או NDJSON.',
          en: 'Streams everything about a window as JSON or NDJSON.',
        },
        querystring: ExportQuery,
      },
    },
    async ({ ctx, query }, reply) => {
      const { severity, type, q, info, format } = query
      const window = openWindow(toWindowAsk(query), ctx.now)
      const all = await openExport(ctx, titles, window, { severity, type, q, info })
      const { type: contentType, write } = FORMATS[format]
      reply.header(
        'content-disposition',
        attachmentHeader(`observability-${ctx.now.toISOString().slice(0, 19)}.${format}`),
      )
      return sendText(reply, contentType, write(all, ctx.now))
    },
  )
}
