import { settingsHref } from '#base/settings-panes.ts'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { firstSignIn, newPerson } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const OTHER_SITE = 'http://127.0.0.1:1/'
const START = '/settings/sign-in/oidc/home'
const methods = (page: Page) => page.locator('#sign-in .methods > li')

// The providers and the other site, and the browser's own lines about pages that refuse.
test.use({ expectedErrors: [/^other host: http:\/\/127\.0\.0\.1:|status of (401|403|404|405)/] })

test('a provider is added after a page that names the account there', async ({ page }) => {
  await newPerson(page)
  await page.goto(settingsHref('sign-in'))
  await page.locator(`form[action="${START}"] button`).click()
  await expect(page.locator('.login-card a.button-primary')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.locator('.login-card a.button-primary').click()
  await expect(page).toHaveURL(/\/settings\/sign-in\/link\//)
  await expect(page.locator('.login-identity')).toContainText('Mallory Levi')
  await expect(page.locator('.login-identity')).toContainText('mallory@example.org')
  await expect(page.locator('.login-identity')).toContainText('Rotem')
  await expectNoAxeViolations(page)
  await page.locator('.login-card button[type="submit"]').click()
  await expect(page.locator('.settings-done')).toBeVisible()
  await expect(methods(page)).toHaveCount(2)
  await expect(page.locator(`form[action="${START}"]`)).toHaveCount(0)

  // Back leads to the page again, and it is used up.
  await page.goBack()
  await page.goto(settingsHref('sign-in'))
  await expect(methods(page)).toHaveCount(2)
})

/** Up to the page that asks. */
async function beginLink(page: Page): Promise<void> {
  await page.goto(settingsHref('sign-in'))
  await page.locator(`form[action="${START}"] button`).click()
  await page.locator('.login-card a.button-primary').click()
  await expect(page.locator('.login-identity')).toBeVisible()
}
const accept = (page: Page) => page.locator('.login-card button[type="submit"]')

test('an account that is not theirs is left, and nothing is added', async ({ page }) => {
  await newPerson(page)
  await beginLink(page)
  await page.locator(`.login-card a[href="${settingsHref('sign-in')}"]`).click()
  await expect(methods(page)).toHaveCount(1)
})

test('the page that asks is for one session and one press, and the way to it for one visit', async ({
  page,
  browser,
  baseURL,
}) => {
  await newPerson(page)
  let callback = ''
  page.on('request', (request) => {
    if (request.url().includes('/callback?')) callback = request.url()
  })
  await beginLink(page)
  const asking = page.url()

  const elsewhere = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const other = await elsewhere.newPage()
  await firstSignIn(other, 'Gal')
  for (const url of [asking, callback]) {
    await other.goto(url)
    await expect(other.locator('.error-page, .login-card [role="alert"]')).toBeVisible()
  }
  await elsewhere.close()

  // A replay of the way back, in another tab, asks nothing; the page is still there, and is pressed in both tabs.
  const tab = await page.context().newPage()
  await tab.goto(callback)
  await expect(tab.locator('.login-card [role="alert"]')).toBeVisible()
  await tab.goto(asking)
  await accept(tab).click()
  await expect(tab.locator('.settings-done')).toBeVisible()
  await accept(page).click()
  await expect(page.locator('.error-page')).toBeVisible()
  await page.goto(settingsHref('sign-in'))
  await expect(methods(page)).toHaveCount(2)
})

test('a session that was left open has to confirm before it begins, and before it accepts', async ({ page }) => {
  await newPerson(page)
  await beginLink(page)
  await letSessionAge(page)
  await awake(page)
  await accept(page).click()
  await expect(page.locator('#confirm')).toBeVisible()
  await page.goto(settingsHref('sign-in'))
  await expect(methods(page)).toHaveCount(1)
  await awake(page)
  await page.locator(`form[action="${START}"] button`).click()
  await expect(page.locator('#confirm')).toBeVisible()
})

test('no link and no form of another site adds a provider to the account', async ({ page, baseURL }) => {
  // The victim: signed in here by the provider `work`, and at `home` as somebody else.
  await page.goto('/login')
  await page.locator('a[href^="/auth/oidc/work"]').click()
  await expect(page).toHaveURL('/dashboard')
  await page.request.post('/api/welcome/ack')
  const takeover = `${baseURL}/auth/oidc/work?next=${START}`
  const attacks = [
    `<a href="${takeover}">x</a>`,
    `<a href="${baseURL}${START}">x</a>`,
    `<form method="post" action="${baseURL}${START}"><button>x</button></form>`,
    `<form method="get" action="${baseURL}/auth/oidc/work"><input name="next" value="${START}"><button>x</button></form>`,
  ]
  for (const isStale of [false, true]) {
    if (isStale) await letSessionAge(page)
    for (const body of attacks) await attack(page, body)
  }
  await expectOneMethod(page)

  // Signed out here, and still signed in at the provider: our own page asks first.
  await page.context().clearCookies({ domain: 'localhost' })
  await attack(page, attacks[0] ?? '')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.locator('a[href^="/auth/oidc/work"]').click()
  await expect(page).toHaveURL(START)
  await expect(page.locator('.error-page')).toBeVisible()
  await expectOneMethod(page)
})

async function attack(page: Page, body: string): Promise<void> {
  await page.unroute(OTHER_SITE)
  await page.route(OTHER_SITE, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(OTHER_SITE)
  await page.locator('a, button').click()
  await page.waitForURL((url) => url.hostname === 'localhost')
  await expect(page.locator('.login-identity')).toHaveCount(0)
}

async function expectOneMethod(page: Page): Promise<void> {
  await page.goto(settingsHref('sign-in'))
  await expect(methods(page)).toHaveCount(1)
  await expect(methods(page)).toContainText('Work account')
}

/** As if the owner of this browser had proved who they are a quarter of an hour ago. */
async function letSessionAge(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name.endsWith('session'))?.value
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  await client.query(
    `update sessions set proved_at = proved_at - interval '15 minutes' where token_hash = sha256($1::bytea)`,
    [token],
  )
  await client.end()
}
