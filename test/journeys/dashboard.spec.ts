import { awake, expect, expectNoAxeViolations, test, WITHOUT_CONNECTION } from './fixtures.ts'
import { signIn } from './people.ts'

test('the dashboard shows the library: totals, recent and pinned files, languages and activity', async ({ page }) => {
  await signIn(page, 'Dana')
  await page.goto('/dashboard')
  await expect(page.locator('.total').first()).toContainText(/\d/)
  await expect(page.locator('#pinned')).toContainText('invoices.py')
  await expect(page.locator('#recent .shelf-row')).toHaveCount(6)
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
const THEMES = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { contrast: 'more' },
} as const

for (const theme of ['light', 'dark', 'contrast'] as const) {
  test(`the dashboard has no accessibility violations in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia(THEMES[theme])
    await signIn(page, 'Dana')
    await page.goto('/dashboard')
    await page.locator('.calendar-words summary').click()
    await expectNoAxeViolations(page)
  })
}
