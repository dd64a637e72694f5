import { keysOf } from '#base/keys-of.ts'
import { PANES, paneHref, settingsHref } from '#base/settings-panes.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.beforeEach(async ({ page }) => newPerson(page, 'שקד'))

test('every pane opens from the list by keyboard, is marked, and is accessible', async ({ page }) => {
  await page.goto('/settings')
  await expectNoAxeViolations(page)
  const isPhone = (page.viewportSize()?.width ?? 0) < 900
  for (const pane of keysOf(PANES)) {
    const nav = isPhone || page.url().endsWith('/settings') ? '.settings-panes' : '.settings-side nav'
    await page.locator(`${nav} a[href="${paneHref(pane)}"]`).press('Enter')
    await expect(page).toHaveURL(paneHref(pane))
    await expect(page.locator('.settings-side a[aria-current="page"]')).toHaveAttribute('href', paneHref(pane))
    await expectNoAxeViolations(page)
    if (!isPhone) continue
    await page.locator('.settings-back a').click()
    await expect(page).toHaveURL('/settings')
  }
})

test('an anchor of the time when the settings were one page leads to its pane', async ({ page }) => {
  await page.goto('/settings?done=saved#tokens')
  await expect(page).toHaveURL('/settings/tokens?done=saved#tokens')
  await expect(page.locator('.settings-done')).toBeVisible()
  await page.goto('/settings#sign-in')
  await expect(page).toHaveURL(settingsHref('sign-in'))
})

test('the search leads to a setting in either language', async ({ page }) => {
  await page.goto('/settings')
  for (const words of ['theme', 'ערכת']) {
    await page.locator('.settings-search input').fill(words)
    await page.keyboard.press('Enter')
    // Both words find the same setting, so the results of the first one would pass for those of the second.
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === words)
    await expect(page.locator('.settings-panes > li').first()).toContainText(/Colour theme|ערכת צבעים/)
    await expectNoAxeViolations(page)
  }
  await page.locator('.settings-panes a').first().click()
  await expect(page).toHaveURL('/settings/appearance#theme')
  await page.goto('/settings?q=zebra')
  await expect(page.locator('.empty')).toContainText('zebra')
  await expectNoAxeViolations(page)
})

test('settings are set and found again', async ({ page }) => {
  await page.goto(paneHref('appearance'))
  await page.locator('select[name="time_zone"]').selectOption('America/New_York')
  await page.locator('#appearance form[action="/settings/time-zone"] button').click()
  await expect(page.locator('.settings-done')).toBeVisible()
  await expectNoAxeViolations(page)
  await expect(page.locator('select[name="time_zone"]')).toHaveValue('America/New_York')
  await page.goto(settingsHref('agent'))
  await page.locator('textarea[name="agent_instructions"]').fill('תשובות בעברית')
  await page.locator('#agent button').click()
  await expect(page.locator('.settings-done')).toBeInViewport()
  await expect(page.locator('textarea[name="agent_instructions"]')).toHaveValue('תשובות בעברית')
})

test('a shortcut gets other keys, a clash is refused, and the new keys work', async ({ page }, { project }) => {
  test.skip(project.name.endsWith('phone'), 'there is no keyboard')
  await page.goto(settingsHref('keyboard'))
  const row = page.locator('.key-list > li').filter({ hasText: /^(Go to Today|מעבר אל היום)/ })
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
  await page.goto(settingsHref('delete'))
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
