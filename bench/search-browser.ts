import { chromium, type Page } from '@playwright/test'
import { percentile } from './mirrors.ts'

/** For each text, the milliseconds from its last letter to the first paint of results for it. */
export async function measureTyping(origin: string, cookie: string, texts: readonly string[]): Promise<number[]> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { cookie } })
    const page = await context.newPage()
    await page.goto('/search')
    await page.locator('cs-island[data-awake] input[name=q]').first().waitFor()
    await page.evaluate(watchResults)
    const times: number[] = []
    for (const text of texts) times.push(await timeOf(page, text))
    return times
  } finally {
    await browser.close()
  }
}

declare global {
  /** When the last letter was typed, and how long after it its results were painted. */
  var typing: { from: number; painted: number | null }
}

/** The address names the query whose results are in the page; a group that is busy still has those of the query before. */
function watchResults(): void {
  const box = document.querySelector<HTMLInputElement>('input[name=q]')
  globalThis.typing = { from: 0, painted: null }
  box?.addEventListener('input', () => (globalThis.typing = { from: performance.now(), painted: null }))
  new MutationObserver(() => {
    const { typing } = globalThis
    if (new URLSearchParams(location.search).get('q') !== box?.value) return
    if (!document.querySelector('.search-group:not([aria-busy="true"]), #results:not([aria-busy="true"])')) return
    // A timer set in a frame runs after that frame was painted.
    requestAnimationFrame(() => setTimeout(() => (typing.painted ??= performance.now() - typing.from)))
  }).observe(document.body, { childList: true, subtree: true })
}

async function timeOf(page: Page, text: string): Promise<number> {
  const box = page.locator('input[name=q]').first()
  await box.fill(text.slice(0, -1))
  // All results of the text without its last letter: what is measured begins on a quiet page.
  await page.waitForFunction(
    () => typing.painted !== null && document.querySelector('#results:not([aria-busy="true"])') !== null,
  )
  await box.pressSequentially(text.slice(-1))
  await page.waitForFunction(() => typing.painted !== null)
  return page.evaluate(() => typing.painted ?? 0)
}

export function typingLine(times: readonly number[]): string {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  return `From a letter to the first paint of its results: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${times.length}.`
}
