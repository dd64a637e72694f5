import { settingsHref } from '#base/settings-panes.ts'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson, signIn } from './people.ts'
import { virtualAuthenticators, withoutFieldOffer } from './virtual-authenticator.ts'

const SIGN_IN = /Sign in with a passkey|כניסה עם מפתח גישה/
const CONFIRM = /Confirm with a passkey|אישור עם מפתח גישה/
const ADD = /Add a passkey|הוספת מפתח גישה/

async function invitation(page: Page): Promise<string> {
  await signIn(page, 'Noa')
  const made = await page.request.post('/admin/invitations', { form: { role: 'user', days: '7', note: '' } })
  await page.context().clearCookies()
  return /\/invite\/[\w-]{43}/.exec(await made.text())?.[0] ?? ''
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await awake(page)
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
}

/** Away from the page first: an open page asks for its reminders, and would be refused. This address is no page. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.context().clearCookies()
}

const methods = (page: Page) => page.locator('#sign-in .methods > li')

test.describe('by the button', () => {
  // The browser writes a line about every 401.
  test.use({ expectedErrors: [/status of 401/] })

  test('an invited person joins with a passkey, changes devices and returns with a recovery code', async ({ page }) => {
    await withoutFieldOffer(page)
    const devices = await virtualAuthenticators(page)
    const path = await invitation(page)

    const phone = await devices.insert()
    await open(page, path)
    await expectNoAxeViolations(page)
    await press(page, /passkey|מפתח גישה/)
    await expect(page.locator('#first-name:invalid')).toBeFocused()
    await page.locator('#first-name').fill('ליאת')
    await press(page, /passkey|מפתח גישה/)
    await expect(page).toHaveURL('/dashboard')
    await page.request.post('/api/welcome/ack')

    await signOut(page)
    await open(page, '/login?next=/settings/account')
    await expectNoAxeViolations(page)
    await press(page, SIGN_IN)
    await expect(page).toHaveURL('/settings/account')
    await awake(page)
    await press(page, ADD)
    await expect(page.locator('#sign-in').getByRole('alert')).toContainText(/already|כבר יש/)

    const lost = await phone.remove()
    const laptop = await devices.insert()
    await press(page, ADD)
    await expect(methods(page)).toHaveCount(2)
    await expectNoAxeViolations(page)
    await page.locator('form[action="/settings/sign-in/recovery-codes"] button').click()
    const code = (await page.locator('.recovery-codes code').first().textContent()) ?? ''
    await open(page, '/confirm?next=/settings/account')
    await expectNoAxeViolations(page)
    await press(page, CONFIRM)
    await expect(page).toHaveURL('/settings/account')
    await methods(page).first().locator('[popovertarget^="remove"]').click()
    await methods(page).first().locator('form[action$="/remove"] button').click()
    await expect(methods(page)).toHaveCount(1)

    await signOut(page)
    await laptop.remove()
    await devices.insert({ credentials: lost })
    await open(page, '/login')
    await press(page, SIGN_IN)
    await expect(page.getByRole('alert')).toContainText(/another way to sign in|בדרך אחרת/)
    await expectNoAxeViolations(page)
    await page.locator('a[href^="/login/recovery"]').click()
    await page.locator('#code').fill(code)
    await page.locator('.login-form button').click()
    await expect(page).toHaveURL(settingsHref('sign-in', { done: 'recovered' }))
  })

  test('a device without a passkey is told what to do, and the password form stays', async ({ page }) => {
    await withoutFieldOffer(page)
    await (await virtualAuthenticators(page)).insert()
    await open(page, '/login')
    await press(page, SIGN_IN)
    await expect(page.getByRole('alert')).toContainText(/Try again|לנסות שוב/)
    await expect(page.locator('#password')).toBeVisible()
  })
})

test('the user name field offers the passkey, which signs in', async ({ page }) => {
  await newPerson(page, 'שקד')
  await (await virtualAuthenticators(page)).insert()
  await open(page, settingsHref('sign-in'))
  await press(page, ADD)
  await expect(methods(page)).toHaveCount(2)
  await signOut(page)
  await page.goto('/login?next=/settings/account')
  await expect(page).toHaveURL('/settings/account')
  await expect(page.locator('#sign-in')).toBeVisible()
})

test('a browser without passkeys gets the other ways without a gap', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await open(page, '/login')
  await expect(page.getByRole('button', { name: SIGN_IN })).toBeHidden()
  // One word between the provider and the password, and none above the first way.
  await expect(page.locator('.login-or').filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('#password')).toBeVisible()
})
