import { parseArgs } from 'node:util'
import { type APIRequestContext, type Browser, chromium, type Page } from '@playwright/test'
import startServer, { JOURNEYS_URL } from '../test/journeys/server.ts'

/** What a thousand notes cost the one who opens their file, and whether one can still be dragged smoothly. */
const { values } = parseArgs({
  options: { notes: { type: 'string', default: '200' }, rounds: { type: 'string', default: '3' } },
})
const NOTES = Number(values.notes)
const ROUNDS = Number(values.rounds)
const LINES = 3_000
const FRAME_MS = 1000 / 60

type Opening = { busy: number; ready: number }

async function main(): Promise<void> {
  const stop = process.env[JOURNEYS_URL] === undefined ? await startServer() : async () => undefined
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
  const [bare, noted] = [await makeFile(page.request, 'bare'), await makeFile(page.request, 'noted')]
  const made = await makeNotes(page.request, noted)
  await open(page, bare, '#code[data-live]')
  const without: Opening[] = []
  const withNotes: Opening[] = []
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await open(page, bare, '#code[data-live]'))
    withNotes.push(await open(page, noted, '.notes-slot .note'))
  }
  const drag = await dragFreeNote(browser, page)
  report(made, without, withNotes, drag)
  await removeNotes(page.request, noted)
}

async function makeFile(request: APIRequestContext, name: string): Promise<string> {
  const content = Array.from({ length: LINES }, (_, i) => `value_${i} = compute(${i}, "שלום")`).join('\n')
  const answer = await request.post('/api/files', { data: { file_name: `${name} ${Date.now()}.py`, content } })
  return ((await answer.json()) as { file_id: string }).file_id
}

async function makeNotes(request: APIRequestContext, fileId: string): Promise<number> {
  for (let i = 0; i < NOTES; i++) {
    const line = 1 + Math.floor((i * LINES) / NOTES)
    const content = `Note **${i}**\n\n- [ ] one\n- [x] שתיים\n\nwith \`code\` and a few more words to wrap around the line`
    const free = i === 0 && { mode: 'surface', position: { x: 200, y: 200 } }
    const answer = await request.post(`/api/sticky-notes/${fileId}`, { data: { content, line_start: line, ...free } })
    if (answer.status() !== 201) return i
  }
  return NOTES
}

async function removeNotes(request: APIRequestContext, fileId: string): Promise<void> {
  const { notes } = (await (await request.get(`/api/sticky-notes/${fileId}`)).json()) as { notes: { id: string }[] }
  for (const { id } of notes) await request.delete(`/api/sticky-notes/note/${id}`)
}

/** Main-thread time of the page until it is quiet, and the moment at which what is waited for is there. */
async function open(page: Page, fileId: string, until: string): Promise<Opening> {
  await page.goto('about:blank')
  const client = await page.context().newCDPSession(page)
  // Of the thread alone, so that others on the same cores are not measured too.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`/file/${fileId}`, { waitUntil: 'commit' })
  await page.waitForSelector(until)
  const ready = await page.evaluate(() => performance.now())
  await page.waitForTimeout(1_500)
  const { metrics } = await client.send('Performance.getMetrics')
  await client.detach()
  return { busy: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000, ready }
}

/** `tdur`: what the thread itself worked, in microseconds. */
type TraceEvent = { name: string; tdur?: number }

async function dragFreeNote(browser: Browser, page: Page): Promise<{ frames: number; late: number; longest: number }> {
  const box = await page.locator('.note-grip').boundingBox()
  if (!box) throw new Error('There is no free note')
  await page.mouse.move(box.x + 8, box.y + 8)
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel'] })
  await page.mouse.down()
  for (let step = 0; step < 120; step++) {
    await page.mouse.move(box.x + 8 + step * 3, box.y + 8 + Math.sin(step / 8) * 100)
    await page.waitForTimeout(FRAME_MS)
  }
  await page.mouse.up()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame')
  const tasks = traceEvents.filter(({ name }) => name.endsWith('RunTask')).map(({ tdur = 0 }) => tdur / 1000)
  return { frames: frames.length, late: tasks.filter((ms) => ms > FRAME_MS).length, longest: Math.max(0, ...tasks) }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function report(
  made: number,
  without: Opening[],
  withNotes: Opening[],
  drag: Awaited<ReturnType<typeof dragFreeNote>>,
): void {
  const row = (name: string, list: readonly Opening[]) =>
    `| ${name} | ${median(list.map(({ busy }) => busy)).toFixed(0)} | ${median(list.map(({ ready }) => ready)).toFixed(0)} |`
  const added = median(withNotes.map(({ busy }) => busy)) - median(without.map(({ busy }) => busy))
  console.log(`| ${LINES} lines | main thread, ms | there after, ms |\n|---|--:|--:|`)
  console.log(row('no notes', without))
  console.log(row(`${made} notes`, withNotes))
  console.log(`\nOpening adds ${added.toFixed(0)} ms of main-thread time (allowed: 150).`)
  console.log(
    `Dragging: ${drag.frames} frames drawn, ${drag.late} tasks longer than a frame, the longest ${drag.longest.toFixed(1)} ms.`,
  )
}

await main()
