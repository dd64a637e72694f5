import { parseArgs } from 'node:util'
import type { APIRequestContext, Browser, CDPSession, Page } from '@playwright/test'
import { inBrowser, median, type TraceEvent } from './browser.ts'

/**
 * What the first visit to a page costs on a slow phone: a processor a quarter as fast and the connection that Lighthouse calls slow 4G.
 * Blocking time is Lighthouse's: of every task of the main thread after the first paint, what exceeds 50 ms. The first paint itself, which
 * cannot be divided, is the column before it. Scripts are counted as they were sent; nobody touches the page, and the visit ends before it
 * wakes by itself.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'boolean', default: false } },
})

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const CPU_TIMES = 4
const LONG_TASK_MS = 50
const QUIET_MS = 2_500

const everyFourth = (count: number) => Array.from({ length: count }, (_, i) => 1 + 4 * i)

type Visit = {
  firstTask: number
  blocking: number
  requests: number
  kilobytes: number
  scripts: number
  firstPaint: number
  /** When what the page is for was there. */
  ready: number
}
/** `until`: the element that is waited for, for pages that a script draws. */
type Target = { address: string; until?: string }

await inBrowser(async (browser, page) => {
  const [file, many] = [await makeFile(page.request, [1, 30, 90]), await makeFile(page.request, everyFourth(40))]
  const large = await makeLargeFile(page.request)
  const board = await makeBoard(page.request)
  await page.goto('/files')
  const targets: Record<string, Target> = {
    'a bare page of the same file': { address: `/raw/${file}` },
    'a file with 3 notes': { address: `/file/${file}` },
    'a file with 40 notes': { address: `/file/${many}` },
    'the file list': { address: '/files' },
    'the home page': { address: '/dashboard' },
    'a board with 25 notes': { address: `/boards/${board}`, until: '.canvas-card' },
    'the playground': { address: '/tools/code', until: 'textarea[name=code]' },
    'the editor with 50,000 lines': { address: `/file/${large}/edit`, until: '.cm-content' },
  }
  console.log(
    '| | first paint, ms | its task, ms | blocking after it, ms | there after, ms | requests | kB | of scripts |\n|---|--:|--:|--:|--:|--:|--:|--:|',
  )
  for (const [name, target] of Object.entries(targets)) {
    const visits: Visit[] = []
    for (let round = 0; round < Number(values.rounds); round++) visits.push(await visit(browser, page, target))
    const middle = (field: keyof Visit) => median(visits.map((one) => one[field])).toFixed(0)
    const fields = ['firstPaint', 'firstTask', 'blocking', 'ready', 'requests', 'kilobytes', 'scripts'] as const
    console.log(`| ${name} | ${fields.map(middle).join(' | ')} |`)
  }
})

/** In a context without cache and service worker, signed in as the page that was given. */
async function visit(browser: Browser, signedIn: Page, { address, until = 'body' }: Target): Promise<Visit> {
  const baseURL = new URL(signedIn.url()).origin
  const storageState = await signedIn.context().storageState()
  const context = await browser.newContext({
    baseURL,
    storageState,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
  const page = await context.newPage()
  try {
    const client = await context.newCDPSession(page)
    const network = await countNetwork(client)
    await client.send('Network.emulateNetworkConditions', SLOW_4G)
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES })
    await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
    await page.goto(address, { waitUntil: 'load' })
    await page.waitForFunction((selector) => document.querySelector(selector) !== null, until)
    const ready = await page.evaluate(() => performance.now())
    await page.waitForTimeout(QUIET_MS)
    const { before, after } = mainThreadTasks(String(await browser.stopTracing()))
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    if (values.requests) console.log(network.urls.join('\n'))
    return {
      firstTask: Math.max(0, ...before),
      blocking: after.reduce((sum, ms) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
      requests: network.urls.length,
      kilobytes: network.bytes / 1000,
      scripts: network.scriptBytes / 1000,
      firstPaint,
      ready,
    }
  } finally {
    await context.close()
  }
}

type Network = { urls: string[]; bytes: number; scriptBytes: number }

async function countNetwork(client: CDPSession): Promise<Network> {
  const counted: Network = { urls: [], bytes: 0, scriptBytes: 0 }
  const scripts = new Set<string>()
  client.on('Network.requestWillBeSent', ({ requestId, type, request: { url } }) => {
    if (url.startsWith('http')) counted.urls.push(url)
    if (type === 'Script' || url.endsWith('.js')) scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.bytes += encodedDataLength
    if (scripts.has(requestId)) counted.scriptBytes += encodedDataLength
  })
  await client.send('Network.enable')
  return counted
}

/** The processor's time of each task, up to the first paint and after it: what else runs on this machine does not count. */
function mainThreadTasks(trace: string): { before: number[]; after: number[] } {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const painted = traceEvents.find(({ name }) => name === 'firstContentfulPaint')
  if (!painted) throw new Error('The page painted nothing')
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === painted.pid && tid === painted.tid,
  )
  const times = (isBefore: boolean) =>
    tasks.filter(({ ts }) => ts <= painted.ts === isBefore).map(({ dur = 0, tdur = dur }) => tdur / 1000)
  return { before: times(true), after: times(false) }
}

async function makeFile(request: APIRequestContext, lines: readonly number[]): Promise<string> {
  const functions = Array.from(
    { length: 40 },
    (_, i) =>
      `def step_${i}(value: int, name: str = "שלום") -> int:\n    # step ${i}\n    total = value * ${i}\n    return total + len(name)\n`,
  )
  const id = await save(request, `steps ${lines.length} ${Date.now()}.py`, functions.join('\n'))
  for (const line of lines)
    await request.post(`/api/sticky-notes/${id}`, { data: { content: `Note on **${line}**`, line_start: line } })
  return id
}

async function makeLargeFile(request: APIRequestContext): Promise<string> {
  const lines = Array.from({ length: 50_000 }, (_, i) => `value_${i} = compute(${i}, "שלום")`)
  return save(request, `large ${Date.now()}.py`, lines.join('\n'))
}

async function save(request: APIRequestContext, name: string, content: string): Promise<string> {
  const answer = await request.post('/api/files', { data: { file_name: name, content } })
  return ((await answer.json()) as { file_id: string }).file_id
}

async function makeBoard(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/note-boards', { data: { name: `Board ${Date.now()}` } })
  const { id } = ((await answer.json()) as { board: { id: string } }).board
  for (let i = 0; i < 25; i++) {
    const position = { x: 40 + (i % 5) * 260, y: 40 + Math.floor(i / 5) * 220 }
    await request.post(`/api/sticky-notes/board/${id}`, { data: { content: `Note **${i}**\n\n- [ ] one`, position } })
  }
  return id
}
