import type { App } from '#platform/http/types.ts'
import { passkeySite } from '#platform/webauthn/webauthn.ts'
import { eventTitles } from './events.ts'
import { describeJobs } from './jobs.ts'
import type { WebParts } from './parts.ts'
import { addPersonal } from './personal.ts'
import { addTokenActs } from './token-acts.ts'
import { aboutRoutes } from '#features/about/routes.ts'
import { announcementRoutes } from '#features/announcements/routes.ts'
import { adminRoutes } from '#features/admin/routes.ts'
import { aiRoutes } from '#features/ai/routes.ts'
import { agentRoutes } from '#features/agent/routes/index.ts'
import { apiDocsRoutes } from '#features/api-docs/routes.ts'
import { authRoutes, type AuthParts, invitationSection, signInSection } from '#features/auth/routes/index.ts'
import { fileRoutes } from '#features/files/routes/index.ts'
import { editorRoutes } from '#features/editor/routes.ts'
import { backupSection } from '#features/backups/routes.ts'
import { boardRoutes } from '#features/boards/routes/index.ts'
import { codeRunRoutes } from '#features/code-run/routes.ts'
import { moveInRoutes } from '#features/move-in/routes.ts'
import { notesRoutes } from '#features/notes/routes/index.ts'
import { observabilityRoutes } from '#features/observability/routes/index.ts'
import { gitRemoteRoutes, gitRemoteSection } from '#features/git-remote/routes.ts'
import { homeRoutes } from '#features/home/routes.ts'
import { inboxRoutes } from '#features/inbox/routes.ts'
import { installRoutes } from '#features/install/routes.ts'
import { jobRoutes } from '#features/jobs/routes.ts'
import { devicesSection, pushRoutes } from '#features/push/routes.ts'
import { reminderRoutes } from '#features/reminders/routes/index.ts'
import { repoRoutes } from '#features/repos/routes/index.ts'
import { upstreamStrip } from '#features/repos/routes/upstream.ts'
import { quoteInRepo } from '#features/repos/public.ts'
import { backlinkRoutes, linkedFromStrip } from '#features/backlinks/routes.ts'
import { renderedRoutes } from '#features/rendered/routes.ts'
import { searchRoutes } from '#features/search/routes.ts'
import { statsRoutes } from '#features/stats/routes.ts'
import { viewRoutes } from '#features/views/routes/index.ts'
import { tokenRoutes, tokensSection } from '#features/tokens/routes.ts'
import { transferRoutes, transferSection } from '#features/transfer/routes.ts'
import { shareRoutes, sharesSection } from '#features/shares/routes/index.ts'
import { sampleStrip, welcomeRoutes, welcomeSection } from '#features/welcome/routes.ts'
import { FileTop } from '#features/viewer/pages/file-top.tsx'
import { viewerRoutes, type ViewerParts } from '#features/viewer/routes/index.ts'
import {
  accountSection,
  agentSection,
  appearanceSection,
  deleteSection,
  editorSection,
  keyboardSection,
  sessionsSection,
  settingsRoutes,
} from '#features/settings/routes/index.ts'

/** Every feature's routes: the site map. */
export async function addRoutes(app: App, parts: WebParts): Promise<void> {
  const { config, codeRenderer, runners, sender } = parts
  const { roles, mode, http, push } = config
  const auth = authParts(parts)
  addPersonal(app)
  addTokenActs(app)
  await apiDocsRoutes(app, { origin: http.origin })
  await authRoutes(app, auth)
  await editorRoutes(app)
  const backups = backupSection(config.backup.dir)
  // Development needs no backups.
  await homeRoutes(app, { adminSections: mode === 'production' || config.backup.dir !== null ? [backups] : [] })
  await installRoutes(app)
  await aboutRoutes(app, { about: config.about, origin: http.origin })
  await fileRoutes(app)
  await viewerRoutes(app, { codeRenderer, strip: fileStrip })
  await shareRoutes(app, { origin: http.origin, codeRenderer })
  await settingsRoutes(app, {
    sections: {
      account: accountSection,
      'sign-in': signInSection(auth),
      sessions: sessionsSection,
      appearance: appearanceSection,
      editor: editorSection,
      keyboard: keyboardSection,
      devices: devicesSection(push.via === 'off' ? null : push.keys.publicKey),
      tokens: tokensSection,
      agent: agentSection,
      shares: sharesSection(http.origin),
      transfer: transferSection,
      git: gitRemoteSection(http.origin),
      welcome: welcomeSection,
      delete: deleteSection,
    },
  })
  await announcementRoutes(app)
  await welcomeRoutes(app)
  await renderedRoutes(app, {
    origin: http.origin,
    head: (locale, file) => FileTop({ locale, file, current: 'rendered' }),
    strip: (ctx, file) => linkedFromStrip(ctx, file.id),
  })
  await backlinkRoutes(app)
  await searchRoutes(app)
  await viewRoutes(app)
  await statsRoutes(app)
  await transferRoutes(app, { origin: http.origin })
  await moveInRoutes(app, { gitHub: parts.gitHub })
  await codeRunRoutes(app, { runners })
  await notesRoutes(app, { quoteInRepo })
  await boardRoutes(app)
  await repoRoutes(app, { origin: http.origin, codeRenderer })
  await reminderRoutes(app)
  await inboxRoutes(app)
  await pushRoutes(app, {
    publicKey: push.via === 'off' ? null : push.keys.publicKey,
    via: push.via === 'worker' ? 'worker' : 'local',
    testEndpoints: push.testEndpoints,
    sender,
  })
  await adminRoutes(app, { roles, peopleSections: [invitationSection(auth)] })
  await aiRoutes(app, { provider: parts.aiProvider })
  await agentRoutes(app, { origin: http.origin, runners })
  await observabilityRoutes(app, { ...config.alerts, titles: eventTitles, sections: [backups] })
  await jobRoutes(app, { jobs: describeJobs(parts), disabled: config.jobsDisabled, sections: [backups] })
  await tokenRoutes(app, { origin: http.origin })
  await gitRemoteRoutes(app)
}

/** Above the text of a file: that it is the sample, or where it was copied from; then what links to it. */
const fileStrip: ViewerParts['strip'] = async (ctx, file) =>
  Promise.all([originStrip(ctx, file), linkedFromStrip(ctx, file.id)])

const originStrip: ViewerParts['strip'] = async (ctx, file) =>
  (await sampleStrip(ctx, file)) ?? upstreamStrip(ctx, file)

function authParts({ config, cookie, oidc }: WebParts): AuthParts {
  const { signIn, roles, mode, http, registration, passwords } = config
  const messenger = signIn.via === 'messenger' ? signIn : null
  const issuers = new Set(oidc.providers.map(({ issuer }) => issuer))
  const passkeys = passkeySite(http.origin)
  const widget = messenger?.botName ? { botName: messenger.botName, scriptUrl: messenger.widgetUrl } : null
  return {
    messenger: {
      botToken: messenger?.botToken ?? null,
      roles,
      createsAccounts: messenger?.createsAccounts ?? false,
    },
    origin: http.origin,
    widget,
    botLink: messenger?.bot?.link ?? null,
    offerDemo: mode === 'development',
    registration,
    ways: { messenger: messenger !== null, passwords, passkeys: passkeys !== null, issuers },
    passkeys,
    oidc,
    cookie,
  }
}
