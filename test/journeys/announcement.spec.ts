import { randomUUID } from 'node:crypto'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { signIn } from './people.ts'

// One announcement is active for the whole site, so these follow each other.
test.describe.configure({ mode: 'serial' })

test('an announcement appears on every page and stays closed once it was closed', async ({ page, context }, {
  project,
}) => {
  const text = `תחזוקה הלילה (${project.name} ${Date.now()})`
  await signIn(page, 'Noa')
  await page.goto('/admin/announcements')
  await expectNoAxeViolations(page)
  await page.locator('textarea[name="text"]').fill(text)
  await page.locator('input[name="link"]').fill('/settings')
  await page.locator('input[name="activate"]').check()
  await page.locator('.announcement-form button').click()
  const banner = page.locator('.banner', { hasText: text })
  await expect(banner).toBeVisible()
  await expectNoAxeViolations(page)

  await awake(page)
  const second = await context.newPage()
  await second.goto('/files')
  await expect(second.locator('.banner', { hasText: text })).toBeVisible()
  await awake(second)
  const told = page.waitForResponse('**/dismiss')
  await banner.getByRole('button').click()
  await told
  await expect(banner).toHaveCount(0)
  await expect(second.locator('.banner', { hasText: text })).toHaveCount(0)
  await page.goto('/files')
  await expect(page.locator('.banner', { hasText: text })).toHaveCount(0)

  await page.goto('/admin/announcements')
  await page.locator('.announcements > li', { hasText: text }).getByRole('button').click()
  await expect(page.locator('.announcements > li', { hasText: text })).toContainText(/Ended|הסתיימה/)
})

const RIGHT_TO_LEFT_OVERRIDE = '\u202e'

test('a hostile announcement stays text in its line, and its link and button stay readable', async ({ page }) => {
  await signIn(page, 'Noa')
  const id = randomUUID().slice(0, 8)
  const word = 'מ'.repeat(60) + 'W'.repeat(60)
  const text = `${id} <img src=x onerror=alert(1)> [x](javascript:alert(1)) \u2069\u202c\u2066${word} ${RIGHT_TO_LEFT_OVERRIDE}abc`
  const form = { text, link: '/files?q=%22%3E%3Cimg%20src=x%3E', activate: 'on' }
  await page.request.post('/admin/announcements', { form })
  await page.goto('/files')
  const banner = page.locator('.banner', { hasText: id })
  await expect(banner).toContainText('<img src=x onerror=alert(1)> [x](javascript:alert(1))')
  await expect(banner.locator('img')).toHaveCount(0)
  await expect(banner.getByRole('link')).toHaveCount(1)
  await expect(banner.getByRole('link')).toHaveAttribute('href', form.link)
  expect(await banner.getByRole('link').evaluate(isDrawnLeftToRight)).toBe(isLeftToRight())
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const top = await page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().top)
  expect(top).toBeLessThan(600)
  await page.goto('/admin/announcements')
  const row = page.locator('.announcements > li', { hasText: id })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await row.getByRole('button').click()
  await expect(row).toContainText(/Ended|הסתיימה/)
})

/** Whether the first letter of a text is drawn to the left of its last. */
function isDrawnLeftToRight(element: Element): boolean {
  const text = element.firstChild
  const left = (at: number) => {
    const range = document.createRange()
    if (text) range.setStart(text, at)
    if (text) range.setEnd(text, at + 1)
    return range.getBoundingClientRect().left
  }
  return left(0) < left((text?.textContent?.length ?? 1) - 1)
}

const isLeftToRight = () => test.info().project.name.startsWith('en')
