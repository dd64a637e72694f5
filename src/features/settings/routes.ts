import type { Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { settingsMessages } from './messages.ts'
import { AccountSection, AppearanceSection } from './pages/own-sections.tsx'
import { SessionList } from './pages/session-list.tsx'
import { SettingsPage } from './pages/settings-page.tsx'
import { SettingsQuery } from './schema.ts'
import { listSessions } from './service.ts'

const words = (key: 'appearance' | 'sessions' | 'account' | 'appearanceHint' | 'sessionsHint' | 'accountHint') => ({
  he: settingsMessages('he')[key],
  en: settingsMessages('en')[key],
})

export const appearanceSection: Section = {
  id: 'appearance',
  title: words('appearance'),
  hint: words('appearanceHint'),
  load: async (_request, frame) => AppearanceSection({ frame }),
}

export const sessionsSection: Section = {
  id: 'sessions',
  title: words('sessions'),
  hint: words('sessionsHint'),
  load: async ({ ctx, visitor }, frame) => {
    const sessions = visitor?.via === 'session' ? await listSessions(ctx, visitor.sessionId) : []
    return SessionList({ locale: frame.locale, now: ctx.now, sessions })
  },
}

export const accountSection: Section = {
  id: 'account',
  title: words('account'),
  hint: words('accountHint'),
  load: async ({ ctx }, frame) => AccountSection({ frame, firstName: ctx.user.firstName }),
}

export const settingsRoutes: FeatureRoutes<{ sections: readonly Section[] }> = (app, { sections }) => {
  app.get('/settings', { config: { auth: 'user' }, schema: { querystring: SettingsQuery } }, async (request, reply) => {
    const { frame } = reply
    const loaded = await Promise.all(
      sections.map(async ({ id, title, hint, load }) => ({
        id,
        title: title[frame.locale],
        hint: hint[frame.locale],
        body: await load(request, frame),
      })),
    )
    return reply.page(SettingsPage({ frame, sections: loaded, done: request.query.done }))
  })
}
