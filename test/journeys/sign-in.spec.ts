import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
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
    await expect(page.locator('.login-card [role="alert"]')).toBeVisible()
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

test.describe('at an OpenID Connect provider', () => {
  test.use({ expectedErrors: [/^other host: http:\/\/127\.0\.0\.1:/] })

  test('a person signs in, and the browser remembers how', async ({ page }) => {
    await page.goto('/login?next=/files')
    await page.locator('a[href^="/auth/oidc/work"]').click()
    await expect(page).toHaveURL('/files')
    await page.request.post('/api/welcome/ack')
    await page.goto('/settings#sign-in')
    await expect(page.locator('#sign-in .method-name')).toContainText('Work account')
    await expectNoAxeViolations(page)
    await page.locator('#account form[action="/logout"] button').click()
    await expect(page).toHaveURL('/signed-out/work')
    await expectNoAxeViolations(page)
    await page.goto('/login')
    await expect(page.locator('.login-way').first()).toContainText('Work account')
  })
})

test('a second method is added, and a session that was left open has to confirm', async ({ page }) => {
  const name = uniqueName()
  await newPerson(page, name)
  await page.goto('/settings#sign-in')
  // On a narrow screen the row about notifications becomes higher, and what is below moves away from the pointer.
  await expect(page.locator('.this-device:not([inert])')).toBeVisible()
  await page.locator('#sign-in a[href="/settings/sign-in/password"]').click()
  await page.locator('[name="sign_in_name"]').fill(name.replace('p', 'q'))
  await page.locator('[name="password"]').fill(PASSWORD)
  await expectNoAxeViolations(page)
  await submit(page)
  await expect(page.locator('.settings-done')).toBeVisible()
  await expect(page.locator('#sign-in .methods > li')).toHaveCount(2)

  await letSessionsAge(name)
  await page.locator('#sign-in form[action="/settings/sign-in/recovery-codes"] button').click()
  await expect(page).toHaveURL(/\/confirm\?next=/)
  await expectNoAxeViolations(page)
  await page.locator('[name="password"]').fill(PASSWORD)
  await submit(page)
  await expect(page).toHaveURL(/\/settings/)
  await page.locator('#sign-in form[action="/settings/sign-in/recovery-codes"] button').click()
  await expect(page.locator('.recovery-codes li')).toHaveCount(10)
  await expectNoAxeViolations(page)
})

/** As if the person had signed in a quarter of an hour ago. */
async function letSessionsAge(firstName: string): Promise<void> {
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  await client.query(
    `update sessions set proved_at = proved_at - interval '15 minutes'
     where user_id in (select user_id from users where first_name = $1)`,
    [firstName],
  )
  await client.end()
}
