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
