import type { Locale } from '#base/messages.ts'
import type { Config } from '#platform/config/config.ts'
import { openFleet } from '#platform/runners/fleet.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import type { App } from '#platform/http/types.ts'
import { paintThread } from './paint.ts'
import { addPersonal } from './personal.ts'
import { addTokenActs } from './token-acts.ts'
import { announcementRoutes } from '#features/announcements/routes.ts'
import { adminRoutes } from '#features/admin/routes.ts'
import { openAiProvider } from '#platform/ai/provider.ts'
import { aiRoutes } from '#features/ai/routes.ts'
import { agentRoutes } from '#features/agent/routes/index.ts'
import { apiDocsRoutes } from '#features/api-docs/routes.ts'
import { sessionCookie } from '#features/auth/public.ts'
import { authRoutes } from '#features/auth/routes.ts'
import { fileRoutes } from '#features/files/routes/index.ts'
import { editorRoutes } from '#features/editor/routes.ts'
import { backupSection } from '#features/backups/routes.ts'
import { boardRoutes } from '#features/boards/routes.ts'
import { codeRunRoutes } from '#features/code-run/routes.ts'
import { orphanRepos, repoNotesHere } from '#features/notes/public.ts'
import { notesRoutes } from '#features/notes/routes/index.ts'
import { observabilityRoutes } from '#features/observability/routes/index.ts'
import { homeRoutes } from '#features/home/routes.ts'
import { installRoutes } from '#features/install/routes.ts'
import { jobRoutes } from '#features/jobs/routes.ts'
import { eventCatalogue } from './events.ts'
import { allJobs } from './jobs.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { devicesSection, pushRoutes } from '#features/push/routes.ts'
import { reminderRoutes } from '#features/reminders/routes/index.ts'
import { findUpstream } from '#features/repos/public.ts'
import { UpstreamStrip } from '#features/repos/pages/upstream-strip.tsx'
import { repoRoutes } from '#features/repos/routes/index.ts'
import { renderSource, safePage } from '#features/rendered/public.ts'
import { renderedRoutes } from '#features/rendered/routes.ts'
import { statsRoutes } from '#features/stats/routes.ts'
import { tokenRoutes, tokensSection } from '#features/tokens/routes.ts'
import { transferRoutes, transferSection } from '#features/transfer/routes.ts'
import { shareRoutes, sharesSection } from '#features/shares/routes/index.ts'
import { createPainter, drawCode, drawDiff } from '#features/viewer/public.ts'
import { welcomeRoutes } from '#features/welcome/routes.ts'
import { viewerMessages } from '#features/viewer/messages.ts'
import type { FileStrip } from '#features/viewer/routes/file.ts'
import { viewerRoutes } from '#features/viewer/routes/index.ts'
import {
  accountSection,
  agentSection,
  appearanceSection,
  deleteSection,
  editorSection,
  keyboardSection,
  sessionsSection,
  settingsRoutes,
} from '#features/settings/routes.ts'

/** Every feature's routes: the site map. */
export async function addRoutes(app: App, config: Config): Promise<void> {
  const { signIn, roles, mode, http, push } = config
  const messenger = signIn.via === 'messenger' ? signIn : null
  addPersonal(app)
  addTokenActs(app)
  // First: it shows what the others register.
  await apiDocsRoutes(app, { origin: http.origin })
  await authRoutes(app, {
    settings: { botToken: messenger?.botToken ?? null, roles },
    widget: messenger?.botName ? { botName: messenger.botName, scriptUrl: messenger.widgetUrl } : null,
    botLink: messenger?.bot?.link ?? null,
    offerDemo: mode === 'development',
    cookie: sessionCookie(mode, http.origin),
  })
  await editorRoutes(app)
  const backups = backupSection(config.backup.dir)
  // While developing nobody misses a backup.
  await homeRoutes(app, { adminSections: mode === 'production' || config.backup.dir !== null ? [backups] : [] })
  await installRoutes(app)
  await fileRoutes(app)
  // Where large files are coloured, so that nobody else waits for them; one memory of it for all who show code.
  const thread = paintThread()
  app.addHook('onClose', async () => thread.close())
  const painter = createPainter((job) => thread.run(job))
  await viewerRoutes(app, { painter, strip: upstreamStrip })
  await shareRoutes(app, { origin: http.origin, painter })
  await settingsRoutes(app, {
    sections: [
      appearanceSection,
      editorSection,
      keyboardSection,
      devicesSection(push.via === 'off' ? null : push.keys.publicKey),
      sessionsSection,
      tokensSection,
      sharesSection(http.origin),
      agentSection,
      transferSection,
      accountSection,
      deleteSection,
    ],
  })
  await announcementRoutes(app)
  await welcomeRoutes(app)
  await renderedRoutes(app, { origin: http.origin })
  await statsRoutes(app)
  await transferRoutes(app)
  await boardRoutes(app)
  const runners = openFleet(config.runners.addresses, config.runners.secret)
  await codeRunRoutes(app, { runners })
  await notesRoutes(app)
  await repoRoutes(app, {
    origin: http.origin,
    draw: (text, language) => drawCode(painter, text, language),
    drawDiff: (locale) => (from, to, language) => drawDiff(painter, diffWords(locale), { from, to, language }),
    notesHere: repoNotesHere,
    render: {
      markdown: (ctx, id, text, link) => renderSource(ctx, { type: 'repo', id }, text, link),
      page: (ctx, id, text) => {
        const page = safePage(ctx, { type: 'repo', id }, text)
        return page.outcome === 'safe' ? page.html : null
      },
    },
    leftRepos: async (ctx) => (await orphanRepos(ctx)).repos,
  })
  await reminderRoutes(app)
  const sender = openPushSender(push)
  await pushRoutes(app, {
    publicKey: push.via === 'off' ? null : push.keys.publicKey,
    via: push.via === 'worker' ? 'worker' : 'local',
    testEndpoints: push.testEndpoints,
    sender,
  })
  const jobs = allJobs(sender, openMirrors(config.repos), config).map(({ id, title, everySeconds, hasWork }) => ({
    id,
    title,
    everySeconds,
    looks: hasWork !== undefined,
  }))
  await adminRoutes(app, { roles })
  await aiRoutes(app, { provider: openAiProvider(config.ai) })
  await agentRoutes(app, { origin: http.origin, runners })
  const titles = new Map(eventCatalogue.map(({ name, msgHe }) => [name, msgHe]))
  await observabilityRoutes(app, { ...config.alerts, titles, sections: [backups] })
  await jobRoutes(app, { jobs, disabled: config.jobsDisabled, sections: [backups] })
  await tokenRoutes(app, { origin: http.origin })
}

/** Asked of files that came from a repository only. */
const upstreamStrip: FileStrip = async (ctx, file) => {
  const upstream = file.repo === null ? null : await findUpstream(ctx, file.id)
  return upstream && UpstreamStrip({ locale: ctx.locale, upstream })
}

function diffWords(locale: Locale) {
  const t = viewerMessages(locale)
  return { skipped: t.skipped, lineEnd: t.lineEndOnly, added: t.addedLine, removed: t.removedLine }
}
