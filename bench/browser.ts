import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { writeAsOurOwn } from '../test/journeys/fixtures.ts'
import { signIn } from '../test/journeys/people.ts'
import startServer, { JOURNEYS_URL } from '../test/journeys/server.ts'

const FRAME_MS = 1000 / 60

/** Main-thread time of a page until it is quiet, and the moment at which what was waited for was there. */
export type Opening = { busy: number; ready: number }
export type Drag = { frames: number; late: number; longest: number }

/** A real browser, signed in to the built program. */
export async function inBrowser(measure: (browser: Browser, page: Page) => Promise<void>): Promise<void> {
  const stop = await startServer()
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const baseURL = process.env[JOURNEYS_URL] ?? ''
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    writeAsOurOwn(context.request)
    const page = await context.newPage()
    await signIn(page, 'Omer')
    await measure(browser, page)
  } finally {
    await browser.close()
    await stop()
  }
}

/** Opens both in turn, so that what else happens on this machine rebase both alike. */
export async function openInTurn(page: Page, rounds: number, bare: Target, full: Target) {
  await open(page, full)
  const [without, withNotes]: [Opening[], Opening[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    without.push(await open(page, bare))
    withNotes.push(await open(page, full))
  }
  return { without, withNotes }
}

export type Target = { path: string; until: string }

async function open(page: Page, { path, until }: Target): Promise<Opening> {
  await page.goto('about:blank')
  const client = await page.context().newCDPSession(page)
  // The processor's time and not the clock's: other programs on this machine do not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(path, { waitUntil: 'commit' })
  // Not `waitForSelector`: it looks through all that matches again and again, on the very thread that is measured.
  await page.waitForFunction((selector) => document.querySelector(selector) !== null, until)
  const ready = await page.evaluate(() => performance.now())
  await page.waitForTimeout(1_500)
  const { metrics } = await client.send('Performance.getMetrics')
  await client.detach()
  return { busy: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000, ready }
}

/** `tdur` is the processor's time, `dur` the clock's. */
export type TraceEvent = {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Two seconds of dragging, at the pace of a screen. */
export async function drag(browser: Browser, page: Page, grip: Locator): Promise<Drag> {
  const box = await grip.boundingBox()
  if (!box) throw new Error('There is nothing to drag')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.mouse.down()
  for (let step = 0; step < 120; step++) {
    await page.mouse.move(from.x + step * 3, from.y + 100 + Math.sin(step / 8) * 100)
    await page.waitForTimeout(FRAME_MS)
  }
  await page.mouse.up()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const main = traceEvents.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')?.tid
  const tasks = traceEvents
    .filter(({ name, tid }) => name === 'RunTask' && tid === main)
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
  return {
    frames: traceEvents.filter(({ name }) => name === 'FireAnimationFrame').length,
    late: tasks.filter((ms) => ms > FRAME_MS).length,
    longest: Math.max(0, ...tasks),
  }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

const ALLOWED_MS = 150

export function reportOpenings(rows: Readonly<Record<string, readonly Opening[]>>): void {
  const middle = (openings: readonly Opening[]) => ({
    busy: median(openings.map(({ busy }) => busy)),
    ready: median(openings.map(({ ready }) => ready)),
  })
  console.log(`| | main thread, ms | there after, ms |\n|---|--:|--:|`)
  const middles = Object.entries(rows).map(([name, openings]) => ({ name, ...middle(openings) }))
  for (const { name, busy, ready } of middles) console.log(`| ${name} | ${busy.toFixed(0)} | ${ready.toFixed(0)} |`)
  const [bare, full] = middles
  if (!bare || !full) return
  console.log(`\nThe notes are there ${(full.ready - bare.ready).toFixed(0)} ms later (allowed: ${ALLOWED_MS}),`)
  console.log(`and cost ${(full.busy - bare.busy).toFixed(0)} ms of main-thread time in all.`)
}

export function reportDrag(what: string, { frames, late, longest }: Drag): void {
  console.log(
    `Dragging ${what}: ${frames} frames, ${late} tasks longer than a frame, the longest ${longest.toFixed(1)} ms.`,
  )
}
