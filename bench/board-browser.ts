import { type APIRequestContext, type Browser, chromium, type Page } from '@playwright/test'
import startServer, { JOURNEYS_URL } from '../test/journeys/server.ts'

/** What 200 notes on a board cost the one who opens it, and whether a card, and fifty at once, can be dragged smoothly. */
const NOTES = 200
const GROUP = 50
const ROUNDS = 5
const FRAME_MS = 1000 / 60

type Opening = { busy: number; ready: number }
type Drag = { frames: number; late: number; longest: number }

async function main(): Promise<void> {
  const stop = await startServer()
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await measure(browser, process.env[JOURNEYS_URL] ?? '')
  } finally {
    await browser.close()
    await stop()
  }
}

async function measure(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Omer' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  await page.request.post('/api/welcome/ack')
  const [empty, full] = [await makeBoard(page.request, 0), await makeBoard(page.request, NOTES)]
  await open(page, full, '.canvas-card')
  const [without, withNotes]: [Opening[], Opening[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await open(page, empty, '.canvas-empty'))
    withNotes.push(await open(page, full, '.canvas-card'))
  }
  const one = await drag(browser, page, 0)
  await page.locator('.canvas .note').first().focus()
  for (let i = 0; i < GROUP; i++) {
    await page.locator('.canvas .note').nth(i).focus()
    await page.keyboard.press('x')
  }
  await page.locator('.canvas-view').evaluate((view) => view.scrollTo(0, 0))
  report(without, withNotes, one, await drag(browser, page, 20))
}

async function makeBoard(request: APIRequestContext, notes: number): Promise<string> {
  const made = await request.post('/api/note-boards', { data: { name: `bench ${notes}` } })
  const { board } = (await made.json()) as { board: { id: string } }
  const colors = ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray']
  for (let i = 0; i < notes; i++) {
    const content = `Note **${i}**\n\n- [ ] one\n- [x] שתיים\n\nwith \`code\` and a few more words to wrap around the line`
    const position = { x: (i % 10) * 272, y: Math.floor(i / 10) * 224 }
    const data = { content, position, color: colors[i % colors.length] }
    await request.post(`/api/sticky-notes/board/${board.id}`, { data })
  }
  return board.id
}

/** Main-thread time of the page until it is quiet, and the moment at which what is waited for is there. */
async function open(page: Page, board: string, until: string): Promise<Opening> {
  await page.goto('about:blank')
  const client = await page.context().newCDPSession(page)
  // The processor's time and not the clock's: other programs on this machine do not count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`/boards/${board}`, { waitUntil: 'commit' })
  await page.waitForSelector(until)
  const ready = await page.evaluate(() => performance.now())
  await page.waitForTimeout(1_500)
  const { metrics } = await client.send('Performance.getMetrics')
  await client.detach()
  return { busy: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000, ready }
}

/** `tdur` is the processor's time, `dur` the clock's. */
type TraceEvent = { name: string; tid: number; dur?: number; tdur?: number; args?: { name?: string } }

async function drag(browser: Browser, page: Page, nth: number): Promise<Drag> {
  const box = await page.locator('.canvas-card').nth(nth).locator('.note-head').boundingBox()
  if (!box) throw new Error('There is no card')
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

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function report(without: Opening[], withNotes: Opening[], one: Drag, group: Drag): void {
  const row = (name: string, list: readonly Opening[]) =>
    `| ${name} | ${median(list.map(({ busy }) => busy)).toFixed(0)} | ${median(list.map(({ ready }) => ready)).toFixed(0)} |`
  const added = (of: keyof Opening) =>
    median(withNotes.map((each) => each[of])) - median(without.map((each) => each[of]))
  console.log(`| board | main thread, ms | there after, ms |\n|---|--:|--:|`)
  console.log(row('empty', without))
  console.log(row(`${NOTES} notes`, withNotes))
  console.log(`\nOpening adds ${added('ready').toFixed(0)} ms until the cards are there (allowed: 150),`)
  console.log(`and ${added('busy').toFixed(0)} ms of main-thread time in all.`)
  for (const [what, { frames, late, longest }] of Object.entries({ 'one card': one, [`${GROUP} cards`]: group })) {
    console.log(
      `Dragging ${what}: ${frames} frames, ${late} tasks longer than a frame, the longest ${longest.toFixed(1)} ms.`,
    )
  }
}

await main()
