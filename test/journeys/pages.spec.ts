import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { signIn } from './people.ts'

const THEMES = ['light', 'dark', 'contrast'] as const

test.use({ expectedErrors: [[/404/], { scope: 'test' }] })

for (const theme of THEMES) {
  test(`home, login, about and the page that is not there have no accessibility violations in the ${theme} theme`, async ({
    page,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    for (const path of ['/', '/login', '/about', '/nowhere']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectNoAxeViolations(page)
    }
  })
}

test('settings has no accessibility violations in any theme', async ({ page }) => {
  await signIn(page, 'Omer')
  for (const theme of THEMES) {
    await page.request.post('/settings/appearance', {
      form: { theme },
    })
    await page.goto('/settings')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoAxeViolations(page)
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
