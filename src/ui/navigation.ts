import type { Role } from '#base/roles.ts'
import type { IconName } from './icons.tsx'

export type NavItem = {
  /** Also the key of its text in `messages.ts`. */
  key:
    | 'dashboard'
    | 'files'
    | 'favourites'
    | 'recent'
    | 'notes'
    | 'reminders'
    | 'boards'
    | 'repositories'
    | 'playground'
    | 'trash'
    | 'settings'
    | 'observability'
    | 'jobs'
    | 'indexes'
    | 'announcements'
    | 'admin'
    | 'users'
    | 'acts'
  href: string
  icon: IconName
  /** `account` is beside the user's name, at the end of the sidebar; `rare` is linked from /admin, or the sidebar would not fit. */
  section: 'main' | 'admin' | 'rare' | 'account'
  /** Is in the bottom bar of a phone. */
  phone: boolean
}

/** Every navigation item, in display order. */
const ITEMS: readonly NavItem[] = [
  { key: 'dashboard', href: '/dashboard', icon: 'home', section: 'main', phone: false },
  { key: 'files', href: '/files', icon: 'files', section: 'main', phone: true },
  { key: 'favourites', href: '/files?category=favorites', icon: 'star', section: 'main', phone: false },
  { key: 'recent', href: '/files?category=recent', icon: 'clock', section: 'main', phone: false },
  { key: 'notes', href: '/notes', icon: 'note', section: 'main', phone: true },
  { key: 'reminders', href: '/reminders', icon: 'bell', section: 'main', phone: true },
  { key: 'boards', href: '/boards', icon: 'board', section: 'main', phone: false },
  { key: 'repositories', href: '/repos', icon: 'repository', section: 'main', phone: false },
  { key: 'playground', href: '/tools/code', icon: 'playground', section: 'main', phone: false },
  { key: 'trash', href: '/trash', icon: 'trash', section: 'main', phone: false },
  { key: 'settings', href: '/settings', icon: 'settings', section: 'account', phone: false },
  { key: 'admin', href: '/admin', icon: 'outline', section: 'admin', phone: false },
  {
    key: 'observability',
    href: '/admin/observability',
    icon: 'activity',
    section: 'admin',
    phone: false,
  },
  { key: 'jobs', href: '/admin/jobs', icon: 'clock', section: 'admin', phone: false },
  {
    key: 'announcements',
    href: '/admin/announcements',
    icon: 'megaphone',
    section: 'rare',
    phone: false,
  },
  { key: 'users', href: '/admin/users', icon: 'user', section: 'admin', phone: false },
  { key: 'indexes', href: '/admin/verify-indexes', icon: 'shield', section: 'rare', phone: false },
  { key: 'acts', href: '/admin/acts', icon: 'history', section: 'rare', phone: false },
]

/** The target of "+". */
export const CREATE_HREF = '/files/new'

/** Whether "+" floats on a phone. Elsewhere it would only cover the content. */
export function hasFloatingCreateButton(item: NavItem | null): boolean {
  return item !== null && ['dashboard', 'files', 'favourites', 'recent'].includes(item.key)
}

/** The items of this user's sidebar. */
export function sidebarItemsFor(role: Role): readonly NavItem[] {
  return ITEMS.filter(({ section }) => section !== 'rare' && (section !== 'admin' || role === 'admin'))
}

/** The items outside the sidebar. */
export function adminPageItemsFor(role: Role): readonly NavItem[] {
  return ITEMS.filter(({ section }) => section === 'rare' && role === 'admin')
}

/** The item that a path belongs to: `/files?category=recent&q=x` is Recent, not Files. */
export function currentItem(items: readonly NavItem[], path: string): NavItem | null {
  const matching = items.filter((item) => covers(item.href, path))
  return matching.toSorted((a, b) => b.href.length - a.href.length)[0] ?? null
}

function covers(href: string, path: string): boolean {
  const [itemPath = '', itemQuery = ''] = href.split('?')
  const [here = '', hereQuery = ''] = path.split('?')
  if (here !== itemPath && !here.startsWith(`${itemPath}/`)) return false
  const asked = new URLSearchParams(hereQuery)
  return [...new URLSearchParams(itemQuery)].every(([name, value]) => asked.get(name) === value)
}
