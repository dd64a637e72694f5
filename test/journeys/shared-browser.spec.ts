import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { settingsHref } from '#base/settings-panes.ts'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const WORDS = 'Answer in Hebrew. תשובות קצרות'
const instructions = (page: Page) => page.locator('textarea[name="agent_instructions"]')
const save = (page: Page) => page.locator('form[action="/settings/agent"] button')
const provider = (page: Page) => page.locator('#confirm a[href^="/confirm/oidc/work"]')

// The provider. A service worker would ask for what a test refuses.
test.use({ expectedErrors: [/^other host: http:\/\/127\.0\.0\.1:|ERR_FAILED/], serviceWorkers: 'block' })

/** Somebody who signs in at a provider, and whose session was left open. */
async function staleSession(page: Page): Promise<void> {
  await page.goto('/login')
  await page.locator('a[href^="/auth/oidc/work"]').click()
  await expect(page).toHaveURL('/dashboard')
  await page.request.post('/api/welcome/ack')
  const token = (await page.context().cookies(page.url())).find(({ name }) => name.endsWith('session'))?.value
  const client = new Client({ connectionString: process.env[JOURNEYS_DATABASE] ?? '' })
  await client.connect()
  await client.query(
    `update sessions set proved_at = proved_at - interval '15 minutes' where token_hash = sha256($1::bytea)`,
    [token],
  )
  await client.end()
}

async function typeInstructions(page: Page): Promise<void> {
  await page.goto(settingsHref('agent'))
  await awake(page)
  await instructions(page).fill(WORDS)
  await save(page).click()
  await expect(page.locator('#confirm')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page
    .locator('form[action="/logout"]')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expect(page).toHaveURL(/\/signed-out\/work$/)
}

test('what was typed is still in the form after the person confirmed at a provider, and one press saves it', async ({
  page,
}) => {
  await staleSession(page)
  await typeInstructions(page)
  await provider(page).click()
  await expect(page).toHaveURL(settingsHref('agent'))
  await expect(instructions(page)).toHaveValue(WORDS)
  await expect(page.locator('.toast')).toContainText(/Press|לוחצים/)
  await expect(save(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.settings-done')).toBeVisible()
  await page.goto(settingsHref('agent'))
  await awake(page)
  await expect(instructions(page)).toHaveValue(WORDS)
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('the next person at a shared browser finds nothing of the one who signed out', async ({ page }) => {
  await staleSession(page)
  const answer = await page.request.post('/api/files', { data: { file_name: 'private-plan.md', content: 'private' } })
  const { file_id: id } = (await answer.json()) as { file_id: string }
  await page.goto(`/file/${id}`)
  await awake(page)
  await typeInstructions(page)
  // They leave for the provider, and give up.
  await page.route('**/confirm/oidc/**', (route) => route.abort('aborted'))
  await provider(page).click()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Hebrew')
  await page.goto('/files')
  await signOut(page)

  await newPerson(page, 'Gal')
  await page.goto(settingsHref('agent'))
  await awake(page)
  await expect(instructions(page)).toHaveValue('')
  const left = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(left).not.toMatch(/private|Hebrew/)
  await page.keyboard.press('Control+KeyK')
  await expect(page.locator('.palette')).toBeVisible()
  await expect(page.getByText('private-plan.md')).toHaveCount(0)
})
