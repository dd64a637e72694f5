import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

/** Reserved names inside a feature: `x.ts`, `x.tsx` or a folder `x/`. Any other name but the folder `browser/` is domain. */
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
 * Parts of the platform that are layers of their own; the rest of it is `platform`.
 * `crypto` is pure (hashes and comparisons); it is not in base only because it needs Node.
 */
const PLATFORM_PARTS = ['http', 'db', 'jobs', 'ctx', 'crypto'] as const

const WHOLE_FOLDERS = ['base', 'ui', 'browser', 'runner', 'cli', 'app'] as const

export type FeatureLayer = (typeof RESERVED)[number] | 'feature/browser' | 'domain'
export type PlatformLayer = 'platform' | `platform/${(typeof PLATFORM_PARTS)[number]}`
export type Layer = FeatureLayer | PlatformLayer | (typeof WHOLE_FOLDERS)[number] | 'main' | 'packages/follow'

export type Location = { layer: Layer; feature: string | null }

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'builtin'; name: string }

/** The layer and the feature of a file; null when the layout has no layer for it. */
export function locationOf(path: string): Location | null {
  if (path.startsWith('packages/follow/src/')) return { layer: 'packages/follow', feature: null }
  const [src, top = '', ...rest] = path.split('/')
  if (src !== 'src') return null
  if (top === 'features') return featureLocation(rest)
  if (top === 'platform') return { layer: platformLayer(rest), feature: null }
  if (rest.length === 0) return top === 'main.ts' ? { layer: 'main', feature: null } : null
  const layer = WHOLE_FOLDERS.find((folder) => folder === top)
  return layer ? { layer, feature: null } : null
}

function featureLocation([feature, entry, ...deeper]: string[]): Location | null {
  if (feature === undefined || entry === undefined) return null
  const layer = RESERVED.find((name) => name === stem(entry))
  if (layer) return { layer, feature }
  // Not in RESERVED, because the layer `browser` is src/browser.
  if (entry === 'browser') return { layer: 'feature/browser', feature }
  const isSheet = deeper.length === 0 && entry.endsWith('.css')
  return { layer: isSheet ? 'styles' : 'domain', feature }
}

function platformLayer([entry = '']: string[]): PlatformLayer {
  const part = PLATFORM_PARTS.find((name) => name === stem(entry))
  return part ? `platform/${part}` : 'platform'
}

function stem(entry: string): string {
  return entry.replace(/\.(tsx?|css)$/, '')
}

/** Resolves a specifier from the file that imports it. */
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
