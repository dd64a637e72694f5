import { expect, expectNoAxeViolations, signIn, test } from './fixtures.ts'

test('a developer signs in as Dana and reaches the dashboard', async ({ page }) => {
  await signIn(page, 'Dana')
  await expect(page).toHaveURL('/dashboard')
  await expectNoAxeViolations(page)
})
