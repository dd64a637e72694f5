import { keysOf } from '#base/keys-of.ts'
import { PANES, paneHref } from '#base/settings-panes.ts'
import { expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { signIn } from './people.ts'

test.use({ expectedErrors: [[/404/], { scope: 'test' }] })

test('home, login, about and the page that is not there have no accessibility violations in any theme', async ({
  page,
  baseURL,
}) => {
  for (const [path, theme] of [
    ['/', 'light'],
    ['/login', 'dark'],
    ['/about', 'contrast'],
    ['/nowhere', 'dark'],
  ] as const) {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoAxeViolationsInAnyTheme(page)
  }
})

test('every pane of the settings has no accessibility violations in any theme', async ({ page }) => {
  await signIn(page, 'Omer')
  await page.request.post('/settings/appearance', { form: { theme: 'contrast' } })
  for (const path of ['/settings', ...keysOf(PANES).map(paneHref)]) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
    await expectNoAxeViolationsInAnyTheme(page)
  }
})

test('on a phone every place is at most two taps away, and "+" covers nothing that is read', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'the sidebar shows them all')
  await signIn(page, 'Noa')
  await page.goto('/dashboard')
  const more = page.locator('.more-button')
  await more.click()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('.more-links')).toBeHidden()
  await expect(more).toBeFocused()
  await more.press('Enter')
  await page.locator('.more-links a[href="/trash"]').click()
  await page.waitForURL('**/trash')
  await expect(page.locator('.create')).toHaveCount(0)
})
