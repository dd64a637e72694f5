import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test('Back after signing out shows the login page, and unsent notes stay on the device', async ({ page }) => {
  await newPerson(page, 'Rotem')
  await page.request.post('/api/files', { data: { file_name: 'private-plan.md', content: 'private' } })
  await page.goto('/files')
  await expect(page.getByText('private-plan.md').first()).toBeVisible()
  await awake(page)
  await page.evaluate(() => localStorage.setItem('unsent', 'kept'))
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('private-plan.md')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('unsent'))).toBe('kept')
})

test('a page that comes out of the back-forward cache is loaded again', async ({ page }) => {
  await newPerson(page, 'Rotem')
  await page.goto('/dashboard')
  await awake(page)
  // Playwright switches the cache itself off, so the event is sent as the browser would.
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => {
    document.documentElement.dataset['left'] = 'yes'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await loaded
  await expect(page.locator('html')).not.toHaveAttribute('data-left')
  await expect(page.locator('h1')).toBeVisible()
})

test.describe('on another site', () => {
  test.use({ expectedErrors: [/^other host: http:\/\/127\.0\.0\.1:1\//] })

  test('a link to /logout asks before signing out', async ({ page, baseURL }) => {
    await newPerson(page, 'Rotem')
    await page.route('http://127.0.0.1:1/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/logout">x</a>` }),
    )
    await page.goto('http://127.0.0.1:1/')
    await page.getByRole('link').click()
    await expect(page.locator('main form[action="/logout"]')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.locator('main form[action="/logout"] button').click()
    await expect(page).toHaveURL('/')
    expect((await page.request.get('/api/stats')).status()).toBe(401)
  })
})
