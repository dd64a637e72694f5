import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import { uiMessages } from '#ui/messages.ts'
import { CREATE_HREF, sidebarItemsFor, adminPageItemsFor } from '#ui/navigation.ts'
import { dialogMessages } from '../../messages/dialogs.ts'

/** An entry follows a link or submits one of the shell's forms. */
export type Entry = {
  id: string
  group: 'recent' | 'pages' | 'commands' | 'files' | 'symbols' | 'notes' | 'boards' | 'repos'
  label: string
  location?: string
} & ({ does: 'go'; href: string } | { does: 'send'; action: string; fields: Record<string, string> })

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
    ...[...sidebarItemsFor(role), ...adminPageItemsFor(role)].map((item): Entry => ({
      id: item.key,
      group: 'pages',
      label: words[item.key],
      does: 'go',
      href: item.href,
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
