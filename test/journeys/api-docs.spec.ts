import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { isWhole } from './size.ts'

test('the API is readable: a link to a call opens it, and nothing needs script', async ({ page }) => {
  // Every call of the API on one page is much for axe.
  test.slow(isWhole)
  await page.goto('/api/docs#put-api-files-id')
  await expect(page.locator('#put-api-files-id')).toBeVisible()
  await expect(page.locator('#put-api-files-id')).toContainText('prev_version')
  const isTooWide = await page.evaluate(() => {
    const calls = Array.from(document.querySelectorAll('details'))
    const closed = calls.filter(({ open }) => !open)
    for (const each of closed) each.open = true
    const { scrollWidth, clientWidth } = document.documentElement
    for (const each of closed) each.open = false
    return scrollWidth > clientWidth
  })
  expect(isTooWide).toBe(false)
  // All groups have the same parts: the small size checks the one with the open call.
  const others = page.locator('.api-group').filter({ hasNot: page.locator('#put-api-files-id') })
  if (!isWhole) await others.evaluateAll((groups) => groups.forEach((group) => group.remove()))
  await expectNoAxeViolations(page)
})

test('the home page shows photographs of real pages', async ({ page }) => {
  await page.goto('/')
  const pictures = page.locator('.picture img')
  await expect(pictures).toHaveCount(4)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThanOrEqual(1190)
  }
  await expectNoAxeViolations(page)
})
