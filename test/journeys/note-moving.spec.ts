import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'
import { fileOf, LABEL, TOTAL } from '../python-blocks.ts'

const say = (he: string, en: string) => (test.info().project.name.startsWith('he') ? he : en)
const isPhone = () => test.info().project.name.endsWith('phone')

async function saveFile(page: Page, data: object): Promise<string> {
  const made = await page.request.post('/api/files', { data })
  return ((await made.json()) as { file_id: string }).file_id
}

/** A note whose code was moved to billing/total.py; the page shows the box of the lost note. */
async function openLostNote(page: Page) {
  await newPerson(page)
  const from = await saveFile(page, { file_name: 'invoices.py', content: fileOf(TOTAL, LABEL) })
  const data = { content: 'Why not a decimal?', line_start: 1, line_end: 3 }
  const made = await page.request.post(`/api/sticky-notes/${from}`, { data })
  const { id: note } = (await made.json()) as { id: string }
  await page.request.put(`/api/files/${from}`, { data: { content: fileOf(LABEL), prev_version: 1 } })
  const to = await saveFile(page, { file_name: 'total.py', folder: 'billing', content: fileOf(TOTAL) })
  await page.goto(`/file/${from}`)
  await awake(page)
  await showLost(page)
  return { to, note }
}

async function showLost(page: Page): Promise<void> {
  const name = isPhone() ? say('פתק לא משויך', '1 unplaced note') : say('לא משויכים (1)', 'Unplaced (1)')
  await page.getByRole('button', { name }).click()
}

test('a note whose code is in another file of the library moves there, and back', async ({ page }) => {
  const { to, note } = await openLostNote(page)
  const offer = page.locator('.note-offer')
  await expect(offer.getByRole('link')).toHaveAttribute('href', `/file/${to}#L1`)
  await expect(offer).toContainText('billing/total.py L1-3')
  await expectNoAxeViolations(page)
  await offer.getByRole('button', { name: say('העברת הפתק', 'Move note') }).click()
  await expect(page.locator('.toast')).toContainText('billing/total.py')
  await expect(page.locator('.note')).toHaveCount(0)
  await page
    .locator('.toast')
    .getByRole('button', { name: say('ביטול', 'Undo') })
    .click()
  await expect(page.locator('.toast')).toContainText(say('הוחזר', 'moved back'))
  await showLost(page)
  await offer.getByRole('button', { name: say('העברת הפתק', 'Move note') }).click()
  await expect(page.locator('.note')).toHaveCount(0)
  await page.goto(`/file/${to}?note=${note}`)
  await awake(page)
  await expect(page.locator('.note')).toContainText('Why not a decimal?')
})

test('a dismissed offer stays dismissed, and the note stays lost', ONCE, async ({ page }) => {
  await openLostNote(page)
  const offer = page.locator('.note-offer')
  await offer.getByRole('button', { name: say('התעלמות', 'Dismiss') }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await awake(page)
  await showLost(page)
  await expect(page.locator('.note')).toContainText('Why not a decimal?')
  await expect(page.locator('.note-notice')).toBeVisible()
  await expect(offer).toHaveCount(0)
})
