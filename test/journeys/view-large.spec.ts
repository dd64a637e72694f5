import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake, expect, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { isWhole } from './size.ts'

// A recorded trace copies all 5,000 lines at every step and measures nothing but itself.
test.use({ trace: 'off' })

const STEPS = isWhole ? 120 : 30
const PARTS = isWhole ? [20_000, 40_000, 60_000] : [20_000, 40_000]
/** Work of a scrolled frame, compared with a page that is nothing but the text. Measured: 2.4 on a desktop, 4.4 to 5.0 on a phone. */
const TIMES_PLAIN = 8

test('a file of 5,000 lines scrolls like plain text, and the page keeps to its budget', async ({ page }) => {
  test.slow()
  await signIn(page, 'Dana')
  const body = (i: number) =>
    `export function step${i}(value: number) { return value > ${i} ? "שלב ${i}" : null } // ${i}`
  const content = Array.from({ length: 5_000 }, (_, i) => `${body(i)}\n`).join('')
  const name = `${test.info().project.name} ${randomUUID().slice(0, 6)}.ts`
  const answer = await page.request.post('/api/files', { data: { file_name: name, content } })
  const { file_id: id } = (await answer.json()) as { file_id: string }
  await page.goto(`/file/${id}`)
  await awake(page)
  const viewer = await scroll(page)
  const script = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
  )
  const plain = await scrollPlain(page, content)
  // oxlint-disable-next-line no-console -- the figures of the issue
  console.log(
    `5,000 lines: ${viewer.work.toFixed(1)} ms of work a frame, ${plain.work.toFixed(1)} as plain text, ` +
      `longest frame ${Math.round(viewer.longest)} ms; script ${script} bytes`,
  )
  expect(viewer.work).toBeLessThan(TIMES_PLAIN * plain.work)
  expect(script).toBeLessThan(36_000)
})

/** The same text without our elements and styles: what the browser itself needs on this machine. The process stays the same. */
async function scrollPlain(page: Page, content: string): Promise<Scrolled> {
  await page.evaluate((text) => {
    const pre = document.createElement('pre')
    pre.textContent = text
    document.head.replaceChildren()
    document.body.replaceChildren(pre)
  }, content)
  return scroll(page)
}

type Scrolled = { work: number; longest: number }

/** Through parts of the text that were not seen yet; the one with the least work, because other programs only ever add. */
async function scroll(page: Page): Promise<Scrolled> {
  const parts: Scrolled[] = []
  for (const from of PARTS) parts.push(await scrollFrom(page, from))
  return parts.reduce((least, part) => (part.work < least.work ? part : least))
}

/** A turn of the wheel a frame. */
async function scrollFrom(page: Page, from: number): Promise<Scrolled> {
  const before = await rendererMs(page)
  const longest = await page.evaluate(
    async ([top, steps]) => {
      let slowest = 0
      let last = performance.now()
      for (let i = 0; i < steps; i++) {
        window.scrollTo(0, top + 120 * i)
        await new Promise((resolve) => requestAnimationFrame(resolve))
        slowest = Math.max(slowest, performance.now() - last)
        last = performance.now()
      }
      return slowest
    },
    [from, STEPS] as const,
  )
  return { work: ((await rendererMs(page)) - before) / STEPS, longest }
}

/** Work of the page's process, not time on the clock: other programs of the machine must not count. */
async function rendererMs(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return renderers.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000
}
