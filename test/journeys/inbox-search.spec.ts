import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { resultMessages } from '#features/search/messages/results.ts'
import { searchMessages } from '#features/search/messages/query-language.ts'
import { SEARCH_STATES } from '#base/search-query/vocabulary.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const box = (page: Page) => page.locator('.note-search input[name="q"]')
const options = (page: Page) => page.getByRole('option')
const notes = (page: Page) => page.locator('.inbox-note')

async function open(page: Page) {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'a.md', content: 'one\ntwo\n' } })
  const { file_id: id } = (await saved.json()) as { file_id: string }
  for (const content of ['buy milk and bread', 'bread, later\n\n- [ ] bake'])
    expect((await page.request.post(`/api/sticky-notes/${id}`, { data: { content } })).status()).toBe(201)
  await page.goto('/notes')
  await awake(page)
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...searchMessages(locale), ...resultMessages(locale), locale }
}

test('the box of /notes understands the language of the search and suggests what notes have', async ({ page }) => {
  const t = await open(page)
  await expect(notes(page)).toHaveCount(2)
  await box(page).click()
  await expect(box(page)).toHaveAttribute('role', 'combobox')
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveCount(6)
  await page.keyboard.press('Escape')
  await page.keyboard.type('bread is:')
  await expect(options(page)).toHaveText([
    `untagged${SEARCH_STATES.untagged.means[t.locale]}`,
    `task${SEARCH_STATES.task.means[t.locale]}`,
    `due${SEARCH_STATES.due.means[t.locale]}`,
  ])
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('bread is:task ')
  await expect(notes(page)).toHaveCount(1)
  await expect(notes(page).locator('mark')).toHaveText(['bread'])
  await box(page).fill('/b.+d/ -milk')
  await expect(notes(page)).toHaveCount(1)
  await box(page).fill('bread lang:go')
  await expect(page.getByRole('alert')).toContainText(t.not_for_notes('lang:'))
  await expect(page.locator('.search-wrong-query mark')).toHaveText('lang:go')
  await expectNoAxeViolations(page)
  await page.locator('.inbox-results a[href^="/search"]').click()
  await expect(page).toHaveURL(/\/search\?q=bread%20lang%3Ago/)
})
