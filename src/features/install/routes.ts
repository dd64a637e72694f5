import type { FeatureRoutes } from '#platform/http/types.ts'
import { manifestOf } from './manifest.ts'
import { installMessages } from './messages.ts'
import { OfflinePage } from './pages/offline-page.tsx'
import { LanguageQuery } from './schema.ts'

/** The web app manifest, and the offline page that the service worker caches. */
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
    // Contains no user data, because it stays cached on a device that another user may use later.
    return reply.page(
      OfflinePage({ frame: { ...frame, viewer: null, personal: null, locale: query.lang ?? frame.locale } }),
    )
  })
}
