import type { FastifyRequest } from 'fastify'
import { Ok } from '#base/wire-types.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { welcomeMessages } from './messages.ts'
import { SampleStrip } from './pages/sample-strip.tsx'
import { WelcomeSection } from './pages/welcome-section.tsx'
import { tourUrl } from './sample.ts'
import { AckForm, SampleForm } from './schema.ts'
import { ackWelcome, findSample, openSample } from './service.ts'

export const welcomeRoutes: FeatureRoutes = (app) => {
  app.post(
    '/api/welcome/ack',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'הסתרת הודעת הפתיחה לצמיתות.', en: 'Hides the welcome message permanently.' },
        response: { 200: Ok },
      },
    },
    async ({ ctx }) => {
      await ackWelcome(ctx)
      return { ok: true as const }
    },
  )

  /** The same for browsers without script. */
  app.post('/welcome/ack', { config: { auth: 'user' }, schema: { body: AckForm } }, async ({ ctx, body }, reply) => {
    await ackWelcome(ctx)
    return reply.redirect(body.next, 303)
  })

  /** A program has no use for a sample. */
  app.post(
    '/welcome/sample',
    {
      config: { auth: 'user', sessionOnly: true, unconfirmedBecause: 'it changes the library, not the account' },
      schema: { body: SampleForm },
    },
    async ({ ctx, body }, reply) => reply.redirect(tourUrl(await openSample(ctx, body.tz)), 303),
  )
}

/** The banner on the page of the sample file. */
export async function sampleStrip(ctx: FastifyRequest['ctx'], file: { id: string; repo: string | null }) {
  const isSample = file.repo === null && (await findSample(ctx)) === file.id
  return isSample ? SampleStrip({ locale: ctx.locale, fileId: file.id }) : null
}

const [he, en] = [welcomeMessages('he'), welcomeMessages('en')]

export const welcomeSection: SettingsSection = {
  id: 'welcome',
  title: { he: he.sectionTitle, en: en.sectionTitle },
  hint: { he: he.sectionHint, en: en.sectionHint },
  settings: [{ name: { he: he.tour, en: en.tour }, words: 'sample file help הדרכה קובץ לדוגמה' }],
  load: async ({ ctx }, { locale }) => WelcomeSection({ locale, sampleId: await findSample(ctx) }),
}
