import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const isPhone = () => test.info().project.name.endsWith('phone')
const LINES = Array.from({ length: 120 }, (_, i) => `value_${i + 1} = compute(${i + 1})`)

/** Notes of many heights, several on every line, in the order of the page. */
async function crowd(page: Page, total: number): Promise<{ fileId: string; ids: string[] }> {
  const file_name = `${randomUUID().slice(0, 8)}.py`
  const answer = await page.request.post('/api/files', { data: { file_name, content: LINES.join('\n') } })
  const fileId = ((await answer.json()) as { file_id: string }).file_id
  const notes = Array.from({ length: total }, (_, i) => ({
    content: Array.from({ length: 1 + ((i * 7) % 6) }, (_line, n) => `note ${i} line ${n}`).join('\n\n'),
    line_start: 1 + Math.floor((i * LINES.length) / total),
  }))
  const ids: string[] = []
  for (const data of notes) {
    const made = await page.request.post(`/api/sticky-notes/${fileId}`, { data })
    ids.push(((await made.json()) as { note: { id: string } }).note.id)
  }
  return { fileId, ids }
}

/** What is wrong with where the chosen note is; nothing when it is level with its line and both are on screen. */
function wrongs(page: Page, id: string): Promise<string[]> {
  return page.evaluate((noteId) => {
    const card = document.querySelector<HTMLElement>(`[data-note="${noteId}"]`)
    const line = document.querySelector('.is-noted')
    if (!card || !line) return [card ? 'no line' : 'no card']
    const [note, row] = [card.getBoundingClientRect(), line.getBoundingClientRect()]
    const sheet = document.querySelector('.notes-sheet')?.getBoundingClientRect()
    const floor = sheet?.top ?? window.innerHeight
    const found: string[] = []
    if (card.dataset['selected'] === undefined) found.push('not chosen')
    if (row.top < 56 || row.bottom > floor) found.push(`line at ${row.top}, floor ${floor}`)
    if (note.top < 56 || note.top > window.innerHeight - 40) found.push(`card at ${note.top}`)
    if (!sheet && Math.abs(note.top - row.top) > 8) found.push(`card at ${note.top}, line at ${row.top}`)
    return found
  }, id)
}

/** Cards in the order of the page, none over another. */
function overlaps(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = Array.from(document.querySelectorAll('.notes-slot'), (slot) => slot.getBoundingClientRect())
    return boxes.filter((box, i) => i > 0 && box.top < (boxes[i - 1]?.bottom ?? 0)).length
  })
}

const onScreen = (page: Page, id: string) =>
  expect.poll(() => wrongs(page, id), { message: id, intervals: [20, 50, 100] }).toEqual([])

test.use({ reducedMotion: 'reduce' } as object)
test.beforeEach(({ page }) => newPerson(page))

test('each of 300 notes on 120 lines is on screen and level with its line when it is chosen', async ({ page }) => {
  test.setTimeout(400_000)
  const { fileId, ids } = await crowd(page, isPhone() ? 60 : 300)
  await page.goto(`/file/${fileId}`)
  await expect(page.locator('.note-mark').first()).toBeVisible()
  if (isPhone()) await page.locator('.note-mark').first().click()
  for (const [i, id] of ids.entries()) {
    if (!isPhone()) {
      await page.keyboard.press('BracketRight')
      await page.keyboard.press('KeyN')
    } else if (i > 0) await page.locator('.notes-walk button').nth(1).click()
    await onScreen(page, id)
    if (!isPhone()) expect(await overlaps(page), id).toBe(0)
  }
})

test('the last of 20 notes chosen within one frame stays chosen', async ({ page }) => {
  test.skip(isPhone(), 'a phone has no keyboard')
  const { fileId, ids } = await crowd(page, 60)
  await page.goto(`/file/${fileId}`)
  await expect(page.locator('.note-mark').first()).toBeVisible()
  await page.evaluate(() => {
    for (let i = 0; i < 20; i++)
      for (const code of ['BracketRight', 'KeyN'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: code, bubbles: true, cancelable: true }))
  })
  const last = page.locator(`[data-note="${ids[19]}"]`)
  await expect(last).toBeFocused()
  await expect(last).toHaveAttribute('data-selected', '')
})

test('a note that is clicked far from its line is taken there, and the click still ticks its box', async ({ page }) => {
  test.skip(isPhone(), 'a phone shows one note')
  const { fileId } = await crowd(page, 150)
  const made = await page.request.post(`/api/sticky-notes/${fileId}`, {
    data: { content: '- [ ] tick me', line_start: 90 },
  })
  const { note } = (await made.json()) as { note: { id: string } }
  await page.goto(`/file/${fileId}`)
  await expect(page.locator('.note').first()).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'tick me' })
  // Its card was pushed far below the end of the text.
  for (let step = 0; step < 60 && !(await box.isVisible()); step++) await page.mouse.wheel(0, 500)
  await box.click()
  await expect(box).toBeChecked()
  await onScreen(page, note.id)
})

test('a link to a note leads to it among many', async ({ page }) => {
  test.setTimeout(200_000)
  const { fileId, ids } = await crowd(page, isPhone() ? 60 : 300)
  for (const at of [0, 0.3, 0.6, 0.99]) {
    const index = Math.floor(at * ids.length)
    const id = ids[index] ?? ''
    await page.goto(`/note/${id}`)
    await expect(page).toHaveURL(new RegExp(`/file/${fileId}`))
    await onScreen(page, id)
  }
})
