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
  href: string
  icon: IconName
  /** `account` sits beside the person's name, at the end of the sidebar. */
  section: 'main' | 'admin' | 'account'
  /** Has a seat in the bottom bar of a phone. */
  phone: boolean
  /** Shown only once its page exists: a link that answers 404 is worse than none. */
  built: boolean
}

/** Every place of the shell, in the order shown. Building a page is flipping its `built`. */
const PLACES: readonly Place[] = [
  { key: 'dashboard', href: '/dashboard', icon: 'home', section: 'main', phone: false, built: true },
  { key: 'files', href: '/files', icon: 'files', section: 'main', phone: true, built: true },
  { key: 'favourites', href: '/files?category=favorites', icon: 'star', section: 'main', phone: false, built: true },
  { key: 'recent', href: '/files?category=recent', icon: 'clock', section: 'main', phone: false, built: true },
  { key: 'notes', href: '/notes/search', icon: 'note', section: 'main', phone: true, built: true },
  { key: 'reminders', href: '/reminders', icon: 'bell', section: 'main', phone: true, built: true },
  { key: 'boards', href: '/boards', icon: 'board', section: 'main', phone: false, built: true },
  { key: 'repositories', href: '/repos', icon: 'repository', section: 'main', phone: false, built: true },
  { key: 'playground', href: '/tools/code', icon: 'playground', section: 'main', phone: false, built: true },
  { key: 'trash', href: '/trash', icon: 'trash', section: 'main', phone: false, built: true },
  { key: 'settings', href: '/settings', icon: 'settings', section: 'account', phone: false, built: true },
  {
    key: 'observability',
    href: '/admin/observability',
    icon: 'activity',
    section: 'admin',
    phone: false,
    built: false,
  },
  { key: 'jobs', href: '/admin/jobs', icon: 'clock', section: 'admin', phone: false, built: true },
  {
    key: 'announcements',
    href: '/admin/announcements',
    icon: 'megaphone',
    section: 'admin',
    phone: false,
    built: true,
  },
  { key: 'indexes', href: '/admin/verify-indexes', icon: 'shield', section: 'admin', phone: false, built: true },
]

/** Where "+" leads. */
export const CREATE_HREF = '/files/new'

/** Where "+" floats on a phone. Elsewhere it would only cover what is being read. */
export function makesFiles(place: Place | null): boolean {
  return place !== null && ['dashboard', 'files', 'favourites', 'recent'].includes(place.key)
}

/** The places this person can go to now. */
export function placesFor(role: Role): readonly Place[] {
  return PLACES.filter((place) => place.built && (place.section !== 'admin' || role === 'admin'))
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
