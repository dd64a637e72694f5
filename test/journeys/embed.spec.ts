import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson, signIn } from './people.ts'

// The page that embeds is on another origin, a link that is gone is a 404 in its frame, and other pages refuse to be framed.
test.use({
  expectedErrors: [[/^other host: http:\/\/127\.0\.0\.1/, /404/, /frame-ancestors 'none'/], { scope: 'test' }],
})

const LINES = Array.from({ length: 30 }, (_, i) => `line_${i + 1} = "שורה ${i + 1}"`)

async function makeLink(page: Page, name: string, hidden: number[]): Promise<{ url: string; shareId: string }> {
  const saved = await page.request.post('/api/files', { data: { file_name: name, content: `${LINES.join('\n')}\n` } })
  const { file_id: id } = (await saved.json()) as { file_id: string }
  const data = { file_ids: [id], hidden_lines: { [id]: hidden } }
  const made = await page.request.post('/api/files/create-share-link', { data })
  const { share_url: url } = (await made.json()) as { share_url: string }
  const listed = await page.request.get('/api/shares')
  const { shares } = (await listed.json()) as { shares: { share_id: string; url: string }[] }
  return { url, shareId: shares.find((share) => share.url === url)?.share_id ?? '' }
}

/** Somebody else's web site, with this in its body. */
async function otherSite(body: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Blog</title><body><main><h1>Blog</h1>${body}</main></body></html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.asyncDispose]: async () => void server.close() }
}

test('embed code that is copied from a share shows its lines in a page of another site, as tall as they are', async ({
  page,
  context,
}, { project }) => {
  await signIn(page, 'Dana')
  const { url, shareId } = await makeLink(page, `embed-${project.name}.py`, [4])
  await page.goto(url)
  await awake(page)
  await expectNoAxeViolations(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('[data-do="copy-embed"]').click()
  // The browser writes to the clipboard after the click has returned.
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(new URL(url).origin)
  const code = await copied()

  await using site = await otherSite(code.replace('></script>', ' data-lines="3-9" data-theme="dark"></script>'))
  await page.goto(site.url)
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('.code')).toContainText('line_3')
  await expect(frame.locator('.code-lines > div')).toHaveCount(7)
  await expect(frame.locator('#L4')).toContainText('████████')
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
  const inside = () => frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
  const outside = () => page.locator('iframe').evaluate((element) => getComputedStyle(element).height)
  // The page is laid out again when its fonts are there.
  await expect(async () => expect(await outside()).toBe(`${await inside()}px`)).toPass({ timeout: 15_000 })
  expect(await inside()).toBeGreaterThan(7 * 20)
  await expectNoAxeViolations(page)

  // Neither a page with another origin nor another message of the frame changes its size.
  await page.evaluate(() => {
    window.postMessage({ type: 'codeshelf-embed-height', height: 5_000 }, '*')
  })
  await frame.locator('body').evaluate(() => {
    for (const height of ['9000', -1, 1e9 + 0.5])
      window.parent.postMessage({ type: 'codeshelf-embed-height', height }, '*')
  })
  await page.waitForTimeout(200)
  expect(await outside()).toBe(`${await inside()}px`)

  await page.request.delete(`/api/shares/${shareId}`.replace(/^/, new URL(url).origin))
  await page.reload()
  await expect(frame.locator('.embed-message')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a plain frame follows #L3-L9, and no other page of the site can be framed', async ({ page, baseURL }, {
  project,
}) => {
  await signIn(page, 'Dana')
  const { url } = await makeLink(page, `frame-${project.name}.py`, [])
  const { pathname } = new URL(url)
  await using site = await otherSite(`<iframe title="a" src="${baseURL}${pathname}/embed#L3-L9"></iframe>`)
  await page.goto(site.url)
  await expect(page.frameLocator('iframe').locator('.code-lines > div')).toHaveCount(7)

  const refused: string[] = []
  page.on('console', (message) => refused.push(message.text()))
  await using framing = await otherSite(`<iframe title="b" src="${baseURL}${pathname}"></iframe>`)
  await page.goto(framing.url)
  await expect.poll(() => refused.join()).toContain('frame-ancestors')
})

test('a feed is turned on, gets a link, and its address ends when it is turned off', async ({ page }, { project }) => {
  await newPerson(page)
  const { url } = await makeLink(page, `feed-${project.name}.py`, [])
  await page.goto('/settings/shares')
  await page.locator('.share-feed button').click()
  await page.locator('.shares form[action$="/feed"] button').click()
  await expect(page.locator('.shares .chip')).toHaveText(/^(In the feed|בפיד)$/)
  await expectNoAxeViolations(page)
  const feed = await page.locator('.share-feed input[readonly]').inputValue()
  expect(await (await page.request.get(feed)).text()).toContain(url)
  await page.locator('.share-feed form button').click()
  await expect(page.locator('.share-feed input[readonly]')).toHaveCount(0)
  expect((await page.request.get(feed)).status()).toBe(404)
})
