import { type APIRequestContext, expect, type Locator, type Page, test as base } from '@playwright/test'
import { JOURNEYS_URL } from './server.ts'

export {
  expectNoAxeViolations,
  expectNoAxeViolationsInAnySystem,
  expectNoAxeViolationsInAnyTheme,
  expectNoAxeViolationsLightAndDark,
} from './axe.ts'
export { expect }

type Options = {
  /** Console errors a journey means to cause, such as the browser's line about a 404 page. */
  expectedErrors: RegExp[]
}

/** The browser's own lines without a connection: a request that found no way, one that its worker could not make, its look for a newer worker. */
export const WITHOUT_CONNECTION = [/net::ERR_(INTERNET_DISCONNECTED|FAILED)\b|error occurred when fetching the script/]

/** A journey fails on any console error, any uncaught error and any request to another host. */
export const test = base.extend<Options>({
  expectedErrors: [[], { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what a fixture needs
  baseURL: async ({}, use) => {
    await use(process.env[JOURNEYS_URL])
  },
  page: async ({ page, baseURL, expectedErrors }, use) => {
    const problems = watchForProblems(page, baseURL ?? '')
    writeAsOurOwn(page.request)
    await use(page)
    const unexpected = problems.filter((problem) => !expectedErrors.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'errors in the browser').toEqual([])
  },
})

/** `page.request` has the cookies of the page, but not the headers that a browser puts on a write. */
export function writeAsOurOwn(request: APIRequestContext): APIRequestContext {
  for (const method of ['post', 'put', 'patch', 'delete'] as const) {
    const send = request[method].bind(request)
    request[method] = (url, options) =>
      send(url, { ...options, headers: { 'sec-fetch-site': 'same-origin', ...options?.headers } })
  }
  return request
}

function watchForProblems(page: Page, baseURL: string): string[] {
  const problems: string[] = []
  const { host } = new URL(baseURL)
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) problems.push(`other host: ${url.href}`)
  })
  return problems
}

/** Until script is awake a page answers as it does without. Islands that wait to be seen may sleep on. */
export async function awake(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await expect(page.locator('cs-island:not([data-awake], [data-when="visible"]), .notes-first')).toHaveCount(0)
}

/** Presses a button that sends a form, and waits for the answer: going to another page at once would cancel the form. */
export async function send(page: Page, button: Locator): Promise<void> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await button.click()
  await answer
}
