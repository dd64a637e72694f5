import { keysOf } from '#base/keys-of.ts'
import { PANES, paneOf, SETTINGS_SECTIONS, settingsHref, type SettingsSectionId } from '#base/settings-panes.ts'
import { loadSections, type SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { findSettings } from '../find-settings.ts'
import { FoundPage } from '../pages/found-page.tsx'
import { OverviewPage } from '../pages/overview-page.tsx'
import { PanePage } from '../pages/pane-page.tsx'
import * as schema from '../schema.ts'
import { scheduleDeletion, cancelDeletion } from '../service/account.ts'
import { savePreferences, saveShortcuts } from '../service/preferences.ts'

export {
  accountSection,
  agentSection,
  appearanceSection,
  deleteSection,
  editorSection,
  keyboardSection,
  sessionsSection,
} from './sections.ts'

type Parts = { sections: { readonly [Id in SettingsSectionId]: SettingsSection } }

export const settingsRoutes: FeatureRoutes<Parts> = (app, parts) => {
  const sections = SETTINGS_SECTIONS.map((id) => parts.sections[id])
  const config = { auth: 'user' as const }
  const session = { ...config, sessionOnly: true }
  const preference = { ...config, unconfirmedBecause: 'a preference gives nobody access' }

  app.get('/settings', { config, schema: { querystring: schema.SettingsQuery } }, async ({ query }, reply) => {
    const { frame } = reply
    const { q = '', done } = query
    if (q.trim() === '') return reply.page(OverviewPage({ frame, sections, done }))
    return reply.page(FoundPage({ frame, query: q, found: findSettings(sections, q) }))
  })

  for (const pane of keysOf(PANES)) {
    const own = sections.filter(({ id }) => paneOf(id) === pane)
    app.get(`/settings/${pane}`, { config, schema: { querystring: schema.PaneQuery } }, async (request, reply) => {
      const { frame } = reply
      const loaded = await loadSections(own, request, frame)
      return reply.page(PanePage({ frame, pane, sections: loaded, done: request.query.done }))
    })
  }

  app.post(
    '/settings/time-zone',
    { config: preference, schema: { body: schema.ZoneForm } },
    async ({ ctx, body }, reply) => {
      await savePreferences(ctx, { timeZone: body.time_zone })
      return reply.redirect(settingsHref('appearance', { done: 'saved' }), 303)
    },
  )

  app.post(
    '/settings/editor',
    { config: preference, schema: { body: schema.EditorForm } },
    async ({ ctx, body }, reply) => {
      const { wraps, indent, text_size: textSize } = body
      await savePreferences(ctx, { editor: { wraps: wraps === 'on', indent, textSize } })
      return reply.redirect(settingsHref('editor', { done: 'saved' }), 303)
    },
  )

  app.post('/settings/agent', { config, schema: { body: schema.AgentForm } }, async ({ ctx, body }, reply) => {
    await savePreferences(ctx, { agentInstructions: body.agent_instructions })
    return reply.redirect(settingsHref('agent', { done: 'saved' }), 303)
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
    return reply.redirect(settingsHref('keyboard', { done: 'saved' }), 303)
  })

  app.post(
    '/settings/account/delete',
    { config: session, schema: { body: schema.DeleteForm } },
    async ({ ctx }, reply) => {
      await scheduleDeletion(ctx)
      return reply.redirect(settingsHref('delete', { done: 'deletionAsked' }), 303)
    },
  )

  app.post(
    '/settings/account/keep',
    { config: { ...session, unconfirmedBecause: 'it keeps the account' } },
    async ({ ctx }, reply) => {
      await cancelDeletion(ctx)
      return reply.redirect(settingsHref('delete', { done: 'deletionDropped' }), 303)
    },
  )
}
