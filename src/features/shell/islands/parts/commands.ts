import { keysOf } from '#base/keys-of.ts'
import type { Locale } from '#base/messages.ts'
import type { Excerpt, Range } from '#base/needle.ts'
import type { Role } from '#base/roles.ts'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import { PANES, paneHref } from '#base/settings-panes.ts'
import type { Theme } from '#base/themes.ts'
import { deviceZone } from '#browser/device.ts'
import type { IconName } from '#ui/icons.tsx'
import { uiMessages } from '#ui/messages.ts'
import { CREATE_HREF, sidebarItemsFor, adminPageItemsFor } from '#ui/navigation.ts'
import { dialogMessages } from '../../messages/dialogs.ts'

/** An entry follows a link, submits one of the shell's forms or opens the help. */
export type Entry = {
  id: string
  group: 'recent' | 'views' | 'pages' | 'commands' | GroupName
  icon: IconName
  label: string
  /** What matches in the label. */
  ranges?: readonly Range[]
  /** Further words by which it is found, in both languages. */
  words?: string
  location?: string
  /** Where the match is: a line of a file with its number, or the text of a note. */
  text?: Excerpt & { line: number | null }
} & ({ does: 'go'; href: string } | { does: 'send'; action: string; fields: Record<string, string> } | { does: 'help' })

/** The saved views, as the sidebar of this page has them: they may have changed since it was opened. */
export function viewEntries(): Entry[] {
  return Array.from(document.querySelectorAll<HTMLAnchorElement>('#side-views a[data-view]')).map((link, i) => ({
    id: `view-${i}`,
    group: 'views',
    icon: 'bookmark',
    label: link.title,
    does: 'go',
    href: link.getAttribute('href') ?? '',
  }))
}

/** Every page and command. What a menu or a page can do elsewhere is here too. */
export function entriesFor(locale: Locale, role: Role): Entry[] {
  return [...pages(locale, role), ...creating(locale), ...appearance(locale), ...panes(locale), ...others(locale)]
}

function pages(locale: Locale, role: Role): Entry[] {
  const words = uiMessages(locale)
  return [...sidebarItemsFor(role), ...adminPageItemsFor(role)].map(({ key, icon, href }) => ({
    id: key,
    group: 'pages',
    icon,
    label: words[key],
    words: englishToo(locale, uiMessages('en')[key]),
    does: 'go',
    href,
  }))
}

/** Names of pages are found in English on a Hebrew page too, as they are in documentation. */
function englishToo(locale: Locale, english: string): string {
  return locale === 'he' ? english : ''
}

type Command = [id: string, icon: IconName, label: string, href: string, words: string]

function links(commands: readonly Command[]): Entry[] {
  return commands.map(([id, icon, label, href, words]) => ({
    id,
    group: 'commands',
    icon,
    label,
    words,
    does: 'go',
    href,
  }))
}

function creating(locale: Locale): Entry[] {
  const t = dialogMessages(locale)
  return links([
    ['create', 'plus', uiMessages(locale).create, CREATE_HREF, 'new create paste snippet הוספה יצירה הדבקה'],
    ['upload', 'upload', t.upload, '/files/upload', 'upload import zip folder העלאה ייבוא תיקייה'],
    ['new-board', 'board', t.newBoard, '/boards#board-name', 'create add יצירה הוספה'],
    ['add-repo', 'repository', t.addRepo, '/repos#repo-url', 'clone mirror github gitlab add שיבוט'],
    ['move-in', 'download', t.moveIn, '/move-in', 'import gists vscode snippets masscode migrate ייבוא מעבר'],
    ['import', 'upload', t.importExport, '/import', 'restore export ייבוא שחזור ייצוא'],
    ['export', 'download', t.exportAll, '/import#export', 'export backup download zip ייצוא גיבוי הורדה'],
  ])
}

function appearance(locale: Locale): Entry[] {
  const t = dialogMessages(locale)
  const switchTo = (
    id: string,
    icon: IconName,
    label: string,
    words: string,
    fields: Record<string, string>,
  ): Entry => ({
    id,
    group: 'commands',
    icon,
    label,
    words,
    does: 'send',
    action: '/settings/appearance',
    fields,
  })
  const theme = (name: Theme, icon: IconName, label: string, words: string) =>
    switchTo(`theme-${name}`, icon, label, `${words} theme mode ערכה צבע`, { theme: name })
  return [
    switchTo('language', 'repeat', t.switchLanguage, 'language Hebrew English שפה עברית', {
      locale: locale === 'he' ? 'en' : 'he',
    }),
    theme('light', 'sun', t.themeLight, 'light day בהיר'),
    theme('dark', 'moon', t.themeDark, 'dark night כהה לילה'),
    theme('contrast', 'contrast', t.themeContrast, 'contrast ניגודיות'),
    theme('system', 'monitor', t.themeSystem, 'system auto מערכת'),
  ]
}

function panes(locale: Locale): Entry[] {
  return keysOf(PANES).map((pane) => ({
    id: `pane-${pane}`,
    group: 'commands',
    icon: 'settings',
    label: PANES[pane][locale],
    location: uiMessages(locale).settings,
    words: `settings הגדרות ${englishToo(locale, PANES[pane].en)}`,
    does: 'go',
    href: paneHref(pane),
  }))
}

function others(locale: Locale): Entry[] {
  const t = dialogMessages(locale)
  return [
    ...links([
      ['views', 'bookmark', uiMessages(locale).views, '/views', 'saved views manage filter תצוגה שמורה סינון'],
      ['search-help', 'search', t.searchHelp, '/search', 'search find query חיפוש'],
      ['agents', 'activity', t.agents, '/settings/agents', 'agents mcp tokens audit סוכנים יומן'],
      ['api', 'code', t.api, '/api/docs', 'api rest openapi documentation תיעוד'],
      ['about', 'info', t.about, '/about', 'about version licence license גרסה רישיון'],
    ]),
    {
      id: 'help',
      group: 'commands',
      icon: 'keyboard',
      label: t.shortcuts,
      words: 'help keys shortcuts עזרה מקשים',
      does: 'help',
    },
    {
      id: 'tour',
      group: 'commands',
      icon: 'book',
      label: t.tour,
      words: 'tour help sample welcome עזרה היכרות דוגמה',
      does: 'send',
      action: '/welcome/sample',
      fields: { tz: deviceZone() },
    },
    {
      id: 'sign-out',
      group: 'commands',
      icon: 'signOut',
      label: t.signOut,
      words: 'log out logout sign התנתקות',
      does: 'send',
      action: '/logout',
      fields: {},
    },
  ]
}
