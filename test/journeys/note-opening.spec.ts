import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test, WITHOUT_CONNECTION } from './fixtures.ts'
import { newPerson } from './people.ts'
import { isWhole } from './size.ts'
import { addRepo } from './repos-page.ts'

const isHebrew = () => test.info().project.name.startsWith('he')
const isPhone = () => test.info().project.name.endsWith('phone')
const say = (he: string, en: string) => (isHebrew() ? he : en)
const LINES = Array.from({ length: 60 }, (_, i) => `value_${i + 1} = compute(${i + 1})`)

type Note = { content: string; line_start: number | null; line_end: number | null }

async function save(page: Page, content = LINES.join('\n')): Promise<string> {
  const file_name = `${randomUUID().slice(0, 8)}.py`
  const answer = await page.request.post('/api/files', { data: { file_name, content } })
  return ((await answer.json()) as { file_id: string }).file_id
}

async function stored(page: Page, home: string): Promise<Note[]> {
  const answer = await page.request.get(`/api/sticky-notes/${home}`)
  return ((await answer.json()) as { notes: Note[] }).notes
}

const textBox = (page: Page) => page.getByRole('textbox', { name: say('תוכן הפתק', 'Text of the note') })
const cards = (page: Page) => page.locator('.note')

/** What the browser keeps for later. */
const queued = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('outbox', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows', { keyPath: 'key' }))
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('rows').objectStore('rows').count()
          counting.addEventListener('success', () => resolve(counting.result))
        })
      }),
  )

async function slowed(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}

test.beforeEach(async ({ page }) => {
  test.skip(isPhone(), 'a phone has no keys')
  await newPerson(page)
})

test('letters typed right after n are all in the note on a slow machine', async ({ page }) => {
  test.setTimeout(300_000)
  // Each of these letters is a shortcut of the page, or the start of one.
  const text = say('עלון חדש: gd nc wrecly', 'newly created: gd nc wrecly')
  const rounds = isWhole ? 10 : 1
  for (const rate of [4, 6])
    for (let round = 0; round < rounds; round++) {
      const id = await save(page)
      const session = await slowed(page, rate)
      await page.goto(`/file/${id}#L${round + 3}`)
      await page.keyboard.press('KeyN')
      await page.keyboard.type(text)
      await page.keyboard.press('Control+Enter')
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await session.detach()
      await expect
        .poll(() => stored(page, id), { message: `${rate}x, round ${round}` })
        .toMatchObject([{ content: text, line_start: round + 3 }])
      expect(new URL(page.url()).pathname).toBe(`/file/${id}`)
    }
})

test('letters typed right after n are all in the note when the page has notes that are still loading', async ({
  page,
}) => {
  const id = await save(page)
  await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'there before', line_start: 2 } })
  // The list of the notes comes when the writer is done.
  const gate = Promise.withResolvers<void>()
  await page.route(`**/api/sticky-notes/${id}`, async (route) => {
    if (route.request().method() === 'GET') await gate.promise
    await route.continue()
  })
  await page.goto(`/file/${id}#L9`)
  await page.keyboard.press('KeyN')
  await page.keyboard.type('written first')
  await expect(textBox(page)).toHaveValue('written first')
  gate.resolve()
  await expect(cards(page)).toHaveCount(2)
  await expect(textBox(page)).toBeFocused()
  await page.keyboard.type(', and on')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await stored(page, id)).map(({ content }) => content))
    .toEqual(['there before', 'written first, and on'])
})

test('a word that an input method is composing is whole when the editor takes over', async ({ page }) => {
  const id = await save(page)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/notes-.*\.js/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`/file/${id}#L9`)
  await awake(page)
  const session = await page.context().newCDPSession(page)
  await page.keyboard.press('KeyN')
  await session.send('Input.imeSetComposition', { text: 'שלו', selectionStart: 3, selectionEnd: 3 })
  gate.resolve()
  await expect(page.locator('.note-editor')).toBeVisible()
  await expect(page.locator('.note-draft')).toBeFocused()
  await session.send('Input.imeSetComposition', { text: 'שלום', selectionStart: 4, selectionEnd: 4 })
  await session.send('Input.insertText', { text: 'שלום' })
  await expect(page.locator('.note-draft')).toHaveCount(0)
  await expect(page.locator('.note-editor textarea')).toBeFocused()
  await page.keyboard.type(' לכם')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'שלום לכם', line_start: 9 }])
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: WITHOUT_CONNECTION })

  test('a first note is written while the script of the notes cannot be loaded', async ({ page, context }) => {
    const id = await save(page)
    await page.goto(`/file/${id}#L9`)
    await awake(page)
    await context.setOffline(true)
    await page.keyboard.press('KeyN')
    await page.keyboard.type('in a tunnel')
    await expect(textBox(page)).toHaveValue('in a tunnel')
    await expectNoAxeViolations(page)
    await context.setOffline(false)
    await expect(page.locator('.note-editor textarea')).toHaveValue('in a tunnel')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'in a tunnel', line_start: 9 }])
  })
})

/** Selects with the mouse, from a character of one line to a character of another. */
async function select(page: Page, from: { line: number; at: number }, to: { line: number; at: number }): Promise<void> {
  const point = (where: { line: number; at: number }) =>
    page.evaluate(({ line, at }) => {
      const code = document.querySelector(`#L${line} > code`)
      const texts = code ? document.createTreeWalker(code, NodeFilter.SHOW_TEXT) : null
      let left = at
      for (let text = texts?.nextNode(); text; text = texts?.nextNode()) {
        const length = text.textContent?.length ?? 0
        if (left <= length) {
          const range = document.createRange()
          range.setStart(text, left)
          const { x, y, height } = range.getBoundingClientRect()
          return { x, y: y + height / 2 }
        }
        left -= length
      }
      throw new Error('no such place')
    }, where)
  const [start, end] = [await point(from), await point(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.mouse.up()
}

const SELECTIONS = [
  { name: 'forwards', from: { line: 5, at: 4 }, to: { line: 8, at: 3 }, start: 5, end: 8 },
  { name: 'backwards', from: { line: 8, at: 3 }, to: { line: 5, at: 4 }, start: 5, end: 8 },
  { name: 'to the start of the next line', from: { line: 5, at: 0 }, to: { line: 8, at: 0 }, start: 5, end: 7 },
  { name: 'within one line', from: { line: 6, at: 2 }, to: { line: 6, at: 9 }, start: 6, end: 6 },
]

test('n notes the lines that are selected with the mouse', async ({ page }) => {
  for (const { name, from, to, start, end } of SELECTIONS) {
    const id = await save(page)
    await page.goto(`/file/${id}`)
    await awake(page)
    // Other lines are chosen: the selection is newer.
    await page.locator('#L20 > a').click()
    await select(page, from, to)
    await page.keyboard.press('KeyN')
    await page.keyboard.type(name)
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => stored(page, id), { message: name })
      .toMatchObject([{ content: name, line_start: start, line_end: end }])
    await expect(page.locator('.note-location')).toHaveText(start === end ? `L${start}` : `L${start}-${end}`)
  }
})

test('n notes the lines that are chosen by their numbers after a selection', async ({ page }) => {
  const id = await save(page)
  await page.goto(`/file/${id}`)
  await awake(page)
  await select(page, { line: 5, at: 4 }, { line: 8, at: 3 })
  await page.locator('#L12 > a').click()
  await page.keyboard.press('KeyN')
  await page.keyboard.type('twelve')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'twelve', line_start: 12, line_end: 12 }])
})

test('n notes the selected lines of a repository file', async ({ page }, { project }) => {
  await using server = await startGitServer()
  const name = `noa/selected-${project.name}`
  server.create(name).commit({ put: { 'src/values.py': `${LINES.join('\n')}\n` } })
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}/src/values.py`)
  await awake(page)
  await select(page, { line: 8, at: 3 }, { line: 5, at: 4 })
  await page.keyboard.press('KeyN')
  await page.keyboard.type('these four')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() => stored(page, `repo/${encodeURIComponent(name)}/src/values.py`))
    .toMatchObject([{ content: 'these four', line_start: 5, line_end: 8 }])
})

test.describe('Escape', () => {
  test('on a new note without a word leaves nothing behind', async ({ page }) => {
    const id = await save(page)
    await page.goto(`/file/${id}#L9`)
    await page.keyboard.press('KeyN')
    await page.keyboard.press('Escape')
    await expect(textBox(page)).toHaveCount(0)
    await awake(page)
    await page.keyboard.press('KeyN')
    await expect(page.locator('.note-editor')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cards(page)).toHaveCount(0)
    expect(await stored(page, id)).toEqual([])
    expect(await queued(page)).toBe(0)
    await expect(page.locator('#toasts')).toBeEmpty()
  })

  test('on a new note whose words were saved and erased leaves nothing behind', async ({ page }) => {
    const id = await save(page)
    await page.goto(`/file/${id}#L9`)
    await page.keyboard.press('KeyN')
    await page.keyboard.type('hm')
    await expect.poll(() => stored(page, id)).toHaveLength(1)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await expect(cards(page)).toHaveCount(0)
    await expect.poll(() => stored(page, id)).toEqual([])
    await expect.poll(() => queued(page)).toBe(0)
  })

  test('on a new note keeps what was written, says so, and offers to delete it', async ({ page }) => {
    const id = await save(page)
    await page.goto(`/file/${id}#L9`)
    await page.keyboard.press('KeyN')
    await page.keyboard.type('worth keeping')
    await expect(page.locator('.note-editor')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('#toasts')).toContainText(
      say('״\u2068worth keeping\u2069״ נשמר.', '“\u2068worth keeping\u2069” saved.'),
    )
    await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'worth keeping', line_start: 9 }])
    await page
      .locator('#toasts')
      .getByRole('button', { name: say('מחיקה', 'Delete') })
      .click()
    await expect.poll(() => stored(page, id)).toEqual([])
  })

  test('on a note that was only opened writes nothing', async ({ page }) => {
    const id = await save(page)
    const made = await page.request.post(`/api/sticky-notes/${id}`, { data: { content: 'as it was', line_start: 3 } })
    const { note } = (await made.json()) as { note: { id: string } }
    const before = await stored(page, id)
    await page.goto(`/file/${id}`)
    await cards(page).press('Enter')
    await expect(page.locator('.note-editor')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.note-editor')).toHaveCount(0)
    expect(await stored(page, id)).toEqual(before)
    const history = await page.request.get(`/api/sticky-notes/note/${note.id}/history`)
    expect(await history.json()).toMatchObject({ ok: true, history: [] })
    expect(await queued(page)).toBe(0)
    await expect(page.locator('#toasts')).toBeEmpty()
  })
})
