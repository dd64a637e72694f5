import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const PASSWORD = 'hare and tortoise'
const instructions = (page: Page) => page.locator('textarea[name="agent_instructions"]')

/** Somebody with a password, whose session was left open. */
async function staleSession(page: Page): Promise<void> {
  const name = `p${randomUUID().slice(0, 8)}`
  await newPerson(page, name)
  await page.request.post('/settings/sign-in/password', { data: { sign_in_name: name, password: PASSWORD } })
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  await client.query(
    `update sessions set proved_at = proved_at - interval '15 minutes'
     where user_id in (select user_id from users where first_name = $1)`,
    [name],
  )
  await client.end()
}

async function typeInstructions(page: Page): Promise<void> {
  await page.goto('/settings#agent')
  await awake(page)
  await instructions(page).fill('Answer in Hebrew. תשובות קצרות')
  await page.locator('form[action="/settings/agent"] button').click()
  await expect(page).toHaveURL(/\/confirm\?next=/)
}

async function signOut(page: Page): Promise<void> {
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page).toHaveURL('/')
}

test('what was typed is still in the form after the person confirmed, and is saved then', async ({ page }) => {
  await staleSession(page)
  await typeInstructions(page)
  await page.locator('[name="password"]').fill(PASSWORD)
  await page.locator('.login-card form button[type="submit"]').last().click()
  await expect(page).toHaveURL(/\/settings/)
  await expect(instructions(page)).toHaveValue('Answer in Hebrew. תשובות קצרות')
  await page.locator('form[action="/settings/agent"] button').click()
  await expect(page.locator('.settings-done')).toBeVisible()
  await page.reload()
  await expect(instructions(page)).toHaveValue('Answer in Hebrew. תשובות קצרות')
})

test('the next person at a shared browser finds nothing of the one who signed out', async ({ page }) => {
  await staleSession(page)
  const answer = await page.request.post('/api/files', { data: { file_name: 'private-plan.md', content: 'private' } })
  const { file_id: id } = (await answer.json()) as { file_id: string }
  await page.goto(`/file/${id}`)
  await awake(page)
  await typeInstructions(page)
  await signOut(page)

  await newPerson(page, 'Gal')
  await page.goto('/settings#agent')
  await awake(page)
  await expect(instructions(page)).toHaveValue('')
  const left = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(left).not.toMatch(/private|Hebrew/)
  await page.keyboard.press('Control+KeyK')
  await expect(page.locator('.palette')).toBeVisible()
  await expect(page.getByText('private-plan.md')).toHaveCount(0)
})
