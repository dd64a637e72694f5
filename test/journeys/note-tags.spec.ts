import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

async function withNotes(page: Page, contents: readonly string[]): Promise<string> {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'one.py', content: 'a = 1\nb = 2\n' } })
  const { file_id } = (await saved.json()) as { file_id: string }
  for (const content of contents)
    await page.request.post(`/api/sticky-notes/${file_id}`, { data: { content, line_start: 1, line_end: 1 } })
  return file_id
}

const tagsOf = async (page: Page, file: string) => {
  const answer = await page.request.get(`/api/sticky-notes/${file}`)
  const { notes } = (await answer.json()) as { notes: { tags: string[]; content: string }[] }
  return notes.toSorted((a, b) => (a.content < b.content ? -1 : 1)).map(({ tags }) => tags)
}

test('tags are typed in the menu of a note, saved while typing, and lead to their notes', async ({
  page,
  isMobile,
}) => {
  const file = await withNotes(page, ['first'])
  await page.goto(`/file/${file}`)
  await awake(page)
  // On a phone a note opens from its mark.
  if (isMobile) await page.locator('.note-mark').first().click()
  const note = page.locator('article.note').first()
  await note.locator('[popovertarget^="note-menu-"]').focus()
  await page.keyboard.press('Enter')
  const field = page.locator('.note-tags-field input')
  await field.focus()
  await page.keyboard.type('כסף, two words')
  await expect.poll(() => tagsOf(page, file)).toEqual([['כסף', 'two words']])
  await field.fill('a'.repeat(51))
  await expect(page.locator('.note-tags-field [role="alert"]')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  const tags = note.locator('.note-tags a')
  await expect(tags).toHaveText(['כסף', 'two words'])
  await tags.last().click()
  await page.waitForURL('/notes?q=tag%3A%22two%20words%22')
  await expect(page.locator('.inbox-note')).toHaveCount(1)
})

test('notes are ticked with the keyboard, tagged, coloured and deleted together, each with Undo', async ({ page }) => {
  const file = await withNotes(page, ['first', 'second', 'third'])
  await page.goto('/notes')
  await awake(page)
  const acts = page.locator('.note-bulk-acts')
  await expect(acts).toBeHidden()
  await page.keyboard.press('KeyJ')
  await page.keyboard.press('Shift+KeyX')
  await page.keyboard.press('KeyJ')
  await page.keyboard.press('Shift+KeyX')
  await expect(acts).toBeVisible()
  await expectNoAxeViolations(page)

  await page.locator('[popovertarget="note-bulk-tags"]').click()
  await page.keyboard.type('money')
  await page.keyboard.press('Enter')
  await expect.poll(() => tagsOf(page, file)).toEqual([[], ['money'], ['money']])
  // The server may have the tags before the page has its answer, and with it the offer to undo.
  await expect(page.locator('.toast button').last()).toBeVisible()
  await page.keyboard.press('Control+KeyZ')
  await expect.poll(() => tagsOf(page, file)).toEqual([[], [], []])

  await page.locator('.note-bulk [data-all]').check()
  await page.locator('[popovertarget="note-bulk-colors"]').click()
  await page.locator('.note-bulk-colors [value="color-green"]').click()
  await expect(page.locator('.inbox-note [data-color="green"]')).toHaveCount(3)

  await page.locator('.inbox-note .note-tick').first().check()
  await acts.locator('[value="delete"]').click()
  await expect(page.locator('.inbox-note')).toHaveCount(2)
  await page.locator('.toast button').last().click()
  await expect(page.locator('.inbox-note')).toHaveCount(3)
})
