import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

/** Reserved names inside a feature: `x.ts`, `x.tsx` or a folder `x/`. Any other name is domain. */
const RESERVED = [
  'schema',
  'store',
  'problems',
  'events',
  'service',
  'jobs',
  'pages',
  'islands',
  'messages',
  'routes',
  'public',
  'styles',
] as const

/**
 * Parts of the platform that have a door of their own in the table; the rest of it is `platform`.
 * `crypto` is pure (hashes and comparisons); it is not in base only because it needs Node.
 */
const PLATFORM_PARTS = ['http', 'db', 'jobs', 'ctx', 'crypto'] as const

const WHOLE_FOLDERS = ['base', 'ui', 'browser', 'runner', 'cli', 'app'] as const

export type FeatureRoom = (typeof RESERVED)[number] | 'domain'
export type PlatformRoom = 'platform' | `platform/${(typeof PLATFORM_PARTS)[number]}`
export type Room = FeatureRoom | PlatformRoom | (typeof WHOLE_FOLDERS)[number] | 'main'

export type Place = { room: Room; feature: string | null }

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'builtin'; name: string }

/** Which room a file stands in; null when the tree has no room for it. */
export function placeOf(path: string): Place | null {
  const [src, top = '', ...rest] = path.split('/')
  if (src !== 'src') return null
  if (top === 'features') return featurePlace(rest)
  if (top === 'platform') return { room: platformRoom(rest), feature: null }
  if (rest.length === 0) return top === 'main.ts' ? { room: 'main', feature: null } : null
  const room = WHOLE_FOLDERS.find((folder) => folder === top)
  return room ? { room, feature: null } : null
}

function featurePlace([feature, entry, ...deeper]: string[]): Place | null {
  if (feature === undefined || entry === undefined) return null
  const room = RESERVED.find((name) => name === stem(entry))
  if (room) return { room, feature }
  const isSheet = deeper.length === 0 && entry.endsWith('.css')
  return { room: isSheet ? 'styles' : 'domain', feature }
}

function platformRoom([entry = '']: string[]): PlatformRoom {
  const part = PLATFORM_PARTS.find((name) => name === stem(entry))
  return part ? `platform/${part}` : 'platform'
}

function stem(entry: string): string {
  return entry.replace(/\.(tsx?|css)$/, '')
}

/** Where a specifier leads, seen from the file that names it. */
export function targetOf(importer: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, '') // Vite's `?url`, `?raw`
  if (bare.startsWith('#')) return { kind: 'file', path: posix.join('src', bare.slice(1)) }
  if (bare.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(importer), bare) }
  if (isBuiltin(bare)) return { kind: 'builtin', name: bare }
  const segments = bare.split('/').slice(0, bare.startsWith('@') ? 2 : 1)
  return { kind: 'package', name: segments.join('/') }
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}
