import type { FeatureRoutes } from '#platform/http/types.ts'
import { manifestOf } from './manifest.ts'
import { installMessages } from './messages.ts'
import { OfflinePage } from './pages/offline-page.tsx'
import { LanguageQuery } from './schema.ts'

/** What makes the site an app: its manifest, and the page that its service worker keeps for when there is no connection. */
export const installRoutes: FeatureRoutes = (app) => {
  const schema = { querystring: LanguageQuery, hide: true }

  app.get('/manifest.webmanifest', { config: { auth: 'public', limit: false }, schema }, async ({ query }, reply) => {
    const locale = query.lang ?? reply.frame.locale
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifestOf(locale, installMessages(locale))))
  })

  app.get('/offline', { config: { auth: 'public', limit: false }, schema }, async ({ query }, reply) => {
    const { frame } = reply
    // Nobody's: it is kept on a device that may have another person tomorrow.
    return reply.page(
      OfflinePage({ frame: { ...frame, viewer: null, personal: null, locale: query.lang ?? frame.locale } }),
    )
  })
}
