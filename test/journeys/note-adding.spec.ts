import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'

const isPhone = () => test.info().project.name.endsWith('phone')
const say = (he: string, en: string) => (test.info().project.name.startsWith('he') ? he : en)
const LINES = Array.from({ length: 60 }, (_, i) => `value_${i + 1} = compute(${i + 1})`)

async function openFile(page: Page): Promise<string> {
  const file_name = `${randomUUID().slice(0, 8)}.py`
  const answer = await page.request.post('/api/files', { data: { file_name, content: LINES.join('\n') } })
  const id = ((await answer.json()) as { file_id: string }).file_id
  await page.goto(`/file/${id}`)
  await awake(page)
  return id
}

async function stored(page: Page, id: string): Promise<{ line_start: number | null; line_end: number | null }[]> {
  const answer = await page.request.get(`/api/sticky-notes/${id}`)
  return ((await answer.json()) as { notes: { line_start: number | null; line_end: number | null }[] }).notes
}

const addNote = () => say('הוספת פתק', 'Add note')

/** Selects whole lines as a pointer would, and lets go. */
async function selectLines(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(
    ([first, last]) => {
      const start = document.querySelector(`#L${first} > code`)
      const end = document.querySelector(`#L${last} > code`)
      if (start && end) window.getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length)
      document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    },
    [from, to],
  )
}

test.beforeEach(({ page }) => newPerson(page))

test('a plus in the gutter follows the pointer and adds a note to its line', async ({ page }) => {
  test.skip(isPhone(), 'a phone has no pointer that hovers')
  const id = await openFile(page)
  await page.locator('#L7 > code').hover()
  const plus = page.locator('.line-plus button')
  await expect(plus).toBeVisible()
  expect(await plus.evaluate((button) => button.closest('.code-lines > div')?.id)).toBe('L7')
  await page.locator('#L12 > code').hover()
  await expect(plus).toHaveCount(1)
  await expectNoAxeViolations(page)
  await plus.click()
  await page.keyboard.type('from the gutter')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(page, id)).toMatchObject([{ line_start: 12, line_end: 12 }])
})

test('selected text offers a note, a watch, a copy, a link and a share, and the note is on the selected lines', async ({
  page,
}) => {
  const id = await openFile(page)
  await selectLines(page, 5, 8)
  const bubble = page.getByRole('toolbar')
  await expect(bubble).toBeVisible()
  await expect(bubble.getByRole('button')).toHaveCount(5)
  const box = await bubble.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await expectNoAxeViolations(page)
  await bubble.getByRole('button', { name: addNote() }).click()
  await expect(bubble).toBeHidden()
  await page.keyboard.type('these four')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(page, id)).toMatchObject([{ line_start: 5, line_end: 8 }])
})

test('the bubble goes away with the selection and with Escape', ONCE, async ({ page }) => {
  await openFile(page)
  await selectLines(page, 5, 5)
  const bubble = page.getByRole('toolbar')
  await expect(bubble).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bubble).toBeHidden()
  await selectLines(page, 6, 6)
  await expect(bubble).toBeVisible()
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  await expect(bubble).toBeHidden()
})

test('the toolbar, and on a phone the menu, adds a note', async ({ page }) => {
  const id = await openFile(page)
  if (isPhone()) await page.locator('[popovertarget="file-menu"]').first().click()
  await page.locator('[data-do="note"]').locator('visible=true').click()
  await page.keyboard.type('on the whole file')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(page, id)).toMatchObject([{ line_start: null }])
})

test('a finger on the number of a line opens what can be done with it, and a note is two taps away', async ({
  page,
}) => {
  test.skip(!isPhone(), 'a mouse chooses the line, and the plus adds a note')
  const id = await openFile(page)
  await page.locator('#L7 > a').tap()
  const menu = page.locator('#line-menu')
  await expect(menu).toBeVisible()
  await page.locator('#L30 > code').tap()
  await expect(menu).toBeHidden()
  await expect(page.locator('.code-lines > .is-chosen')).toHaveCount(1)
  await page.locator('#L9 > a').tap()
  await menu.getByRole('button', { name: addNote() }).tap()
  await page.keyboard.type('from the phone')
  await expect.poll(() => stored(page, id)).toMatchObject([{ line_start: 9, line_end: 9 }])
})

test('the first Escape closes the menu of a note and leaves the note', ONCE, async ({ page }) => {
  const id = await openFile(page)
  await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'with a menu', line_start: 3 } })
  await page.reload()
  await awake(page)
  await page.locator('.note-mark').first().click()
  const note = page.locator('.note').filter({ hasText: 'with a menu' })
  for (let i = 0; i < 3; i++) {
    await note.locator('.note-tool[popovertarget^="note-menu"]').click()
    await expect(page.locator('.note-menu:popover-open')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.note-menu:popover-open')).toHaveCount(0)
    await expect(note).toBeVisible()
  }
})
