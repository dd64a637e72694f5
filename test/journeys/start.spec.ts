import { expect, expectNoAxeViolations, test } from './fixtures.ts'

test('a developer signs in as Dana and reaches the dashboard', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Dana' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expectNoAxeViolations(page)
})
