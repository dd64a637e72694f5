import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const LINES = Array.from({ length: 60 }, (_, i) => (i % 6 === 5 ? '' : `value_${i + 1} = compute(${i + 1})`))

async function openEditorWithNote(page: Page): Promise<string> {
  const file_name = `${randomUUID().slice(0, 8)}.py`
  const created = await page.request.post('/api/files', { data: { file_name, content: LINES.join('\n') } })
  const { file_id: id } = (await created.json()) as { file_id: string }
  await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'why twenty', line_start: 20, line_end: 21 } })
  await page.goto(`/file/${id}/edit`)
  await expect(mark(page, 'why twenty')).toBeVisible()
  return id
}

type Stored = { content: string; line_start: number | null; place: { state: string; line_start: number | null } | null }

async function stored(page: Page, id: string, content: string): Promise<Stored | undefined> {
  const answer = await page.request.get(`/api/sticky-notes/${id}`)
  return ((await answer.json()) as { notes: Stored[] }).notes.find((note) => note.content === content)
}

const mark = (page: Page, text: string) => page.locator(`.note-mark[title*="${text}"]`)
const status = (page: Page) => page.locator('#editor-status')

test.beforeEach(({ page }) => newPerson(page))

test('notes stay beside their lines while the text is typed, and are there after saving', async ({ page }) => {
  const id = await openEditorWithNote(page)
  await expect(mark(page, 'L20-21')).toBeVisible()
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('import this\n\n')
  await expect(mark(page, 'L22-23')).toBeVisible()
  // Undo brings the lines back, and the note with them.
  await page.keyboard.press('Control+z')
  await expect(mark(page, 'L20-21')).toBeVisible()
  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveAttribute('data-tone', 'success')
  await expect(mark(page, 'L22-23')).toBeVisible()
  expect((await stored(page, id, 'why twenty'))?.place).toMatchObject({ state: 'shifted', line_start: 22 })
  await expectNoAxeViolations(page)
})

test('a note on the whole file begins level with the text, below the head of the page', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone shows its notes in a sheet')
  const id = await openEditorWithNote(page)
  await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'one\n\ntwo\n\nthree' } })
  await page.goto(`/file/${id}/edit`)
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y
  await expect(page.locator('.notes-slot')).toHaveCount(2)
  await expect.poll(async () => (await top('.notes-slot')) === (await top('.editor-host'))).toBe(true)
})

test('a note written with the keyboard on lines that are not saved is on them after saving', async ({ page }) => {
  const id = await openEditorWithNote(page)
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText('first = 1\nsecond = 2\n')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.insertText('on the second line')
  await page.keyboard.press('Control+Enter')
  await expect(mark(page, 'on the second line')).toHaveAttribute('title', /L2\b/)
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveAttribute('data-tone', 'success')
  await expect.poll(async () => (await stored(page, id, 'on the second line'))?.line_start).toBe(2)
  await page.goto(`/file/${id}`)
  await expect(page.locator('#L2 .note-mark')).toBeVisible()
})
