import type { Role } from '#base/roles.ts'
import type { IconName } from './icons.tsx'

export type Place = {
  /** Also the name of its words in `messages.ts`. */
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
  /** `account` sits beside the person's name, at the end of the sidebar; `rare` is reached from /admin, or the sidebar would not fit. */
  section: 'main' | 'admin' | 'rare' | 'account'
  /** Has a seat in the bottom bar of a phone. */
  phone: boolean
}

/** Every place of the shell, in the order shown. */
const PLACES: readonly Place[] = [
  { key: 'dashboard', href: '/dashboard', icon: 'home', section: 'main', phone: false },
  { key: 'files', href: '/files', icon: 'files', section: 'main', phone: true },
  { key: 'favourites', href: '/files?category=favorites', icon: 'star', section: 'main', phone: false },
  { key: 'recent', href: '/files?category=recent', icon: 'clock', section: 'main', phone: false },
  { key: 'notes', href: '/notes/search', icon: 'note', section: 'main', phone: true },
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

/** Where "+" leads. */
export const CREATE_HREF = '/files/new'

/** Where "+" floats on a phone. Elsewhere it would only cover what is being read. */
export function makesFiles(place: Place | null): boolean {
  return place !== null && ['dashboard', 'files', 'favourites', 'recent'].includes(place.key)
}

/** The places that this person's sidebar leads to now. */
export function placesFor(role: Role): readonly Place[] {
  return PLACES.filter(({ section }) => section !== 'rare' && (section !== 'admin' || role === 'admin'))
}

/** Those that no sidebar shows. */
export function rarePlacesFor(role: Role): readonly Place[] {
  return PLACES.filter(({ section }) => section === 'rare' && role === 'admin')
}

/** The one place that a path belongs to: `/files?category=recent&q=x` is Recent, not Files. */
export function currentPlace(places: readonly Place[], path: string): Place | null {
  const matching = places.filter((place) => covers(place.href, path))
  return matching.toSorted((a, b) => b.href.length - a.href.length)[0] ?? null
}

function covers(href: string, path: string): boolean {
  const [place = '', placeQuery = ''] = href.split('?')
  const [here = '', hereQuery = ''] = path.split('?')
  if (here !== place && !here.startsWith(`${place}/`)) return false
  const asked = new URLSearchParams(hereQuery)
  return [...new URLSearchParams(placeQuery)].every(([name, value]) => asked.get(name) === value)
}
