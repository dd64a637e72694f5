import type { FeatureRoutes } from '#platform/http/types.ts'
import { type About, AboutPage } from './pages/about-page.tsx'
import { noSecurityContact } from './problems.ts'
import { ROBOTS_TXT } from './robots-txt.ts'
import { securityTxt } from './security-txt.ts'

/** What the site says about itself, to people and to programs. `platform/http/assets.ts` serves the files that the page links to. */
export const aboutRoutes: FeatureRoutes<{ about: About; origin: string }> = (app, { about, origin }) => {
  const options = { config: { auth: 'public' as const }, schema: { hide: true } }
  const text = 'text/plain; charset=utf-8'
  const cached = { 'cache-control': 'public, max-age=3600' }

  app.get('/about', options, (_, reply) => reply.page(AboutPage({ frame: reply.frame, about })))

  app.get('/robots.txt', options, (_, reply) => reply.headers(cached).type(text).send(ROBOTS_TXT))

  app.get('/.well-known/security.txt', options, ({ publicCtx }, reply) => {
    if (about.securityContact === null) throw noSecurityContact()
    return reply
      .headers(cached)
      .type(text)
      .send(securityTxt(about.securityContact, origin, publicCtx.now))
  })
}
