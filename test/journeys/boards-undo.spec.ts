import type { Page } from '@playwright/test'
import { card, drag, expectStored, newBoard, notesOn, openCanvas, put, words } from './boards-kit.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.describe.configure({ timeout: 120_000 })

/** The text of the card that is drawn at a point of the board. */
async function topmostAt(page: Page, x: number, y: number): Promise<string> {
  const view = await page.locator('.canvas-view').boundingBox()
  const at = { x: (view?.x ?? 0) + x, y: (view?.y ?? 0) + y }
  return page.evaluate((point) => {
    const card = document.elementFromPoint(point.x, point.y)?.closest('.canvas-card')
    return card?.querySelector('.note-text, p.note-body')?.textContent ?? ''
  }, at)
}

test('a dropped card stays on top of the others, after a reload too', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger scrolls; the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'stacking')
  await put(page, board, { content: 'first', position: { x: 80, y: 80 } })
  await put(page, board, { content: 'second', position: { x: 480, y: 80 } })
  await openCanvas(page, board)
  await drag(page, card(page, 'first').locator('.note-head'), { x: 320, y: 40 })
  await expectStored(page, board, 'first', { position: { x: 400, y: 120 } })
  // The focus is elsewhere: what has the focus lies on top in any case.
  await page.locator('.canvas-bar button').first().focus()
  expect(await topmostAt(page, 560, 200)).toBe('first')
  await page.reload()
  await expect(card(page, 'first')).toBeVisible()
  expect(await topmostAt(page, 560, 200)).toBe('first')
})

test('undo and redo work by keyboard for a move, a colour, a text, a new note and a deletion', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await newPerson(page)
  const board = await newBoard(page, 'undo')
  await put(page, board, { content: 'walker', position: { x: 80, y: 80 } })
  await openCanvas(page, board)
  const t = await words(page)
  await card(page, 'walker').focus()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expectStored(page, board, 'walker', { position: { x: 96, y: 88 } })
  await page.keyboard.press('KeyC')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' wrote')
  await page.keyboard.press('Control+Enter')
  await expectStored(page, board, 'walker wrote', { position: { x: 96, y: 88 } })
  await expect(card(page, 'walker wrote')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.locator('.canvas-card')).toHaveCount(0)
  await page.keyboard.press('KeyN')
  await page.keyboard.type('new one')
  await page.keyboard.press('Control+Enter')
  await expectStored(page, board, 'new one', {})

  await page.keyboard.press('Control+KeyZ')
  await expect(page.locator('.canvas-card')).toHaveCount(0)
  await page.keyboard.press('Control+KeyZ')
  await expect(card(page, 'walker wrote')).toBeFocused()
  await page.keyboard.press('Control+KeyZ')
  await expectStored(page, board, 'walker', { position: { x: 96, y: 88 } })
  await expect(card(page, 'walker')).not.toHaveAttribute('data-color', 'yellow')
  await page.keyboard.press('Control+KeyZ')
  await expect(card(page, 'walker')).toHaveAttribute('data-color', 'yellow')
  await page.keyboard.press('Control+KeyZ')
  await expect(page.locator('#announcer')).toHaveText(t.canvas.undone(t.acts.move))
  await expectStored(page, board, 'walker', { position: { x: 80, y: 80 } })

  for (const key of ['Control+Shift+KeyZ', 'Control+KeyY', 'Control+KeyY']) await page.keyboard.press(key)
  await expectStored(page, board, 'walker wrote', { position: { x: 96, y: 88 } })
  for (const key of ['Control+KeyY', 'Control+KeyY']) await page.keyboard.press(key)
  await expectStored(page, board, 'new one', {})
  await expect.poll(async () => (await notesOn(page, board)).map(({ content }) => content)).toEqual(['new one'])
})

test('the buttons undo and redo an arrangement of many cards at once, and show when there is nothing to undo', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a finger scrolls; the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'many')
  await put(page, board, { content: 'one', position: { x: 104, y: 56 } })
  await put(page, board, { content: 'two', position: { x: 504, y: 256 } })
  await openCanvas(page, board)
  const t = await words(page)
  const [undo, redo] = [page.locator('[data-act=undo]'), page.locator('[data-act=redo]')]
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  await expect(redo).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: t.canvas.arrange }).click()
  await page.getByRole('button', { name: t.canvas.tidy, exact: true }).click()
  await expect(undo).toHaveAttribute('aria-disabled', 'false')
  await expect(undo).toHaveAccessibleName(t.canvas.undoAct(t.acts.move))
  await expectNoAxeViolations(page)
  await undo.click()
  await expectStored(page, board, 'one', { position: { x: 104, y: 56 } })
  await expectStored(page, board, 'two', { position: { x: 504, y: 256 } })
  await redo.click()
  await expect(redo).toHaveAttribute('aria-disabled', 'true')
  await expect(redo).toBeFocused()
  await drag(page, page.locator('.canvas-card', { hasText: 'one' }).locator('.canvas-resize'), { x: 50, y: 30 })
  await expectStored(page, board, 'one', { size: { width: 304, height: 232 } })
  await undo.click()
  await expectStored(page, board, 'one', { size: { width: 250, height: 200 } })
})

test('undo leaves a note alone that was changed elsewhere, and says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger scrolls; the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'elsewhere')
  const { id } = await put(page, board, { content: 'shared', position: { x: 80, y: 80 } })
  await openCanvas(page, board)
  const t = await words(page)
  await drag(page, card(page, 'shared').locator('.note-head'), { x: 80, y: 0 })
  await expectStored(page, board, 'shared', { position: { x: 160, y: 80 } })
  const moved = await page.request.put(`/api/sticky-notes/note/${id}`, { data: { position: { x: 400, y: 240 } } })
  expect(moved.status(), await moved.text()).toBe(200)
  await page.keyboard.press('Control+KeyZ')
  await expect(page.getByText(t.canvas.undoSkipped(1))).toBeVisible()
  await expectStored(page, board, 'shared', { position: { x: 400, y: 240 } })
  await expect(page.locator('.canvas-card')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 400, 240)')
})

test('Undo in the message after a deletion counts as the undo of that deletion', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the keyboard of the list is tried below')
  await newPerson(page)
  const board = await newBoard(page, 'message')
  await put(page, board, { content: 'stays', position: { x: 80, y: 80 } })
  await openCanvas(page, board)
  const t = await words(page)
  await card(page, 'stays').focus()
  await page.keyboard.press('Delete')
  await page.locator('#toasts').getByRole('button', { name: t.note.undo, exact: true }).click()
  await expect(card(page, 'stays')).toBeVisible()
  await expect(page.locator('[data-act=undo]')).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('[data-act=redo]')).toHaveAttribute('aria-disabled', 'false')
})

test('the list undoes and redoes a tick, a text and a deletion', async ({ page }) => {
  await newPerson(page)
  const board = await newBoard(page, 'list undo')
  await put(page, board, { content: '- [ ] milk' })
  await page.goto(`/boards/${board}?view=list`)
  await expect(page.locator('.board-live .note')).toHaveCount(1)
  const t = await words(page)
  const [undo, redo] = [page.locator('[data-act=undo]'), page.locator('[data-act=redo]')]
  await page.getByRole('checkbox', { name: 'milk' }).check()
  await expectStored(page, board, '- [x] milk', {})
  await card(page, 'milk').getByRole('button', { name: t.note.edit, exact: true }).click()
  const text = page.getByRole('textbox', { name: t.asking.textField })
  await text.fill('- [x] milk and eggs')
  // Inside a text field the keys belong to the field: the browser takes back what was typed there.
  await text.press('Control+KeyZ')
  await expect(text).toHaveValue('- [x] milk')
  await text.fill('- [x] milk and bread')
  await page.getByRole('button', { name: t.note.done }).click()
  await expectStored(page, board, '- [x] milk and bread', {})
  await card(page, 'milk').getByRole('button', { name: t.note.menu }).click()
  await card(page, 'milk').getByRole('button', { name: t.note.remove }).click()
  await expect(page.locator('.board-live .note')).toHaveCount(0)
  await undo.click()
  await expect(card(page, 'bread')).toBeVisible()
  await expectNoAxeViolations(page)
  await undo.click()
  await undo.click()
  await expectStored(page, board, '- [ ] milk', {})
  await expect(undo).toHaveAttribute('aria-disabled', 'true')
  await redo.click()
  await redo.click()
  await expectStored(page, board, '- [x] milk and bread', {})
})
