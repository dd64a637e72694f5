import { awake, expect, expectNoAxeViolationsInAnySystem, test, WITHOUT_CONNECTION } from './fixtures.ts'
import { signIn } from './people.ts'

test('the numbers at the end: totals, pinned files, languages and activity', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await expect(page.locator('.total').first()).toContainText(/\d/)
  await expect(page.locator('#pinned')).toContainText('invoices.py')
  await expect(page.locator('#continue .shelf-row')).toHaveCount(6)
  await expect(page.locator('.calendar .week')).toHaveCount(26)
  const python = page.locator('#languages a', { hasText: 'Python' })
  await expect(python).toHaveAttribute('href', '/files?lang=Python')
})

test('the calendar runs with the page: the newest week is at the end of the line', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  const first = await page.locator('.calendar .week').first().boundingBox()
  const last = await page.locator('.calendar .week').last().boundingBox()
  const isRtl = (await page.locator('html').getAttribute('dir')) === 'rtl'
  expect((last?.x ?? 0) < (first?.x ?? 0)).toBe(isRtl)
})

test('a new file is three keys away, in any layout, and in the palette', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys')
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await awake(page)
  await page.keyboard.press('KeyG')
  await page.keyboard.press('KeyC')
  await page.waitForURL('/files/new')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: WITHOUT_CONNECTION })

  test('what could not be fetched wakes when the connection is back', async ({ page, context }) => {
    await signIn(page, 'Dana')
    // The page has no moment to spare until it is told.
    await page.addInitScript(() => {
      const waiting: (() => void)[] = []
      Object.assign(window, {
        requestIdleCallback: (run: () => void) => waiting.push(run),
        rest: () => waiting.forEach((run) => run()),
      })
    })
    await page.goto('/dashboard')
    await context.setOffline(true)
    const failed = page.waitForEvent('requestfailed')
    await page.evaluate('rest()')
    await failed
    await context.setOffline(false)
    await awake(page)
  })
})

/** By the system's wish, which an account without a choice follows: a choice would change the account for all journeys. */
test('the dashboard has no accessibility violations in any theme', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await page.locator('.calendar-words summary').click()
  await expectNoAxeViolationsInAnySystem(page)
})

test('the palette stands in the middle of the window, also when the window is low or scrolled', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keys')
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await awake(page)
  for (const size of [page.viewportSize(), { width: 1280, height: 320 }, { width: 500, height: 700 }]) {
    const { width, height } = size ?? { width: 0, height: 0 }
    await page.setViewportSize({ width, height })
    await page.mouse.wheel(0, 200)
    await page.keyboard.press('Control+KeyK')
    const palette = page.locator('.palette')
    await expect(palette).toBeVisible()
    const box = (await palette.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(Math.abs(box.x - (width - box.x - box.width)), `${width} x ${height}`).toBeLessThanOrEqual(16)
    expect(box.y).toBeGreaterThan(0)
    expect(box.y + box.height).toBeLessThan(height)
    // An empty box reads like the page, not like Latin.
    const direction = await page.locator('html').getAttribute('dir')
    await expect(page.locator('.palette-input')).toHaveCSS('direction', direction ?? '')
    await page.keyboard.press('Escape')
  }
})
