import { loadSections, type Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { settingsMessages } from './messages.ts'
import { DeleteSection } from './pages/delete-section.tsx'
import { KeyboardSection } from './pages/keyboard-section.tsx'
import { AccountSection, AppearanceSection } from './pages/own-sections.tsx'
import { AgentSection, EditorSection } from './pages/preference-sections.tsx'
import { SessionList } from './pages/session-list.tsx'
import { SettingsPage } from './pages/settings-page.tsx'
import * as schema from './schema.ts'
import { scheduleDeletion, cancelDeletion } from './service/account.ts'
import { readPersonal, savePreferences, saveShortcuts } from './service/preferences.ts'
import { listSessions } from './service/sessions.ts'

type Titled = 'appearance' | 'sessions' | 'account' | 'editor' | 'keyboard' | 'agent' | 'delete'
type Load = Section['load']

function section(id: Titled, load: Load): Section {
  const [he, en] = [settingsMessages('he'), settingsMessages('en')]
  return { id, title: { he: he[id], en: en[id] }, hint: { he: he[`${id}Hint`], en: en[`${id}Hint`] }, load }
}

export const appearanceSection = section('appearance', async ({ ctx }, frame) =>
  AppearanceSection({ frame, timeZone: (await readPersonal(ctx)).timeZone }),
)

export const editorSection = section('editor', async ({ ctx }, { locale }) =>
  EditorSection({ locale, editor: (await readPersonal(ctx)).editor }),
)

export const keyboardSection = section('keyboard', async ({ ctx }, { locale }) =>
  KeyboardSection({ locale, shortcuts: (await readPersonal(ctx)).shortcuts }),
)

export const agentSection = section('agent', async ({ ctx }, { locale }) =>
  AgentSection({ locale, text: (await readPersonal(ctx)).agentInstructions }),
)

export const deleteSection = section('delete', async ({ ctx }, { locale }) =>
  DeleteSection({ locale, now: ctx.now, deleteAt: (await readPersonal(ctx)).deleteAt }),
)

export const sessionsSection = section('sessions', async ({ ctx, visitor }, { locale }) => {
  const sessions = visitor?.via === 'session' ? await listSessions(ctx, visitor.sessionId) : []
  return SessionList({ locale, now: ctx.now, sessions })
})

export const accountSection = section('account', async ({ ctx }, frame) =>
  AccountSection({ frame, firstName: ctx.user.firstName }),
)

export const settingsRoutes: FeatureRoutes<{ sections: readonly Section[] }> = (app, { sections }) => {
  const config = { auth: 'user' as const }
  const session = { ...config, sessionOnly: true }
  const preference = { ...config, unconfirmedBecause: 'a preference gives nobody access' }

  app.get('/settings', { config, schema: { querystring: schema.SettingsQuery } }, async (request, reply) => {
    const { frame } = reply
    return reply.page(
      SettingsPage({ frame, sections: await loadSections(sections, request, frame), done: request.query.done }),
    )
  })

  app.post(
    '/settings/time-zone',
    { config: preference, schema: { body: schema.ZoneForm } },
    async ({ ctx, body }, reply) => {
      await savePreferences(ctx, { timeZone: body.time_zone })
      return reply.redirect('/settings?done=saved#appearance', 303)
    },
  )

  app.post(
    '/settings/editor',
    { config: preference, schema: { body: schema.EditorForm } },
    async ({ ctx, body }, reply) => {
      const { wraps, indent, text_size: textSize } = body
      await savePreferences(ctx, { editor: { wraps: wraps === 'on', indent, textSize } })
      return reply.redirect('/settings?done=saved#editor', 303)
    },
  )

  app.post('/settings/agent', { config, schema: { body: schema.AgentForm } }, async ({ ctx, body }, reply) => {
    await savePreferences(ctx, { agentInstructions: body.agent_instructions })
    return reply.redirect('/settings?done=saved#agent', 303)
  })

  app.put(
    '/api/settings/shortcuts',
    {
      config: preference,
      schema: {
        sentence: {
          he: 'שמירת קיצורי המקלדת. מה שאינו ברשימה חוזר לברירת המחדל.',
          en: 'Saves the keyboard shortcuts. What is not listed returns to its default.',
        },
        body: schema.ShortcutsBody,
        response: { 200: schema.ShortcutsReply },
      },
    },
    async ({ ctx, body }) => ({ ok: true as const, shortcuts: await saveShortcuts(ctx, body.shortcuts) }),
  )

  app.post('/settings/shortcuts/reset', { config: preference }, async ({ ctx }, reply) => {
    await saveShortcuts(ctx, {})
    return reply.redirect('/settings?done=saved#keyboard', 303)
  })

  app.post(
    '/settings/account/delete',
    { config: session, schema: { body: schema.DeleteForm } },
    async ({ ctx }, reply) => {
      await scheduleDeletion(ctx)
      return reply.redirect('/settings?done=deletionAsked#delete', 303)
    },
  )

  app.post(
    '/settings/account/keep',
    { config: { ...session, unconfirmedBecause: 'it keeps the account' } },
    async ({ ctx }, reply) => {
      await cancelDeletion(ctx)
      return reply.redirect('/settings?done=deletionDropped#delete', 303)
    },
  )
}
