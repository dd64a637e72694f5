import { expect, expectNoAxeViolations, signIn, test } from './fixtures.ts'

const THEMES = ['light', 'dark', 'contrast'] as const

test.use({ expectedErrors: [[/404/], { scope: 'test' }] })

for (const theme of THEMES) {
  test(`home, login and the page that is not there have no accessibility violations in the ${theme} theme`, async ({
    page,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    for (const path of ['/', '/login', '/nowhere']) {
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
      headers: { origin: new URL(page.url()).origin },
    })
    await page.goto('/settings')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoAxeViolations(page)
  }
})
