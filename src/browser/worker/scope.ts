/** The parts of the service worker scope that we use. TypeScript's own types for it exclude the DOM types, and we need both. */
export type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void }

export type FetchedEvent = LifeEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

export type PushedEvent = LifeEvent & { data: { text: () => string } | null }

export type ClickedEvent = LifeEvent & { notification: Notification; action: string }

export type OpenPage = { url: string; focus: () => Promise<OpenPage>; navigate: (url: string) => Promise<unknown> }

export type WorkerScope = {
  addEventListener: <K extends keyof WorkerEvents>(type: K, run: (event: WorkerEvents[K]) => void) => void
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
    claim: () => Promise<void>
  }
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  location: { origin: string }
  navigator: Navigator
  caches: CacheStorage
}

type WorkerEvents = {
  install: LifeEvent
  activate: LifeEvent
  fetch: FetchedEvent
  push: PushedEvent
  notificationclick: ClickedEvent
  notificationclose: ClickedEvent
}
