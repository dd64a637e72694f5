import { parseArgs } from 'node:util'
import type { APIRequestContext, Browser, CDPSession, Page } from '@playwright/test'
import { inBrowser, median, type TraceEvent } from './browser.ts'

/**
 * What the first visit to a page costs on a slow phone: a processor a quarter as fast and the connection that Lighthouse calls slow 4G.
 * Blocking time is Lighthouse's: of every task of the main thread after the first paint, what exceeds 50 ms. The first paint itself, which
 * cannot be divided, is the column before it.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'boolean', default: false } },
})

const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const CPU_TIMES = 4
const LONG_TASK_MS = 50
const QUIET_MS = 2_500

type Visit = { firstTask: number; blocking: number; requests: number; kilobytes: number; firstPaint: number }

await inBrowser(async (browser, page) => {
  const file = await makeFile(page.request)
  await page.goto('/files')
  const addresses = {
    'a bare page of the same file': `/raw/${file}`,
    'a file with 3 notes': `/file/${file}`,
    'the file list': '/files',
    'the home page': '/dashboard',
  }
  console.log('| | first paint, ms | its task, ms | blocking after it, ms | requests | kB |\n|---|--:|--:|--:|--:|--:|')
  for (const [name, address] of Object.entries(addresses)) {
    const visits: Visit[] = []
    for (let round = 0; round < Number(values.rounds); round++) visits.push(await visit(browser, page, address))
    const middle = (field: keyof Visit) => median(visits.map((one) => one[field])).toFixed(0)
    const fields = ['firstPaint', 'firstTask', 'blocking', 'requests', 'kilobytes'] as const
    console.log(`| ${name} | ${fields.map(middle).join(' | ')} |`)
  }
})

/** In a context without cache and service worker, signed in as the page that was given. */
async function visit(browser: Browser, signedIn: Page, address: string): Promise<Visit> {
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
      firstPaint,
    }
  } finally {
    await context.close()
  }
}

async function countNetwork(client: CDPSession): Promise<{ urls: string[]; bytes: number }> {
  const counted: { urls: string[]; bytes: number } = { urls: [], bytes: 0 }
  client.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('http')) counted.urls.push(url)
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.bytes += encodedDataLength
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

async function makeFile(request: APIRequestContext): Promise<string> {
  const functions = Array.from(
    { length: 40 },
    (_, i) =>
      `def step_${i}(value: int, name: str = "שלום") -> int:\n    # step ${i}\n    total = value * ${i}\n    return total + len(name)\n`,
  )
  const data = { file_name: `steps ${Date.now()}.py`, content: functions.join('\n') }
  const { file_id: id } = (await (await request.post('/api/files', { data })).json()) as { file_id: string }
  for (const line of [1, 30, 90])
    await request.post(`/api/sticky-notes/${id}`, { data: { content: `Note on **${line}**`, line_start: line } })
  return id
}
