import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import { uiMessages } from '#ui/messages.ts'
import { CREATE_HREF, placesFor, rarePlacesFor } from '#ui/navigation.ts'
import { dialogMessages } from '../../messages/dialogs.ts'

/** What choosing an entry does: follow a link, or send one of the shell's forms. */
export type Entry = { id: string; group: 'pages' | 'commands' | 'boards' | 'notes'; label: string; place?: string } & (
  | { does: 'go'; href: string }
  | { does: 'send'; action: string; fields: Record<string, string> }
)

export function entriesFor(locale: Locale, role: Role): Entry[] {
  const t = dialogMessages(locale)
  const words = uiMessages(locale)
  const appearance = (id: string, label: string, fields: Record<string, string>): Entry => ({
    id,
    group: 'commands',
    label,
    does: 'send',
    action: '/settings/appearance',
    fields,
  })
  const theme = (name: Theme, label: string) => appearance(`theme-${name}`, label, { theme: name })
  return [
    ...[...placesFor(role), ...rarePlacesFor(role)].map((place): Entry => ({
      id: place.key,
      group: 'pages',
      label: words[place.key],
      does: 'go',
      href: place.href,
    })),
    { id: 'create', group: 'commands', label: words.create, does: 'go', href: CREATE_HREF },
    appearance('language', t.switchLanguage, { locale: locale === 'he' ? 'en' : 'he' }),
    theme('light', t.themeLight),
    theme('dark', t.themeDark),
    theme('contrast', t.themeContrast),
    theme('system', t.themeSystem),
    { id: 'sign-out', group: 'commands', label: t.signOut, does: 'send', action: '/logout', fields: {} },
  ]
}
