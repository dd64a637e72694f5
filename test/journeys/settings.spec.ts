import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.beforeEach(async ({ page }) => newPerson(page, 'שקד'))

test('settings are set, found again and accessible', async ({ page }) => {
  await page.goto('/settings')
  await expectNoAxeViolations(page)
  await page.locator('select[name="time_zone"]').selectOption('America/New_York')
  await page.locator('#appearance form[action="/settings/time-zone"] button').click()
  await expect(page.locator('.settings-done')).toBeVisible()
  await expect(page.locator('select[name="time_zone"]')).toHaveValue('America/New_York')
  await page.locator('textarea[name="agent_instructions"]').fill('תשובות בעברית')
  await page.locator('#agent button').click()
  await expect(page.locator('textarea[name="agent_instructions"]')).toHaveValue('תשובות בעברית')
})

test('a shortcut gets other keys, a clash is refused, and the new keys work', async ({ page }, { project }) => {
  test.skip(project.name.endsWith('phone'), 'there is no keyboard')
  await page.goto('/settings#keyboard')
  const row = page.locator('.key-list > li').filter({ hasText: /^(Go to the dashboard|מעבר לדף הבית)/ })
  const ask = async () => {
    await row.getByRole('button').last().click()
    await expect(row.locator('.key-capture')).toBeVisible()
  }
  await awake(page)
  await ask()
  await page.keyboard.press('x')
  await expect(row.getByRole('alert')).toContainText(/Select the file|סימון הקובץ/)
  await ask()
  const saved = page.waitForResponse('**/api/settings/shortcuts')
  await page.keyboard.press('h')
  await saved
  // A list, because the two keys of before may still be there, and one text for two elements fails at once.
  await expect(row.locator('kbd')).toHaveText(['H'])
  await page.keyboard.press('h')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an account is to be deleted, every page says so, and it is taken back', async ({ page }) => {
  await page.goto('/settings#delete')
  await expect(page.locator('#delete a[href="/export"]')).toBeVisible()
  await page.locator('#delete input[name="confirm"]').check()
  await page.locator('#delete .button-danger').click()
  await expect(page.locator('.banner-danger')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto('/files')
  await expect(page.locator('.banner-danger')).toBeVisible()
  await page.locator('.banner-danger button').click()
  await expect(page.locator('.banner-danger')).toHaveCount(0)
})
