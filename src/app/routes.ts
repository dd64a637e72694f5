import type { Config } from '#platform/config/config.ts'
import type { App } from '#platform/http/types.ts'
import { paintThread } from './paint.ts'
import { apiDocsRoutes } from '#features/api-docs/routes.ts'
import { sessionCookie } from '#features/auth/public.ts'
import { authRoutes } from '#features/auth/routes.ts'
import { fileRoutes } from '#features/files/routes/index.ts'
import { editorRoutes } from '#features/editor/routes.ts'
import { boardRoutes } from '#features/boards/routes.ts'
import { notesRoutes } from '#features/notes/routes/index.ts'
import { homeRoutes } from '#features/home/routes.ts'
import { renderedRoutes } from '#features/rendered/routes.ts'
import { statsRoutes } from '#features/stats/routes.ts'
import { tokenRoutes, tokensSection } from '#features/tokens/routes.ts'
import { transferRoutes, transferSection } from '#features/transfer/routes.ts'
import { viewerRoutes } from '#features/viewer/routes/index.ts'
import { accountSection, appearanceSection, sessionsSection, settingsRoutes } from '#features/settings/routes.ts'

/** Every feature's routes: the site map. */
export async function addRoutes(app: App, config: Config): Promise<void> {
  const { signIn, roles, mode, http } = config
  const messenger = signIn.via === 'messenger' ? signIn : null
  // First: it shows what the others register.
  await apiDocsRoutes(app, { origin: http.origin })
  await authRoutes(app, {
    settings: { botToken: messenger?.botToken ?? null, roles },
    widget: messenger?.botName ? { botName: messenger.botName, scriptUrl: messenger.widgetUrl } : null,
    offerDemo: mode === 'development',
    cookie: sessionCookie(mode, http.origin),
  })
  await editorRoutes(app)
  await homeRoutes(app)
  await fileRoutes(app)
  await viewerRoutes(app, { thread: paintThread() })
  await settingsRoutes(app, {
    sections: [appearanceSection, sessionsSection, tokensSection, transferSection, accountSection],
  })
  await renderedRoutes(app, { origin: http.origin })
  await statsRoutes(app)
  await transferRoutes(app)
  await boardRoutes(app)
  await notesRoutes(app)
  await tokenRoutes(app, { origin: http.origin })
}
