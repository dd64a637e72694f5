import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('the API is readable: a link to a call opens it, and nothing needs script', async ({ page }) => {
  // Every call of the API on one page is much for axe.
  test.slow()
  await page.goto('/api/docs#put-api-files-id')
  await expect(page.locator('#put-api-files-id')).toBeVisible()
  await expect(page.locator('#put-api-files-id')).toContainText('prev_version')
  await expectNoAxeViolations(page)
  const isTooWide = await page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true
    return document.documentElement.scrollWidth > document.documentElement.clientWidth
  })
  expect(isTooWide).toBe(false)
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
