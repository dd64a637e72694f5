import { settingsHref } from '#base/settings-panes.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { firstSignIn } from './people.ts'
import { ONCE } from './size.ts'

// The page of a file in the trash.
test.use({ expectedErrors: [[/404.*\/file\//], { scope: 'test' }] })

test('the first sign-in shows the welcome once, also with two tabs', ONCE, async ({ page, context }) => {
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

test('the welcome leads to a sample file, whose tour begins with a note on a line', async ({ page, isMobile }) => {
  await firstSignIn(page, 'Gil')
  await page.goto('/dashboard')
  await page.locator('dialog.welcome .button-primary').click()
  await expect(page).toHaveURL(/\/file\/[0-9a-f]{32}#L17$/)
  const card = page.locator('.tour')
  await expect(card).toContainText(/(Step|צעד) 1/)
  await expect(page.locator('.tour-target')).toBeInViewport()
  await expectNoAxeViolations(page)
  if (isMobile) await card.locator('.button-primary').click()
  else {
    await page.keyboard.press('KeyN')
    await page.keyboard.type('written in the tour')
    // The card does not cover the note, and goes on when it is written.
    await expect(card).toBeHidden()
    await expect(page.locator('.note textarea')).toHaveValue('written in the tour')
    await page.keyboard.press('Escape')
  }
  await expect(card).toContainText(/(Step|צעד) 2/)
  await expect(page.locator('.tour-target')).toBeVisible()
  // The bell of the note of the sample, which has the reminder, and not that of the note that was just written.
  if (!isMobile)
    await expect(page.locator('.note', { has: page.locator('.tour-target') })).toContainText(/^(?!.*written)/s)
  if (!isMobile) await expect(page.locator('.note').filter({ hasText: 'written in the tour' })).toBeVisible()
  // On a phone the page of a file has no link to a new one.
  for (const step of isMobile ? [2, 3, 4] : [2, 3, 4, 5]) {
    await expect(card).toContainText(new RegExp(`(Step|צעד) ${step}`))
    await expect(page.locator('.tour-target')).toBeInViewport()
    await card.locator('.button-primary').click()
  }
  await expect(card).toHaveCount(0)
  await expect(page.locator('.tour-target')).toHaveCount(0)
  const { count } = (await (await page.request.get('/api/sticky-notes/reminders/ahead')).json()) as { count: number }
  expect(count).toBe(1)
  await expectNoAxeViolations(page)
})

test('the tour can be left and repeated, and the sample is removed in one press', async ({ page, isMobile }) => {
  await firstSignIn(page, 'Gil')
  await page.goto('/files')
  await page.locator('dialog.welcome .button-primary').click()
  await expect(page.locator('.tour')).toBeVisible()
  const address = page.url()
  await page.keyboard.press('Escape')
  await expect(page.locator('.tour')).toHaveCount(0)
  await page.reload()
  await awake(page)
  const strip = page.locator('.viewer-strips')
  await strip.getByRole('button').first().click()
  await expect(page.locator('.tour')).toBeVisible()
  await page.keyboard.press('Escape')

  // From the settings and from the help: the same file.
  await page.goto(settingsHref('welcome'))
  await expectNoAxeViolations(page)
  await page.locator('#welcome form[action="/welcome/sample"] button').click()
  await expect(page.locator('.tour')).toBeVisible()
  await expect(page).toHaveURL(address)
  if (!isMobile) {
    await page.keyboard.press('Escape')
    await awake(page)
    await page.keyboard.press('Shift+Slash')
    await page.locator('dialog form[action="/welcome/sample"] button').click()
    await expect(page.locator('.tour')).toBeVisible()
    await expect(page).toHaveURL(address)
  }
  await page.keyboard.press('Escape')
  await strip.locator('form[action^="/files/bulk"] button').click()
  await expect(page).toHaveURL(/\/files\?done=trash/)
  await expect(page.locator('.notice a[href="/trash"]')).toBeVisible()
  const { items } = (await (await page.request.get('/api/files')).json()) as { items: unknown[] }
  expect(items).toEqual([])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a form makes the sample and ends the welcome', async ({ page }) => {
    await firstSignIn(page, 'Gil')
    await page.goto('/files')
    await page.locator('form[action="/welcome/sample"] button').click()
    await expect(page).toHaveURL(/\/file\/[0-9a-f]{32}\?tour=1#L17$/)
    await expect(page.locator('#code')).toContainText('greet')
    await expect(page.locator('form[action="/welcome/ack"]')).toHaveCount(0)
  })
})
