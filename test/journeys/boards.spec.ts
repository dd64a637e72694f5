import { card, drag, expectStored, newBoard, notesOn, openCanvas, put, words } from './boards-kit.ts'
import { expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.describe.configure({ timeout: 120_000 })

test('a board is made, renamed and deleted, and its notes move to the default board', async ({ page }) => {
  await newPerson(page)
  await page.goto('/boards')
  const t = await words(page)
  await expect(page.getByText(t.board.isDefault)).toBeVisible()
  await page.getByLabel(t.board.newBoard).fill('רעיונות')
  await page.getByRole('button', { name: t.board.create }).click()
  await expect(page.getByRole('heading', { name: 'רעיונות', level: 1 })).toBeVisible()
  const board = page.url().split('/').at(-1) ?? ''
  await put(page, board, { content: 'stays' })

  await page.goto('/boards')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: t.board.renameOne('רעיונות') }).click()
  await page.getByRole('textbox', { name: t.board.boardName }).fill('Ideas')
  await page.getByRole('textbox', { name: t.board.boardName }).press('Enter')
  await expect(page.getByRole('link', { name: 'Ideas' })).toBeVisible()
  await page.getByRole('button', { name: t.board.deleteOne('Ideas') }).click()
  const home = (await page.locator('.board-card-link').first().textContent()) ?? ''
  await expect(page.getByText(t.board.deleteWith(1, home))).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: t.board.deleteBoard }).click()
  await expect(page.getByText(t.board.deleted(1, home))).toBeVisible()
  await expect(page.getByText(t.board.notes(1))).toBeVisible()
})

test('S20: cards are dragged and resized on the grid, and lie there after loading', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger scrolls; the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'canvas')
  await put(page, board, { content: 'corner', position: { x: 0, y: 0 } })
  await put(page, board, { content: 'odd', position: { x: 301, y: 53 } })
  await openCanvas(page, board)
  await expectNoAxeViolations(page)

  // Looking at it, a click and a drag that comes back change nothing: 0,0 included.
  await drag(page, card(page, 'corner').locator('.note-head'), { x: 0, y: 0 })
  await expectStored(page, board, 'corner', { position: { x: 0, y: 0 } })
  await expectStored(page, board, 'odd', { position: { x: 301, y: 53 } })

  await drag(page, card(page, 'odd').locator('.note-head'), { x: 100, y: 40 })
  await expectStored(page, board, 'odd', { position: { x: 400, y: 96 } })
  await drag(page, card(page, 'odd').locator('.note-head'), { x: -900, y: -900 })
  await expectStored(page, board, 'odd', { position: { x: 0, y: 0 } })

  await drag(page, page.locator('.canvas-card', { hasText: 'odd' }).locator('.canvas-resize'), { x: 50, y: 30 })
  await expectStored(page, board, 'odd', { size: { width: 304, height: 232 } })

  // S20: minimise, then drag: the size stays.
  const t = await words(page)
  await card(page, 'odd').getByRole('button', { name: t.note.minimise }).click()
  await drag(page, card(page, 'odd').locator('.note-head'), { x: 160, y: 160 })
  await expectStored(page, board, 'odd', { position: { x: 160, y: 160 }, size: { width: 304, height: 232 } })
  await page.reload()
  await expect(page.locator('.canvas-card', { hasText: 'odd' })).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 160, 160)')
})

test('several cards are taken by a frame and by Shift, moved together, aligned, tidied and deleted', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a finger scrolls; the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'many')
  await put(page, board, { content: 'one', position: { x: 80, y: 80 }, size: { width: 160, height: 120 } })
  await put(page, board, { content: 'two', position: { x: 320, y: 120 }, size: { width: 160, height: 120 } })
  await put(page, board, { content: 'three', position: { x: 640, y: 400 }, size: { width: 160, height: 120 } })
  await openCanvas(page, board)
  const t = await words(page)
  const view = await page.locator('.canvas-view').boundingBox()
  const at = (x: number, y: number) => [(view?.x ?? 0) + x, (view?.y ?? 0) + y] as const
  await page.mouse.move(...at(20, 20))
  await page.mouse.down()
  await page.mouse.move(...at(500, 300), { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText(t.canvas.chosen(2))).toBeVisible()
  await expectNoAxeViolations(page)

  await drag(page, card(page, 'one').locator('.note-head'), { x: 40, y: 0 })
  await expectStored(page, board, 'one', { position: { x: 120, y: 80 } })
  await expectStored(page, board, 'two', { position: { x: 360, y: 120 } })
  await expectStored(page, board, 'three', { position: { x: 640, y: 400 } })

  await card(page, 'three')
    .locator('.note-head')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText(t.canvas.chosen(3))).toBeVisible()
  await page.getByRole('button', { name: t.canvas.arrange }).click()
  await page.getByRole('button', { name: t.canvas.top, exact: true }).click()
  await expectStored(page, board, 'three', { position: { x: 640, y: 80 } })
  await page.getByRole('button', { name: t.canvas.undo, exact: true }).click()
  await expectStored(page, board, 'three', { position: { x: 640, y: 400 } })

  await page.getByRole('button', { name: t.canvas.remove, exact: true }).click()
  await expect(page.locator('.canvas-card')).toHaveCount(0)
  await page.getByRole('button', { name: t.canvas.undo, exact: true }).last().click()
  await expect(page.locator('.canvas-card')).toHaveCount(3)
})

test('a card is moved by keyboard, announced, and Escape returns it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keyboard')
  await newPerson(page)
  const board = await newBoard(page, 'keys')
  await put(page, board, { content: 'walker', position: { x: 80, y: 80 } })
  await put(page, board, { content: 'neighbour', position: { x: 400, y: 80 } })
  await openCanvas(page, board)
  const t = await words(page)
  const announced = page.locator('#announcer')
  await card(page, 'walker').focus()
  await page.keyboard.press('Space')
  await expect(announced).toHaveText(t.canvas.pickedUp)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(announced).toHaveText(t.canvas.at(96, 88))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(announced).toHaveText(t.canvas.returned)
  await expectStored(page, board, 'walker', { position: { x: 80, y: 80 } })

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Space')
  await expect(announced).toHaveText(t.canvas.dropped(72, 80))
  await expectStored(page, board, 'walker', { position: { x: 72, y: 80 }, size: { width: 256, height: 200 } })

  // Arrows go from card to card; Enter writes, Delete deletes, with undo.
  await page.keyboard.press('ArrowRight')
  await expect(card(page, 'neighbour')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' wrote')
  await page.keyboard.press('Control+Enter')
  await expectStored(page, board, 'neighbour wrote', {})
  await expect(card(page, 'neighbour wrote')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.locator('.canvas-card')).toHaveCount(1)
  await page.getByRole('button', { name: t.note.undo, exact: true }).click()
  await expect(page.locator('.canvas-card')).toHaveCount(2)

  // By the place of the key: a Hebrew layout yields another letter for N.
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'מ', code: 'KeyN', bubbles: true })),
  )
  await page.keyboard.type('פתק מהמקלדת')
  await page.keyboard.press('Control+Enter')
  await expectStored(page, board, 'פתק מהמקלדת', {})
})

test('zooms between 25 and 200 %, fits, and shows a map above 50 cards', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the list is the form of a phone')
  await newPerson(page)
  const board = await newBoard(page, 'zoom')
  for (let i = 0; i < 51; i++) {
    await put(page, board, { content: `note ${i}`, position: { x: (i % 10) * 280, y: Math.floor(i / 10) * 240 } })
  }
  await openCanvas(page, board)
  const t = await words(page)
  await expect(page.locator('.minimap')).toBeVisible()
  await page.getByRole('button', { name: t.canvas.fit }).click()
  await expect(card(page, 'note 49').first()).toBeInViewport()
  await expectNoAxeViolations(page)
  for (let i = 0; i < 12; i++) await page.getByRole('button', { name: t.canvas.zoomIn }).click()
  await expect(page.getByText('200%')).toBeVisible()
  for (let i = 0; i < 14; i++) await page.getByRole('button', { name: t.canvas.zoomOut }).click()
  await expect(page.getByText('25%', { exact: true })).toBeVisible()
  // A drag at another zoom moves by the board's own pixels.
  await drag(page, card(page, 'note 0').first(), { x: 20, y: 20 })
  await expectStored(page, board, 'note 0', { position: { x: 80, y: 80 } })
})

test.describe('when saving fails', () => {
  test.use({ expectedErrors: [[/40[0-9]/], { scope: 'test' }] })
  test('a card that was refused keeps its new place, says so, and Retry saves it', async ({ page, isMobile }) => {
    test.skip(isMobile, 'the list is the form of a phone')
    await newPerson(page)
    const board = await newBoard(page, 'refused')
    await put(page, board, { content: 'stubborn', position: { x: 80, y: 80 } })
    await openCanvas(page, board)
    const t = await words(page)
    await page.route('**/api/sticky-notes/batch', (route) =>
      route.fulfill({ status: 400, json: { ok: false, code: 'invalid_input', message: 'no', request_id: 'r' } }),
    )
    await drag(page, card(page, 'stubborn').locator('.note-head'), { x: 80, y: 0 })
    await expect(page.getByText(t.canvas.unsaved)).toBeVisible()
    await expect(page.locator('.canvas-card')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 160, 80)')
    await expectNoAxeViolations(page)
    await page.unroute('**/api/sticky-notes/batch')
    await page.getByRole('button', { name: t.canvas.retry }).click()
    await expectStored(page, board, 'stubborn', { position: { x: 160, y: 80 } })
    await expect(page.getByText(t.canvas.unsaved)).toHaveCount(0)
  })
})

test('the list: write, tick, colour, move to another board, delete with undo', async ({ page }) => {
  await newPerson(page)
  const board = await newBoard(page, 'list')
  const other = await newBoard(page, 'Other')
  await put(page, board, { content: '- [ ] milk\n- [x] ביצים' })
  await page.goto(`/boards/${board}?view=list`)
  await expect(page.locator('.board-live .note')).toHaveCount(1)
  const t = await words(page)
  await expectNoAxeViolations(page)
  await page.getByRole('checkbox', { name: 'milk' }).check()
  await expectStored(page, board, '- [x] milk\n- [x] ביצים', {})

  await page.getByRole('button', { name: t.canvas.newNote }).click()
  await page.getByRole('textbox', { name: t.asking.textField }).fill('שלום\nthere')
  await page.getByRole('button', { name: t.note.done }).click()
  await expectStored(page, board, 'שלום\nthere', {})
  await expectNoAxeViolations(page)

  const note = card(page, 'there')
  await note.getByRole('button', { name: t.note.menu }).click()
  await expectNoAxeViolations(page)
  await note.getByRole('button', { name: 'Other' }).click()
  await expect(page.getByText(t.canvas.movedTo('Other'))).toBeVisible()
  await expect(note).toHaveCount(0)
  await expectStored(page, other, 'שלום\nthere', {})

  await card(page, 'milk').getByRole('button', { name: t.note.menu }).click()
  await card(page, 'milk').getByRole('button', { name: t.note.remove }).click()
  await expect(page.locator('.board-live .note')).toHaveCount(0)
  await page.getByRole('button', { name: t.note.undo, exact: true }).last().click()
  await expect(card(page, 'milk')).toBeVisible()
})

test('the address of a note leads to it, on the canvas and in the list', async ({ page }) => {
  await newPerson(page)
  const board = await newBoard(page, 'far')
  for (let i = 0; i < 12; i++) await put(page, board, { content: `row ${i}`, position: { x: 0, y: i * 240 } })
  const { id } = await put(page, board, { content: 'far away', position: { x: 3000, y: 4000 } })
  for (const view of ['canvas', 'list']) {
    await page.goto(`/boards/${board}?view=${view}#note-${id}`)
    await expect(card(page, 'far away')).toBeFocused()
    await expect(card(page, 'far away')).toBeInViewport()
  }
})

test('axe finds nothing in any theme', async ({ page }) => {
  await newPerson(page)
  const board = await newBoard(page, 'themes')
  for (const [i, color] of ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray'].entries()) {
    const position = { x: (i % 4) * 280, y: Math.floor(i / 4) * 240 }
    await put(page, board, { title: color, content: `- [ ] ${color}\n\n\`code\` [link](/files)`, color, position })
  }
  for (const view of ['canvas', 'list']) {
    await page.goto(`/boards/${board}?view=${view}`)
    await expect(page.locator('.board-live .note, .canvas .note')).toHaveCount(7)
    await expectNoAxeViolationsInAnyTheme(page)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a board is made, and notes are written, ticked, edited, moved, deleted and brought back', async ({ page }) => {
    await newPerson(page)
    await page.goto('/boards')
    const t = await words(page)
    await newBoard(page, 'Other')
    await page.getByLabel(t.board.newBoard).fill('ללא סקריפט')
    await page.getByRole('button', { name: t.board.create }).click()
    await expect(page.getByRole('heading', { name: 'ללא סקריפט', level: 1 })).toBeVisible()
    const board = page.url().split('/').at(-1) ?? ''

    await page.getByLabel(t.board.newNote, { exact: true }).fill('- [ ] milk\n- [ ] eggs')
    await page.getByRole('button', { name: t.board.add }).click()
    await expect(page.getByText(t.board.noteSaved)).toBeVisible()
    await page.getByRole('checkbox', { name: 'eggs' }).check()
    await page.getByRole('button', { name: t.board.saveTicks }).click()
    await expect(page.getByRole('checkbox', { name: 'eggs' })).toBeChecked()
    expect((await notesOn(page, board))[0]?.content).toBe('- [ ] milk\n- [x] eggs')

    await page.getByRole('link', { name: t.board.editNote('milk') }).click()
    await page.getByLabel(t.board.noteText).fill('shopping')
    await page.getByRole('button', { name: t.board.save }).click()
    await expect(page.getByText('shopping')).toBeVisible()

    await page.getByRole('link', { name: t.board.editNote('shopping') }).click()
    await page.getByRole('button', { name: t.board.deleteNote }).click()
    await expect(page.getByText(t.board.noteDeleted)).toBeVisible()
    await page.getByRole('button', { name: t.board.undo }).click()
    await expect(page.getByText('shopping')).toBeVisible()

    await page.getByRole('link', { name: t.board.editNote('shopping') }).click()
    await page.getByLabel(t.board.onBoard).selectOption('Other')
    await page.getByRole('button', { name: t.board.save }).click()
    await expect(page.getByText(t.board.noteMoved)).toBeVisible()
    expect(await notesOn(page, board)).toEqual([])
  })
})
