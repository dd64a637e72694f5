import { paneHref, settingsHref } from '#base/settings-panes.ts'
import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from '@playwright/test'
import { Client } from 'pg'
import { awake, expect, test, writeAsOurOwn } from './fixtures.ts'
import { newPerson } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'
import { ONCE } from './size.ts'
import { virtualAuthenticators, withoutFieldOffer } from './virtual-authenticator.ts'

const SIGN_IN = /Sign in with a passkey|כניסה עם מפתח גישה/
const CONFIRM = /Confirm with a passkey|אישור עם מפתח גישה/
const ADD = /Add a passkey|הוספת מפתח גישה/
const REFUSED = /could not be verified|לא אומת/
const PASSWORD = 'hare and tortoise'
const ADD_PATH = '/settings/sign-in/passkey'

// The browser writes a line about every refusal.
test.use({ expectedErrors: [/status of (401|403)/] })

type Device = { page: Page; devices: Awaited<ReturnType<typeof virtualAuthenticators>> }

/** The page of the test, with an authenticator that is asked by the button only. */
async function deviceOf(page: Page): Promise<Device> {
  await withoutFieldOffer(page)
  return { page, devices: await virtualAuthenticators(page) }
}

/** Another browser, with cookies and an authenticator of its own. Its console is not watched. */
async function otherDevice(browser: Browser, baseURL: string | undefined): Promise<Device> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const page = await context.newPage()
  writeAsOurOwn(page.request)
  return deviceOf(page)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await awake(page)
}
const button = (page: Page, name: RegExp) => page.getByRole('button', { name })
const alert = (page: Page) => page.locator('.passkey').getByRole('alert')
const methods = (page: Page) => page.locator('#sign-in .methods > li')

/** A new person with a password, so that another device can come in, and with a passkey of this one. */
async function personWithPasskey({ page, devices }: Device) {
  const name = `p${randomUUID().slice(0, 8)}`
  await newPerson(page, name)
  await page.request.post('/settings/sign-in/password', { data: { sign_in_name: name, password: PASSWORD } })
  const authenticator = await devices.insert()
  await addPasskey(page, 3)
  return { name, authenticator }
}

async function addPasskey(page: Page, count: number): Promise<void> {
  await open(page, settingsHref('sign-in'))
  await button(page, ADD).click()
  await expect(methods(page)).toHaveCount(count)
}

async function signInWithPassword(page: Page, name: string): Promise<void> {
  await open(page, '/login?next=/settings/account')
  await page.locator('[name="sign_in_name"]').fill(name)
  await page.locator('[name="password"]').fill(PASSWORD)
  await page.locator('.login-card form button[type="submit"]').last().click()
  await expect(page).toHaveURL('/settings/account')
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.context().clearCookies()
}

async function sessionCookie(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name.endsWith('session'))?.value
}

/** Holds the next answer of a ceremony on its way to the server, while something else happens. */
async function holdNext(page: Page, path: string) {
  const { promise: reached, resolve: reach } = Promise.withResolvers<string>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      reach(route.request().postData() ?? '')
      await released
      await route.continue()
    },
    { times: 1 },
  )
  return { reached, release }
}

async function query(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql, values)
  await client.end()
  return rows
}

async function letSessionsAge(firstName: string, by = '15 minutes'): Promise<void> {
  const people = 'select user_id from users where first_name = $1'
  await query(`update sessions set proved_at = proved_at - $2::interval where user_id in (${people})`, [firstName, by])
}

async function passkeysOf(firstName: string): Promise<number> {
  const sql = 'select from passkeys where user_id in (select user_id from users where first_name = $1)'
  return (await query(sql, [firstName])).length
}

/** Told in words, with nobody signed in, and the page can still be used. */
async function expectRefused(page: Page, again: Locator): Promise<void> {
  await expect(alert(page)).toContainText(REFUSED)
  await expect(again).toHaveAttribute('aria-disabled', 'false')
}

test(
  'two devices have a passkey each, and one that is removed elsewhere no longer signs in or confirms',
  ONCE,
  async ({ page, browser, baseURL }) => {
    const { name } = await personWithPasskey(await deviceOf(page))
    const { page: laptop, devices } = await otherDevice(browser, baseURL)
    await signInWithPassword(laptop, name)
    await devices.insert()
    await addPasskey(laptop, 4)
    await signOut(laptop)
    await open(laptop, '/login?next=/settings/account')
    await button(laptop, SIGN_IN).click()
    await expect(laptop).toHaveURL('/settings/account')
    await signOut(page)
    await open(page, '/login?next=/settings/account')
    await button(page, SIGN_IN).click()
    await expect(page).toHaveURL('/settings/account')

    // The laptop is asked to confirm, and then to sign in, while the phone removes its passkey.
    await open(laptop, '/confirm?next=/settings')
    const confirmation = await holdNext(laptop, '/confirm/passkey')
    await button(laptop, CONFIRM).click()
    await confirmation.reached
    await open(page, settingsHref('sign-in'))
    await methods(page).last().locator('[popovertarget^="remove"]').click()
    await methods(page).last().locator('form[action$="/remove"] button').click()
    await expect(methods(page)).toHaveCount(3)
    confirmation.release()
    await expectRefused(laptop, button(laptop, CONFIRM))
    await expect(laptop.locator('[name="password"]')).toBeVisible()

    await signOut(laptop)
    await open(laptop, '/login')
    await button(laptop, SIGN_IN).click()
    await expectRefused(laptop, button(laptop, SIGN_IN))
    expect(await sessionCookie(laptop)).toBeUndefined()
    await expect(laptop.locator('#password')).toBeVisible()
    await laptop.context().close()
  },
)

test(
  'a response is used once: not again, not in another tab, not by another browser',
  ONCE,
  async ({ page, browser, baseURL }) => {
    const phone = await deviceOf(page)
    await personWithPasskey(phone)
    await signOut(page)
    await open(page, '/login?next=/settings/account')
    const held = await holdNext(page, '/auth/passkey')
    await button(page, SIGN_IN).click()
    const response = await held.reached

    // Another tab of the same browser finishes what this one began.
    const tab = await page.context().newPage()
    await tab.goto('/login')
    expect(await post(tab, '/auth/passkey', response)).toEqual({ status: 200 })
    const session = await sessionCookie(page)
    held.release()
    await expectRefused(page, button(page, SIGN_IN))

    const { page: stranger } = await otherDevice(browser, baseURL)
    await stranger.goto('/login')
    for (const other of [tab, stranger]) {
      expect(await post(other, '/auth/passkey', response)).toEqual({ status: 401, code: 'passkey_refused' })
      expect(await post(other, '/confirm/passkey', response)).toMatchObject({ status: 401 })
    }
    expect(await sessionCookie(stranger)).toBeUndefined()
    expect(await sessionCookie(page)).toBe(session)
    await stranger.context().close()
  },
)

/** From the page itself, so with its cookies, its origin and its headers. */
async function post(page: Page, path: string, body: string): Promise<{ status: number; code?: string }> {
  return page.evaluate(
    async ([url, text]) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: text })
      const { code } = (await answer.json()) as { code?: string }
      return { status: answer.status, ...(code !== undefined && { code }) }
    },
    [path, body] as const,
  )
}

test('a passkey made for one person is not stored for the person who signed in meanwhile', ONCE, async ({ page }) => {
  const { devices } = await deviceOf(page)
  await devices.insert()
  const [first, second] = [`a${randomUUID().slice(0, 8)}`, `b${randomUUID().slice(0, 8)}`]
  await newPerson(page, first)
  await open(page, settingsHref('sign-in'))
  const held = await holdNext(page, ADD_PATH)
  await button(page, ADD).click()
  const response = await held.reached
  await page.context().clearCookies()
  await newPerson(page, second)
  held.release()
  await expectRefused(page, button(page, ADD))
  expect(await post(page, ADD_PATH, response)).toEqual({ status: 401, code: 'passkey_refused' })
  expect([await passkeysOf(first), await passkeysOf(second)]).toEqual([0, 0])
})

test('a ceremony that the person cancels is told, and the next press works', ONCE, async ({ page }) => {
  const { devices } = await deviceOf(page)
  const name = `p${randomUUID().slice(0, 8)}`
  await newPerson(page, name)
  const device = await devices.insert()
  await device.verify(false)
  await open(page, settingsHref('sign-in'))
  await button(page, ADD).click()
  await expect(alert(page)).toContainText(/No passkey was created|לא נוצר/)
  expect(await passkeysOf(name)).toBe(0)
  await device.verify(true)
  await button(page, ADD).click()
  await expect(methods(page)).toHaveCount(2)

  await device.verify(false)
  for (const [path, name, done] of [
    ['/confirm?next=/settings', CONFIRM, '/settings'],
    ['/login?next=/files', SIGN_IN, '/files'],
  ] as const) {
    if (name === SIGN_IN) await signOut(page)
    await open(page, path)
    await button(page, name).click()
    await expect(alert(page)).toContainText(/No passkey was used|לא נעשה שימוש/)
    await device.verify(true)
    await button(page, name).click()
    await expect(page).toHaveURL(done)
    await device.verify(false)
  }
})

test('a session that ends or ages in the middle of adding stores nothing and leads on', ONCE, async ({ page }) => {
  const { devices } = await deviceOf(page)
  const name = `p${randomUUID().slice(0, 8)}`
  await newPerson(page, name)
  await devices.insert()

  await open(page, settingsHref('sign-in'))
  const aging = await holdNext(page, ADD_PATH)
  await button(page, ADD).click()
  await aging.reached
  await letSessionsAge(name)
  aging.release()
  await expect(page).toHaveURL(/\/confirm\?next=/)
  expect(await passkeysOf(name)).toBe(0)
  await open(page, paneHref('account'))
  await button(page, ADD).click()
  await expect(page.locator('#confirm')).toBeVisible()
  expect(await passkeysOf(name)).toBe(0)

  await letSessionsAge(name, '-15 minutes')
  await open(page, paneHref('account'))
  const ending = await holdNext(page, ADD_PATH)
  await button(page, ADD).click()
  await ending.reached
  await page.context().clearCookies()
  ending.release()
  await expect(alert(page)).toBeVisible()
  await expect(page.locator('a[href^="/login"]').first()).toBeVisible()
  expect(await passkeysOf(name)).toBe(0)
})

test('two ceremonies at once in one browser: two presses are one, and two tabs are two', ONCE, async ({ page }) => {
  await personWithPasskey(await deviceOf(page))
  await signOut(page)
  const offered = page.waitForResponse('**/auth/passkey/options')
  await open(page, '/login?next=/settings/account')
  // For the field, which goes without here.
  await offered
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/passkey/options')) asked += 1
  })
  const held = await holdNext(page, '/auth/passkey')
  await button(page, SIGN_IN).dblclick()
  await held.reached
  expect(asked).toBe(1)

  const { page: tab, devices } = await deviceOf(await page.context().newPage())
  await devices.insert()
  await open(tab, '/login')
  await button(tab, SIGN_IN).click()
  await expect(alert(tab)).toContainText(/No passkey was used|לא נעשה שימוש/)
  held.release()
  await expect(page).toHaveURL('/settings/account')
})

test(
  'a passkey with the handle of somebody else, and a copy that counts behind, are refused',
  ONCE,
  async ({ page, browser, baseURL }) => {
    const victim = await otherDevice(browser, baseURL)
    const theirs = await (await personWithPasskey(victim)).authenticator.credentials()
    const attacker = await deviceOf(page)
    const { authenticator } = await personWithPasskey(attacker)
    const own = await authenticator.remove()
    await signOut(page)
    await open(page, '/login?next=/settings/account')
    const forged = own.map((credential) => ({ ...credential, userHandle: theirs[0]?.userHandle ?? '' }))
    const impostor = await attacker.devices.insert({ credentials: forged })
    await button(page, SIGN_IN).click()
    await expectRefused(page, button(page, SIGN_IN))
    expect(await sessionCookie(page)).toBeUndefined()
    await impostor.remove()

    const genuine = await attacker.devices.insert({ credentials: own })
    await button(page, SIGN_IN).click()
    await expect(page).toHaveURL('/settings/account')
    await genuine.remove()
    await signOut(page)
    await attacker.devices.insert({ credentials: own })
    await open(page, '/login')
    await button(page, SIGN_IN).click()
    await expectRefused(page, button(page, SIGN_IN))
    expect(await sessionCookie(page)).toBeUndefined()
    await victim.page.context().close()
  },
)
