import { expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson, signIn } from './people.ts'

const PAGES = [
  '/admin',
  '/admin/users',
  '/admin/users?q=nobody-is-called-that',
  '/admin/acts',
  '/admin/verify-indexes',
  '/admin/jobs',
  '/admin/announcements',
]

test('every page of administration is reached from /admin and has no accessibility violations', async ({ page }) => {
  await signIn(page, 'Noa')
  await page.goto('/admin')
  for (const href of ['/admin/users', '/admin/acts', '/admin/verify-indexes', '/admin/jobs', '/admin/announcements'])
    await expect(page.locator(`.admin-links a[href="${href}"]`)).toBeVisible()
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await expectNoAxeViolations(page)
  }
})

test('people and acts have no accessibility violations in any theme', async ({ page }) => {
  await signIn(page, 'Noa')
  for (const path of ['/admin', '/admin/users', '/admin/acts']) {
    await page.goto(path)
    await expectNoAxeViolationsInAnyTheme(page)
  }
})

test('a role is given and taken back, sessions are ended, and both stand in the record', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Rotem ${Date.now()}`
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' })
  const their = await theirs.newPage()
  await newPerson(their, name)

  await signIn(page, 'Noa')
  await page.goto('/admin/users')
  await page.locator('input[name="q"]').fill(name)
  await page.locator('.people-filter button').click()
  const row = page.locator('.person', { hasText: name })
  await expect(row).toHaveCount(1)
  await row.locator('select').selectOption('premium')
  await row.locator('form[action$="/role"] button').click()
  const told = page.getByRole('status').locator('.people-notice')
  await expect(told).toContainText(name)
  await expect(page.locator('input[name="q"]')).toHaveValue(name)
  await expect(row.locator('select')).toHaveValue('premium')
  await expectNoAxeViolations(page)

  await told.getByRole('button').click()
  await expect(row.locator('select')).toHaveValue('user')

  await row.locator('form[action$="/sessions/end"] button').click()
  await expect(row.locator('form[action$="/sessions/end"] button')).toBeDisabled()
  await their.goto('/files')
  await expect(their).toHaveURL(/\/login/)
  await theirs.close()

  await page.goto('/admin/acts')
  await expect(page.locator('.acts > li', { hasText: name })).toHaveCount(3)
  await page.locator('.acts > li', { hasText: name }).first().getByRole('link').click()
  await expect(page.locator('.person', { hasText: name })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a role is changed all the same', async ({ page, browser, baseURL }) => {
    const name = `Script ${Date.now()}`
    const theirs = await browser.newContext({ baseURL: baseURL ?? '' })
    await newPerson(await theirs.newPage(), name)
    await theirs.close()
    await signIn(page, 'Noa')
    await page.goto(`/admin/users?q=${encodeURIComponent(name)}`)
    await page.locator('.person select').selectOption('premium')
    await page.locator('.person form[action$="/role"] button').click()
    await expect(page.locator('.person select')).toHaveValue('premium')
  })
})
