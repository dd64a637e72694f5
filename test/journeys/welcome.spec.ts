import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { firstSignIn } from './people.ts'

test('the first sign-in shows the welcome once, also with two tabs', async ({ page, context }) => {
  await firstSignIn(page, 'רותם')
  await page.goto('/dashboard')
  await expect(page.locator('dialog.welcome')).toBeVisible()
  await expectNoAxeViolations(page)
  const second = await context.newPage()
  await second.goto('/files')
  await expect(second.locator('dialog.welcome')).toBeVisible()

  const told = page.waitForResponse('**/api/welcome/ack')
  await page.keyboard.press('Escape')
  await told
  await expect(page.locator('dialog.welcome')).toBeHidden()
  await expect(second.locator('dialog.welcome')).toBeHidden()
  await page.goto('/files')
  await page.waitForLoadState('networkidle')
  await expect(page.locator('dialog.welcome')).toHaveCount(0)
})

test('the tour points at real things in three steps and can be left at any of them', async ({ page }) => {
  await firstSignIn(page, 'Gil')
  await page.goto('/dashboard')
  await page.locator('dialog.welcome .button-primary').click()
  const card = page.locator('.tour')
  for (const step of [1, 2, 3]) {
    await expect(card).toContainText(new RegExp(`(Step|צעד) ${step}`))
    await expect(page.locator('.tour-target')).toBeVisible()
    await expect(page.locator('.tour-target')).toBeInViewport()
    if (step === 1) await expectNoAxeViolations(page)
    await card.locator('.button-primary').click()
  }
  await expect(card).toHaveCount(0)
  await expect(page.locator('.tour-target')).toHaveCount(0)
})

test('Escape leaves the tour', async ({ page }) => {
  await firstSignIn(page, 'Gil')
  await page.goto('/files')
  await page.locator('dialog.welcome .button-primary').click()
  await expect(page.locator('.tour')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.tour')).toHaveCount(0)
})
