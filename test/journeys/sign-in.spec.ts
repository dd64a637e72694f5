import { settingsHref } from '#base/settings-panes.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { awake, expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson, signIn } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const PASSWORD = 'hare and tortoise'
const uniqueName = () => `p${randomUUID().slice(0, 8)}`

/** Makes an invitation as Noa, and leaves nobody signed in. */
async function invite(page: Page): Promise<string> {
  await signIn(page, 'Noa')
  await page.goto('/admin/users')
  await page.locator('#invitations input[name="note"]').fill('עבור Dana')
  await page.locator('#invitations form[action="/admin/invitations"] button').click()
  const link = await page.locator('.invitation-created input').inputValue()
  await expectNoAxeViolations(page)
  await page.context().clearCookies()
  return link
}

async function submit(page: Page): Promise<void> {
  await page.locator('.login-card form button[type="submit"]').last().click()
}

test.describe('with a password', () => {
  // The browser's own lines about the pages that say what was wrong.
  test.use({ expectedErrors: [/status of (400|401)/] })

  test('an invited person joins with a password, signs out, mistypes it and signs in again', async ({ page }) => {
    const name = uniqueName()
    await page.goto(await invite(page))
    await page.locator('[name="first_name"]').fill('Dana בדיקה')
    await page.locator('[name="sign_in_name"]').fill(name)
    await page.locator('[name="password"]').fill('password12345')
    await submit(page)
    await expect(page.locator('#password-error')).toBeVisible()
    await expect(page.locator('#password')).toBeFocused()
    await expect(page.locator('[name="sign_in_name"]')).toHaveValue(name)
    await expectNoAxeViolations(page)
    await page.locator('[name="password"]').fill(PASSWORD)
    await submit(page)
    await expect(page).toHaveURL('/dashboard')

    await page.request.post('/logout')
    await page.goto('/login?next=/files')
    await expectNoAxeViolations(page)
    await page.locator('[name="sign_in_name"]').fill(name)
    await page.locator('[name="password"]').fill('wrong password!')
    await submit(page)
    await expect(page.locator('.login-card [role="alert"]')).toBeVisible()
    await page.locator('[name="password"]').fill(PASSWORD)
    await submit(page)
    await expect(page).toHaveURL('/files')
  })
})

test('what was typed as a password is shown, and hidden again before it is sent', async ({ page }) => {
  await page.goto('/login')
  await awake(page)
  const [password, toggle] = [page.locator('#password'), page.locator('.password-toggle')]
  await password.fill('tortoise')
  await toggle.press('Enter')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(toggle).toHaveAccessibleName(/Hide the password|הסתרת הסיסמה/)
  await expectNoAxeViolations(page)
  await page.locator('form.login-form').evaluate((form: HTMLFormElement) => {
    form.addEventListener('submit', (event) => event.preventDefault())
    form.requestSubmit()
  })
  // The name is missing, so the form is not sent, and what was typed stays in sight.
  await expect(password).toHaveAttribute('type', 'text')
  await page.locator('[name="sign_in_name"]').fill('dana')
  await password.press('Enter')
  await expect(password).toHaveAttribute('type', 'password')
})

test.describe('at an OpenID Connect provider', () => {
  test.use({ expectedErrors: [/^other host: http:\/\/127\.0\.0\.1:/] })

  test('a person signs in, and the browser remembers how', async ({ page }) => {
    await page.goto('/login?next=/files')
    await page.locator('a[href^="/auth/oidc/work"]').click()
    await expect(page).toHaveURL('/files')
    await page.request.post('/api/welcome/ack')
    await page.goto(settingsHref('sign-in'))
    await expect(page.locator('#sign-in .method-name')).toContainText('Work account')
    await expectNoAxeViolations(page)
    await page.locator('#account form[action="/logout"] button').click()
    await expect(page).toHaveURL('/signed-out/work')
    await expectNoAxeViolations(page)
    await page.goto('/login')
    await expect(page.locator('.login-way').first()).toContainText('Work account')
  })
})

test.describe('a session that was left open', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('confirms in a dialog, which then does what was begun', async ({ page }) => {
    const name = uniqueName()
    await newPerson(page, name)
    await page.goto(settingsHref('sign-in'))
    await page.locator('#sign-in a[href="/settings/sign-in/password"]').click()
    await page.locator('[name="sign_in_name"]').fill(name.replace('p', 'q'))
    await page.locator('[name="password"]').fill(PASSWORD)
    await expectNoAxeViolations(page)
    await submit(page)
    await expect(page.locator('.settings-done')).toBeVisible()
    await expect(page.locator('#sign-in .methods > li')).toHaveCount(2)

    await letSessionsAge(name)
    await awake(page)
    const codes = page.locator('form[action="/settings/sign-in/recovery-codes"] button')
    await codes.press('Enter')
    const password = page.locator('#confirm [name="password"]')
    await expect(password).toBeFocused()
    await expectNoAxeViolationsInAnyTheme(page)
    await page.keyboard.press('Escape')
    await expect(codes).toBeFocused()
    await page.keyboard.press('Enter')
    await password.fill('not the password')
    await page.keyboard.press('Enter')
    await expect(page.locator('#confirm-password-error')).toBeVisible()
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('aria-describedby', 'confirm-password-error')
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    // The dialog finishes what was begun.
    await expect(page.locator('.recovery-codes li')).toHaveCount(10)
    await expectNoAxeViolations(page)
  })

  test('confirms on a page of its own where there is no script', async ({ browser, page, baseURL }) => {
    const name = uniqueName()
    await newPerson(page, name)
    await page.request.post('/settings/sign-in/password', { data: { sign_in_name: name, password: PASSWORD } })
    await letSessionsAge(name)
    const storageState = await page.context().storageState()
    const plain = await browser.newContext({ ...(baseURL && { baseURL }), storageState, javaScriptEnabled: false })
    const tab = await plain.newPage()
    await tab.goto(settingsHref('tokens'))
    await tab.locator('.token-form input[name="name"]').fill('x')
    await tab.locator('.token-form button').click()
    await expect(tab).toHaveURL('/confirm?next=%2Fsettings%2Ftokens')
    await expect(tab.locator('.password-toggle')).toBeHidden()
    await tab.locator('[name="password"]').fill(PASSWORD)
    await tab.locator('.login-form button[type="submit"]').last().click()
    await expect(tab).toHaveURL('/settings/tokens')
    await plain.close()
  })

  test('sends an invitation with what was typed before the dialog, and its link is copied', async ({ page }) => {
    const name = uniqueName()
    await newPerson(page, name)
    await page.request.post('/settings/sign-in/password', { data: { sign_in_name: name, password: PASSWORD } })
    await runSql('update users set role = $2 where first_name = $1', [name, 'admin'])
    await letSessionsAge(name)
    await page.goto('/admin/users#invitations')
    await awake(page)
    const form = page.locator('.invitation-form')
    await form.locator('input[name="note"]').fill('עבור Dana')
    await form.locator('select[name="role"]').selectOption('premium')
    await form.locator('select[name="days"]').selectOption('30')
    await form.locator('button').click()
    await page.locator('#confirm [name="password"]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const link = page.locator('.invitation-created input')
    await expect(link).toHaveValue(/\/invite\//)
    await awake(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('.invitation-created [data-do="copy"]').click()
    await expect(page.locator('.invitation-created [data-do="copy"][data-done]')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await page.goto('/admin/users')
    await expect(page.locator('#invitations .methods > li').first()).toContainText('עבור Dana')
  })

  test('of an account that cannot confirm is told what it cannot do', async ({ page }) => {
    const name = uniqueName()
    await newPerson(page, name)
    await letSessionsAge(name)
    await page.goto(settingsHref('delete'))
    await awake(page)
    await page.locator('#delete input[name="confirm"]').check()
    await page.locator('#delete .button-danger').click()
    await expect(page.locator('#confirm form[action="/logout"] button')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.goto('/confirm?next=/settings/danger')
    await expectNoAxeViolations(page)
    await page.locator('.login-card a[href="/settings/danger"]').click()
    await expect(page.locator('#delete input[name="confirm"]')).not.toBeChecked()
  })
})

/** As if the person had signed in a quarter of an hour ago. */
async function letSessionsAge(firstName: string): Promise<void> {
  await runSql(
    `update sessions set proved_at = proved_at - interval '15 minutes'
     where user_id in (select user_id from users where first_name = $1)`,
    [firstName],
  )
}

async function runSql(statement: string, values: string[]): Promise<void> {
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}
