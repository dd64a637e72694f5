import { randomUUID } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import {
  awake,
  expect,
  expectNoAxeViolations,
  expectNoAxeViolationsInAnyTheme,
  test,
  WITHOUT_CONNECTION,
} from './fixtures.ts'
import { signIn } from './people.ts'
import { ONCE } from './size.ts'

const isHebrew = () => test.info().project.name.startsWith('he')
const isPhone = () => test.info().project.name.endsWith('phone')
const say = (he: string, en: string) => (isHebrew() ? he : en)

const run = randomUUID().slice(0, 6)
const named = (name: string) => `${test.info().project.name} ${run} ${name}`
const LINES = Array.from({ length: 120 }, (_, i) => `value_${i + 1} = compute(${i + 1})`)

type Note = { id: string; content: string; updated_at: string; position: object; size: object; line_start: number }

async function save(page: Page, name: string, content = `${LINES.join('\n')}\n`): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { file_name: named(name), content } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

async function put(page: Page, fileId: string, note: object): Promise<Note> {
  const answer = await page.request.post(`/api/sticky-notes/${fileId}`, { data: note })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { note: Note }).note
}

async function stored(page: Page, fileId: string): Promise<Note[]> {
  const answer = await page.request.get(`/api/sticky-notes/${fileId}`)
  return ((await answer.json()) as { notes: Note[] }).notes
}

const card = (page: Page, text: string | RegExp) => page.locator('.note').filter({ hasText: text })
const textBox = (page: Page) => page.getByRole('textbox', { name: say('תוכן הפתק', 'Text of the note') })
const button = (within: Page | Locator, he: string, en: string) =>
  within.getByRole('button', { name: say(he, en), exact: true })

/** The card is on the page of a wide window; elsewhere its mark opens it. */
async function openNote(page: Page, text: string | RegExp): Promise<Locator> {
  if (isPhone()) await page.locator('.note-mark').first().click()
  await expect(card(page, text)).toBeVisible()
  return card(page, text)
}

async function write(page: Page, text: string): Promise<void> {
  await textBox(page).fill(text)
  if (isPhone()) await button(page, 'סיום', 'Done').click()
  else await textBox(page).press('Control+Enter')
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'Dana')
})

test('a note is written on chosen lines, stands level with them, and is there again', async ({ page }) => {
  const id = await save(page, 'range.py')
  await page.goto(`/file/${id}#L20-L24`)
  await awake(page)
  await page.getByRole('button', { name: say('פעולות על השורות', 'Actions on the selected') }).click()
  await button(page.locator('#line-menu'), 'הוספת פתק', 'Add note').click()
  await write(page, 'why **five** lines?')
  await expect(card(page, 'why five lines?')).toContainText(say('נשמר', 'Saved'))
  await expect
    .poll(() => stored(page, id))
    .toMatchObject([{ content: 'why **five** lines?', line_start: 20, line_end: 24 }])
  await page.goto(`/file/${id}`)
  const again = await openNote(page, 'why five lines?')
  await expect(again.locator('.note-location')).toHaveText('L20-24')
  await expect(again.locator('strong')).toHaveText('five')
  if (isPhone()) return
  const apart = async () => {
    const [line, note] = [await page.locator('#L20').boundingBox(), await again.boundingBox()]
    return Math.abs((line?.y ?? 0) - (note?.y ?? 99))
  }
  await expect.poll(apart).toBeLessThanOrEqual(2)
})

test('with the keyboard: new, walk, edit, keep and undo, cancel and undo, minimise, colour, delete and undo', async ({
  page,
}) => {
  test.skip(isPhone(), 'a phone has no keys')
  const id = await save(page, 'keys.py')
  await put(page, id, { content: 'second', line_start: 60 })
  await page.goto(`/file/${id}`)
  await awake(page)
  await expect(page.locator('.note-mark')).toHaveCount(1)
  await page.keyboard.press('l')
  await page.keyboard.type('5-7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#L5-L7$/)
  await page.keyboard.press('n')
  await expect(textBox(page)).toBeFocused()
  await page.keyboard.type('first')
  await page.keyboard.press('Control+Enter')
  await expect(card(page, 'first')).toBeFocused()
  await page.keyboard.press(']')
  await page.keyboard.press('n')
  await expect(card(page, 'second')).toBeFocused()
  await expect(page.locator('#L60')).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' thoughts')
  await page.keyboard.press('Escape')
  await expect(page.locator('#toasts')).toContainText(
    say('״\u2068second thoughts\u2069״ נשמר.', '“\u2068second thoughts\u2069” saved.'),
  )
  await expect(card(page, 'second thoughts')).toBeFocused()
  await button(page, 'ביטול השינויים', 'Undo changes').click()
  await expect(card(page, /^(?!.*thoughts).*second/s)).toBeVisible()
  await card(page, 'second').press('Enter')
  await textBox(page).press('End')
  await page.keyboard.type(' and third')
  await button(page, 'ביטול', 'Cancel').click()
  await expect(card(page, /^(?!.*third).*second/s)).toBeVisible()
  await button(page, 'החזרת השינויים', 'Restore changes').click()
  await expect(textBox(page)).toHaveValue('second and third')
  await textBox(page).fill('second thoughts')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('m')
  await expect(card(page, 'second thoughts').locator('.note-body')).toHaveCount(0)
  await page.keyboard.press('c')
  await expect(card(page, 'second thoughts')).toHaveAttribute('data-color', 'pink')
  await page.keyboard.press('Delete')
  await expect(card(page, 'second thoughts')).toHaveCount(0)
  await expect.poll(async () => (await stored(page, id)).length).toBe(1)
  await expect(button(page, 'ביטול', 'Undo')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(button(page, 'ביטול', 'Undo')).toHaveCount(0)
  await expect(card(page, 'second thoughts')).toBeVisible()
  await expect.poll(async () => (await stored(page, id)).map(({ content }) => content)).toContain('second thoughts')
})

test('a shortcut pressed before the next frame after a dialog closed acts, and is not typed into the hidden field', async ({
  page,
}) => {
  test.skip(isPhone(), 'a phone has no keys')
  await page.goto(`/file/${await save(page, 'frame.py')}`)
  await awake(page)
  await page.keyboard.press('l')
  await page.keyboard.type('5-7')
  await page.evaluate(() => {
    document.querySelector<HTMLFormElement>('.go-to-line form')?.requestSubmit()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyN', key: 'n', bubbles: true }))
  })
  await expect(textBox(page)).toBeFocused()
})

test('two pages write at once: both texts are shown, and merged', async ({ page, context }) => {
  const id = await save(page, 'two.py')
  await put(page, id, { content: 'one\ntwo\nthree\n', line_start: 3 })
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(`/file/${id}`)
    await (
      await openNote(each, 'one')
    )
      .getByRole('button', { name: say('עריכת הפתק', 'Edit note') })
      .first()
      .click()
  }
  await write(other, 'one\ntwo\nthree of the other\n')
  await expect(card(other, 'of the other')).toContainText(say('נשמר', 'Saved'))
  await write(page, 'one of mine\ntwo\nthree\n')
  const conflict = page.getByRole('group', {
    name: say('הפתק השתנה גם במקום אחר', 'The note was changed elsewhere too'),
  })
  await expect(conflict).toBeVisible()
  await expect(conflict.locator('ins')).toContainText(['of mine'])
  await expect(conflict.locator('del')).toContainText(['of the other'])
  await expectNoAxeViolations(page)
  await button(conflict, 'מיזוג', 'Merge').click()
  await expect(textBox(page)).toHaveValue('one of mine\ntwo\nthree of the other\n')
  await button(page, 'סיום', 'Done').click()
  await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'one of mine\ntwo\nthree of the other\n' }])
})

test('boxes are ticked, and another page sees it when it is looked at', async ({ page, context }) => {
  const id = await save(page, 'tasks.py')
  await put(page, id, { content: '- [ ] milk\n- [ ] לחם\n- [x] tea', line_start: 3 })
  const other = await context.newPage()
  await other.goto(`/file/${id}`)
  await openNote(other, 'milk')
  await page.goto(`/file/${id}`)
  await openNote(page, 'milk')
  await page.getByRole('checkbox', { name: 'לחם' }).click()
  await expect.poll(() => stored(page, id)).toMatchObject([{ content: '- [ ] milk\n- [x] לחם\n- [x] tea' }])
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other.getByRole('checkbox', { name: 'לחם' })).toBeChecked()
})

test('a note follows its lines without a word, is lost with them, and is attached again', async ({ page }) => {
  const id = await save(page, 'follow.py')
  await put(page, id, { content: 'remember', line_start: 14, anchor_text: LINES[13] })
  const edit = async (content: string, version: number) => {
    const answer = await page.request.put(`/api/files/${id}`, { data: { content, prev_version: version } })
    expect(answer.status()).toBe(200)
  }
  await edit([...Array.from({ length: 17 }, (_, i) => `new_${i}`), ...LINES].join('\n'), 1)
  await page.goto(`/file/${id}`)
  const shifted = await openNote(page, 'remember')
  await expect(shifted).toContainText('L31')
  await expect(page.locator('.note-notice, .notes-moved')).toHaveCount(0)
  await edit(
    LINES.filter((_, i) => i !== 13)
      .slice(0, 3)
      .join('\n'),
    2,
  )
  await page.goto(`/file/${id}`)
  await page
    .getByRole('button', {
      name: isPhone() ? say('פתק לא משויך', '1 unplaced note') : say('לא משויכים (1)', 'Unplaced (1)'),
    })
    .click()
  const lost = card(page, 'remember')
  await expect(lost).toContainText('L14')
  await expect(lost.locator('.note-quote')).toHaveText(LINES[13] ?? '')
  await expectNoAxeViolations(page)
  await button(lost, 'הצמדה למקום אחר', 'Attach elsewhere').click()
  await page.locator('#L2 > a').click()
  await button(lost, 'הצמדה אל L2', 'Attach to L2').click()
  await expect
    .poll(() => stored(page, id))
    .toMatchObject([{ line_start: 2, line_end: 2, place: { state: 'anchored' } }])
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: WITHOUT_CONNECTION })

  /** A note that begins to be edited with a connection, and is written without one. */
  async function writeOffline(page: Page, note: Locator, text: string): Promise<void> {
    await awake(page)
    await note
      .getByRole('button', { name: say('עריכת הפתק', 'Edit note') })
      .first()
      .click()
    await page.context().setOffline(true)
    await write(page, text)
    await expect(card(page, text)).toContainText(say('אין חיבור, יישמר בהמשך', 'Offline, will save'))
  }

  test('what is written is kept and sent later, also by the next page', ONCE, async ({ page, context }) => {
    const id = await save(page, 'offline.py')
    await put(page, id, { content: 'before', line_start: 3 })
    await page.goto(`/file/${id}`)
    await writeOffline(page, await openNote(page, 'before'), 'written in a tunnel')
    await context.setOffline(false)
    await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'written in a tunnel' }])
    await expect(card(page, 'tunnel')).toContainText(say('נשמר', 'Saved'))

    await writeOffline(page, card(page, 'tunnel'), 'and the train went on')
    await closed(context, page)
    const next = await context.newPage()
    await next.goto(`/file/${id}`)
    await openNote(next, 'train')
    await expect.poll(() => stored(next, id)).toMatchObject([{ content: 'and the train went on' }])
  })

  test('what a closed page could not send, any page sends, and says so', ONCE, async ({ page, context }) => {
    const id = await save(page, 'elsewhere.py')
    await put(page, id, { content: 'before', line_start: 3 })
    await page.goto(`/file/${id}`)
    await writeOffline(page, await openNote(page, 'before'), 'written on a plane')
    await closed(context, page)
    const next = await context.newPage()
    // What is said goes away again, on a slow machine before the page has quite arrived.
    await next.goto('/dashboard', { waitUntil: 'commit' })
    await expect(next.locator('#toasts')).toContainText(say('נשמרו', 'are saved'))
    expect(await stored(next, id)).toMatchObject([{ content: 'written on a plane' }])
  })
})

/** The tab is closed while there is no connection; then the connection is back. */
async function closed(context: BrowserContext, page: Page): Promise<void> {
  await page.close()
  await context.setOffline(false)
}

test('a note on a heading of a rendered text', async ({ page }) => {
  const id = await save(page, 'readme.md', `# Start\n\ntext\n\n## התקנה\n\n${'more\n\n'.repeat(60)}## End\n\nlast\n`)
  await page.goto(`/md/${id}`)
  await page
    .getByRole('button', { name: say('פתק על הכותרת', 'Note on this heading') })
    .nth(1)
    .click()
  await write(page, 'install it first')
  await expect.poll(() => stored(page, id)).toMatchObject([{ content: 'install it first', anchor_text: 'התקנה' }])
  await page.goto(`/md/${id}`)
  await expect(await openNote(page, 'install it first')).toContainText('התקנה')
  await expectNoAxeViolations(page)
  // In the source the note is at the line of the heading.
  await page.goto(`/file/${id}`)
  await expect(await openNote(page, 'install it first')).toContainText('L5')
})

test('notes whose code was moved are named in one strip, reviewed one by one and accepted together', async ({
  page,
}) => {
  const parts = [1, 2, 3].map((part) => LINES.slice(0, 6).map((line) => line.replaceAll('=', `= ${part} +`)))
  const [first = [], second = [], third = []] = parts
  const id = await save(page, 'moved.py', [...first, ...second, ...third].join('\n'))
  await put(page, id, { content: 'one', line_start: 2, anchor_text: first[1] })
  await put(page, id, { content: 'two', line_start: 4, anchor_text: first[3] })
  const swapped = { content: [...second, ...third, ...first].join('\n'), prev_version: 1 }
  expect((await page.request.put(`/api/files/${id}`, { data: swapped })).status()).toBe(200)
  await page.goto(`/file/${id}`)
  const strip = page.locator('.notes-moved')
  await expect(strip).toContainText(say('שני פתקים עברו עם הקוד', '2 notes moved with their code'))
  await expect(page.locator('.note-notice')).toHaveCount(0)
  await button(strip, 'סקירה', 'Review').click()
  await expect(card(page, 'one').locator('.note-notice')).toContainText(/L2.*L14/s)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await button(strip, 'הבנתי', 'Got it').click()
  await expect(strip).toHaveCount(0)
  await expect.poll(() => stored(page, id)).toMatchObject([{ line_start: 14 }, { line_start: 16 }])
})

test('a note lies freely: dragged and moved by keys, it keeps its size and its place', async ({ page }) => {
  test.skip(isPhone(), 'a phone shows free notes in its sheet')
  const id = await save(page, 'free.py')
  const position = { x: 300, y: 200 }
  const size = { width: 260.5, height: 180 }
  await put(page, id, { content: 'free', mode: 'surface', position, size, is_minimized: true })
  await page.goto(`/file/${id}`)
  await awake(page)
  const grip = page.getByRole('button', { name: say('הזזת הפתק', 'Move the note') })
  await expect(grip).toBeVisible()
  expect(await stored(page, id)).toMatchObject([{ position, size }])
  const box = await grip.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => stored(page, id)).toMatchObject([{ position: { x: 340, y: 230 }, size }])
  await grip.press('ArrowLeft')
  await expect.poll(() => stored(page, id)).toMatchObject([{ position: { x: 324, y: 230 }, size }])
})

test('notes read well in every theme', async ({ page }) => {
  // Few lines: the judge looks at every one of them, three times.
  const id = await save(page, 'themes.py', LINES.slice(0, 30).join('\n'))
  const colors = ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray']
  for (const [i, color] of colors.entries())
    await put(page, id, {
      title: color,
      content: '- [ ] a `b`\n\n> c https://example.org',
      color,
      line_start: 1 + i * 4,
    })
  await page.goto(`/file/${id}`)
  await openNote(page, 'yellow')
  await expectNoAxeViolationsInAnyTheme(page)
})
