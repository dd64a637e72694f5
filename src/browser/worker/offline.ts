import type { FetchedEvent, WorkerScope } from './scope.ts'

/** The offline page and its assets. No user data is ever cached here. */
const CACHE = 'offline-v1'
const LANGUAGES = ['he', 'en'] as const

const offlinePage = (locale: string) => `/offline?lang=${locale}`

/**
 * Pages always come from the network: a cached library would look current. Only without a network is the offline page
 * displayed.
 */
export function handleOffline(scope: WorkerScope): void {
  scope.addEventListener('install', (event) => event.waitUntil(install(scope)))
  scope.addEventListener('activate', (event) => event.waitUntil(activate(scope)))
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (origin !== scope.location.origin) return
    if (request.mode === 'navigate' && request.method === 'POST' && pathname === SHARED)
      event.respondWith(takeShared(request))
    else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(navigate(scope, event))
    else if (request.method === 'GET' && pathname.startsWith('/assets/')) answerFromCache(scope, event)
  })
}

async function install(scope: WorkerScope): Promise<void> {
  const cache = await scope.caches.open(CACHE)
  for (const locale of LANGUAGES) await keepWithParts(cache, offlinePage(locale))
  await scope.skipWaiting()
}

async function activate(scope: WorkerScope): Promise<void> {
  for (const name of await scope.caches.keys()) if (name !== CACHE) await scope.caches.delete(name)
  // Navigation preload: the browser starts the request while this worker is still starting.
  await scope.registration.navigationPreload.enable()
  await scope.clients.claim()
}

/** Caches a page with its styles and scripts, and their imports. */
async function keepWithParts(cache: Cache, path: string, kept: Set<string> = new Set()): Promise<void> {
  if (kept.has(path)) return
  kept.add(path)
  const response = await fetch(path, { credentials: 'omit', cache: 'no-cache' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  const isText = /html|javascript|css/.test(response.headers.get('content-type') ?? '')
  const text = isText ? await response.clone().text() : ''
  await cache.put(path, response)
  for (const part of partsOf(text)) await keepWithParts(cache, part, kept)
}

/** URLs of assets in a page; the imports of a built script are beside it. Fonts are left to the browser's HTTP cache. */
function partsOf(text: string): string[] {
  const inPage = [...text.matchAll(/(?:href|src)="(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, path = '']) => path)
  const imported = [...text.matchAll(/(?:from|import) ?"\.\/([\w.-]+\.js)"/g)].map(([, name = '']) => `/assets/${name}`)
  return [...new Set([...inPage, ...imported])]
}

async function navigate(scope: WorkerScope, event: FetchedEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const cache = await scope.caches.open(CACHE)
    const speaks = /^(he|iw)/i.test(scope.navigator.language) ? 'he' : 'en'
    return (await cache.match(offlinePage(speaks), { ignoreVary: true })) ?? Response.error()
  }
}

/** Serves only the assets of the offline page; all other requests go to the network. */
function answerFromCache(scope: WorkerScope, event: FetchedEvent): void {
  if (scope.navigator.onLine) return
  const answer = async () => {
    const cache = await scope.caches.open(CACHE)
    return (await cache.match(event.request, { ignoreVary: true })) ?? fetch(event.request)
  }
  event.respondWith(answer())
}

const SHARED = '/files/shared'

/**
 * A share from another app arrives as a form without an origin, and the server accepts forms only from its own pages. Sent on
 * from here it has an origin. It only fills a form: nothing is stored before the user confirms, so another site gains nothing.
 */
async function takeShared(request: Request): Promise<Response> {
  return fetch(SHARED, {
    method: 'POST',
    body: await request.formData(),
    headers: { accept: 'text/html' },
    credentials: 'same-origin',
  })
}
