import type { Page } from '@playwright/test'
import pg from 'pg'
import type { Locale } from '#base/messages.ts'
import { boxMessages } from '#features/search/messages/box.ts'
import { resultMessages } from '#features/search/messages/results.ts'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'
import { ONCE } from './size.ts'

/** Text that looks like the end of an event, and like markup. */
const HOSTILE = 'total\n\nevent: done\ndata: {}\n\n</script><img src=x onerror=alert(1)>\u2028'

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...resultMessages(locale), ...boxMessages(locale) }
}

async function someThings(page: Page): Promise<void> {
  const file = { file_name: 'total.py', content: `def total(items):\n    return sum(items)\n\n# ${HOSTILE}` }
  const saved = await page.request.post('/api/files', { data: file })
  const { file_id } = (await saved.json()) as { file_id: string }
  await page.request.post(`/api/sticky-notes/${file_id}`, { data: { title: '', content: HOSTILE, line_start: 1 } })
}

/** While it is held, the groups that need repositories wait. Others who read their repositories wait too, for as long as a few steps take. */
async function lockRepos() {
  const client = new pg.Client({ connectionString: process.env[JOURNEYS_DATABASE] })
  await client.connect()
  await client.query('begin; lock table repos in access exclusive mode')
  return { [Symbol.asyncDispose]: () => client.end() }
}

const groups = (page: Page) => page.locator('.search-group > h3')

test(
  'the first groups are shown while others are searched, and do not move once one is chosen',
  ONCE,
  async ({ page }) => {
    await newPerson(page)
    await someThings(page)
    await page.goto('/search')
    await awake(page)
    const t = await words(page)
    const results = page.locator('#results')
    {
      await using _lock = await lockRepos()
      await page.keyboard.type('total')
      await expect(groups(page)).toHaveText([t.files, t.notes])
      await expect(results).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText(t.searching, { exact: true }).last()).toBeVisible()
      await expect(page.locator('#announcer')).toHaveText('')
      await expect(page).toHaveURL(/\/search\?q=total$/)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(page.locator('.search-hit-link').nth(1)).toBeFocused()
    }
    // The symbol matches better than the note, and would come before it.
    await expect(groups(page)).toHaveText([t.files, t.notes, t.symbols])
    await expect(results).toHaveAttribute('aria-busy', 'false')
    await expect(page.locator('.search-hit-link').nth(1)).toBeFocused()
    await expect(page.locator('#announcer')).toHaveText(t.results(3))
    await expect(page.locator('#results img')).toHaveCount(0)
    await page.reload()
    await awake(page)
    await expect(groups(page)).toHaveText([t.files, t.symbols, t.notes])
  },
)

test('a search that is cut off says that results are missing, and can be tried again', ONCE, async ({ page }) => {
  await newPerson(page)
  await someThings(page)
  await page.goto('/search')
  await awake(page)
  const t = await words(page)
  await page.route('**/api/search/stream?**', async (route) => {
    const whole = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/event-stream', body: whole.replace(/event: done[^]*$/, '') })
  })
  await page.keyboard.type('total')
  await expect(page.getByRole('alert')).toContainText(t.interrupted)
  await expect(page.locator('#results')).toHaveAttribute('aria-busy', 'false')
  await page.unroute('**/api/search/stream?**')
  await page.getByRole('button', { name: t.retry }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(groups(page)).toHaveText([t.files, t.symbols, t.notes])
})
