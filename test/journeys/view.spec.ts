import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, send, test } from './fixtures.ts'
import { signIn } from './people.ts'

const isHebrew = () => test.info().project.name.startsWith('he')
const isPhone = () => test.info().project.name.endsWith('phone')
const say = (he: string, en: string) => (isHebrew() ? he : en)

/** Journeys run beside each other as the same person, so each has files of its own. */
const run = randomUUID().slice(0, 6)
const named = (name: string) => `${test.info().project.name} ${run} ${name}`

async function save(page: Page, name: string, content: string): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { file_name: named(name), content } })
  expect(answer.status()).toBe(201)
  const body = (await answer.json()) as { file_id: string }
  return body.file_id
}

const number = (page: Page, line: number) => page.locator(`#L${line} > a`)
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const chosen = (page: Page) =>
  page.locator('.code-lines > .is-chosen').evaluateAll((lines) => lines.map((line) => line.id))

async function inLineMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: say('פעולות על השורות', 'Actions on the selected') }).click()
  await page.locator('#line-menu').getByRole('button', { name, exact: true }).click()
}

/** With shift where there is a keyboard; a finger says first that it means to extend. */
async function extendTo(page: Page, line: number): Promise<void> {
  if (!isPhone()) return number(page, line).click({ modifiers: ['Shift'] })
  await inLineMenu(page, say('הרחבה עד שורה אחרת', 'Extend to another line'))
  await number(page, line).click()
}

async function inMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: say('פעולות נוספות', 'More actions') }).click()
  await page.locator('#file-menu').getByText(name, { exact: true }).click()
}

const LINES = Array.from({ length: 120 }, (_, i) => `value_${i + 1} = ${i + 1}`)

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'Dana')
})

test('every line of code is 20 px high, with its number beside it', async ({ page }) => {
  const id = await save(page, 'rows.py', `${LINES.join('\n')}\n`)
  await page.goto(`/file/${id}`)
  await awake(page)
  // Notes, blocks of lines that are skipped and large files compute positions from this height.
  const rows = await page.locator('.code-lines > div').evaluateAll((lines) =>
    lines.slice(0, 50).map((line) => {
      const [row, link] = [line.getBoundingClientRect(), line.querySelector('a')?.getBoundingClientRect()]
      return [Math.round(row.height), Math.round((link?.top ?? 0) - row.top)]
    }),
  )
  expect(rows).toEqual(rows.map(() => [20, 0]))
})

test('the outline of a code leads to what it defines, and closes', async ({ page }) => {
  const body = '    pass\n'.repeat(60)
  const id = await save(page, 'outline.py', `class Shelf:\n    def put(self):\n${body}\ndef take():\n${body}`)
  await page.goto(`/file/${id}`)
  await awake(page)
  const outline = page.getByRole('navigation', { name: say('מבנה הקובץ', 'Outline') })
  if (isPhone()) await inMore(page, say('מבנה הקובץ', 'Outline'))
  else await page.getByRole('button', { name: say('מבנה הקובץ', 'Outline') }).click()
  await expect(outline.getByRole('link')).toHaveText(['Shelf', 'put', 'take'])
  await expect(page.locator('#file-menu')).toBeHidden()
  await expectNoAxeViolations(page)
  await outline.getByRole('link', { name: 'take' }).click()
  await expect(page).toHaveURL(`/file/${id}#L64`)
  await expect(outline).toBeHidden()
  await expect(page.locator('#L64')).toBeInViewport()
})

test('a name that is too long for the header keeps its extension in view, and is edited whole', async ({ page }) => {
  const id = await save(page, `${'a very long name of a file '.repeat(5)}end.test.py`, 'x = 1\n')
  await page.goto(`/file/${id}`)
  await awake(page)
  const extension = page.locator('.file-title .file-extension')
  await expect(extension).toHaveText('.test.py')
  const inside = async (name: string) => {
    const [box, field] = [await page.locator(name).boundingBox(), await page.locator('.workspace-head').boundingBox()]
    if (!box || !field) return false
    return box.x >= field.x && box.x + box.width <= field.x + field.width
  }
  expect(await inside('.file-title .file-extension')).toBe(true)
  expect(await inside('.file-title-field')).toBe(true)
  await expectNoAxeViolations(page)
  const input = page.locator('.file-title-input')
  await input.click()
  await expect(extension).toBeHidden()
  await expect(input).toHaveCSS('opacity', '1')
  await input.press('End')
  await input.press('Escape')
  await expect(extension).toBeVisible()
  await expect(input).toHaveCSS('opacity', '0')
})

test('lines are chosen, their link is copied, and the link shows them again', async ({ page }) => {
  const id = await save(page, 'lines.py', `${LINES.join('\n')}\n`)
  await page.goto(`/file/${id}`)
  await awake(page)
  await number(page, 8).click()
  await expect(page).toHaveURL(`/file/${id}#L8`)
  // Upwards: the ends are swapped.
  await extendTo(page, 5)
  await expect(page).toHaveURL(`/file/${id}#L5-L8`)
  await inLineMenu(page, say('העתקת קישור קבוע', 'Copy permanent link'))
  await expect(page.locator('#announcer')).toHaveText(say('הקישור הקבוע הועתק', 'Permanent link copied'))
  await expect.poll(() => clipboard(page)).toMatch(new RegExp(`/file/${id}\\?v=1#L5-L8$`))
  await inLineMenu(page, say('העתקת קישור', 'Copy link'))
  await expect.poll(() => clipboard(page)).toMatch(new RegExp(`/file/${id}#L5-L8$`))
  await expectNoAxeViolations(page)

  await page.goto('/dashboard')
  await page.goto(`/file/${id}#L90-L94`)
  await awake(page)
  await expect.poll(() => chosen(page)).toEqual(['L90', 'L91', 'L92', 'L93', 'L94'])
  await expect(page.locator('#L90')).toBeInViewport()
})

test('copying gives the stored characters, line ends included', async ({ page }) => {
  const content = 'one\r\ntwo "שתיים"\r\n\tthree\r\n\r\nlast'
  const id = await save(page, 'crlf.txt', content)
  await page.goto(`/file/${id}#L2-L3`)
  await awake(page)
  await inLineMenu(page, say('העתקת השורות', 'Copy lines'))
  await expect(page.locator('#announcer')).toHaveText(say('שתי שורות הועתקו', 'Copied 2 lines'))
  await expect.poll(() => clipboard(page)).toBe('two "שתיים"\r\n\tthree')
  const copy = page.locator('[data-do="copy"]')
  // Watched from inside the page: the tick is there for a moment only.
  const ticked = page.waitForFunction(() => document.querySelector('[data-do="copy"][data-done]') !== null)
  await copy.click()
  await ticked
  await expect.poll(() => clipboard(page)).toBe(content)
  await expect(copy).not.toHaveAttribute('data-done')
})

test.describe('the keys of the page', () => {
  // The browser's word about the box that raw text is shown in.
  test.use({ expectedErrors: [/sandboxed/] })

  test('work by their place on the keyboard', async ({ page }) => {
    test.skip(isPhone(), 'a phone has no keys')
    const id = await save(page, 'keys.py', `${LINES.join('\n')}\n`)
    await page.goto(`/file/${id}`)
    await awake(page)
    await page.keyboard.press('l')
    await page.keyboard.type('30-32')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/file/${id}#L30-L32`)
    await page.keyboard.press('c')
    await expect.poll(() => clipboard(page)).toBe('value_30 = 30\nvalue_31 = 31\nvalue_32 = 32')
    await page.keyboard.press('w')
    await expect(page.getByRole('checkbox', { name: say('גלישת שורות', 'Wrap lines') })).toBeChecked()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: say('גלישת שורות', 'Wrap lines') })).toBeChecked()
    await awake(page)
    await page.keyboard.press('r')
    await expect(page).toHaveURL(`/raw/${id}`)
  })
})

test('a stored page that is still right comes back by 304 and its script runs', async ({ page }) => {
  const id = await save(page, 'again.txt', 'one\ntwo\n')
  await page.goto(`/file/${id}`)
  await awake(page)
  const statuses: number[] = []
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode))
  for (let i = 0; i < 3; i++) {
    await page.reload()
    await awake(page)
  }
  expect(statuses).toContain(304)
})

test.describe('a name that is taken', () => {
  test.use({ expectedErrors: [/409/] })

  test('the name and the language are corrected in place', async ({ page }) => {
    await save(page, 'taken.txt', 'x')
    const id = await save(page, 'wrong.txt', 'puts "hi"\n')
    await page.goto(`/file/${id}`)
    await awake(page)
    const name = page.getByRole('textbox', { name: say('שם הקובץ', 'File name') })
    await name.fill('x')
    await name.press('Escape')
    await expect(name).toHaveValue(named('wrong.txt'))

    await name.fill(named('taken.txt'))
    await name.press('Enter')
    await expect(page.getByRole('alert')).toContainText(named('taken (2).txt'))
    await expectNoAxeViolations(page)

    await name.fill(named('right.txt'))
    await name.press('Enter')
    await expect(page).toHaveTitle(new RegExp(named('right.txt')))
    await awake(page)
    await page.getByRole('combobox', { name: say('שפת הקוד', 'Language of the code') }).selectOption('Ruby')
    await expect(page.locator('.hljs-string')).toHaveText('"hi"')
    await expect(page.locator('.title-language select')).toHaveValue('Ruby')
  })
})

test('two versions are compared and the old one is restored as a new one', async ({ page }) => {
  const id = await save(page, 'story.txt', 'a\nthe old line\nc\n')
  await save(page, 'story.txt', 'a\nthe new line\nc\n')
  await page.goto(`/file/${id}`)
  await page
    .locator('.view-switch')
    .getByRole('link', { name: say('היסטוריה', 'History') })
    .click()
  await page.getByRole('radio', { name: say('השוואה מגרסה 1', 'Compare from version 1') }).check()
  await page.locator('form#compare button').click()
  await expect(page).toHaveURL(/from=1/)
  const shown = page.locator(isPhone() ? '.diff-unified' : '.diff-split')
  await expect(shown.locator('.diff-removed mark')).toHaveText('old')
  await expect(shown.locator('.diff-added mark')).toHaveText('new')
  await expectNoAxeViolations(page)
  await page
    .locator('.diff-head')
    .getByRole('button', { name: say('שחזור גרסה 1', 'Restore version 1') })
    .click()
  await expect(page.getByRole('link', { name: say('הצגת גרסה 3', 'Show version 3') })).toBeVisible()
  await page.goto(`/file/${id}`)
  await expect(page.locator('#L2 code')).toContainText('the old line')
})

test('an old version says so and is restored from its page', async ({ page }) => {
  const id = await save(page, 'older.txt', 'first\n')
  await save(page, 'older.txt', 'second\n')
  await page.goto(`/file/${id}?v=1`)
  await expect(page.locator('#L1 code')).toContainText('first')
  await expectNoAxeViolations(page)
  await send(page, page.getByRole('button', { name: say('שחזור הגרסה הזו', 'Restore this version') }))
  await page.goto(`/file/${id}`)
  await expect(page.locator('#L1 code')).toContainText('first')
})

test('Hebrew inside strings and comments leaves brackets, commas and operators in their place', async ({ page }) => {
  const line = 'greet(names=["שלום", "עולם"], {"מפתח": [1, 2]}) + 3  # הערה (בעברית)'
  const id = await save(page, 'hebrew.py', `${line}\n`)
  await page.goto(`/file/${id}`)
  const order = await page.locator('#L1 code').evaluate((code) => {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    const places: { char: string; x: number }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isInside = node.parentElement?.closest('.hljs-string, .hljs-comment')
      const range = document.createRange()
      for (let i = 0; i < (node.textContent ?? '').length; i++) {
        range.setStart(node, i)
        range.setEnd(node, i + 1)
        const char = node.textContent?.[i] ?? ''
        if (!isInside && char.trim() !== '') places.push({ char, x: range.getBoundingClientRect().x })
      }
    }
    return places
  })
  const drawn = order.toSorted((a, b) => a.x - b.x).map(({ char }) => char)
  expect(drawn.join('')).toBe(order.map(({ char }) => char).join(''))
  expect(drawn.join('')).toBe('greet(names=[,],{:[1,2]})+3')
  await page.locator('#code').screenshot({ path: `test-results/hebrew-${test.info().project.name}.png` })
})

test('a file goes to the trash and comes back', async ({ page }) => {
  const id = await save(page, 'bin.txt', 'x')
  await page.goto(`/file/${id}`)
  await awake(page)
  await inMore(page, say('העברה לסל המיחזור', 'Move to trash'))
  await page
    .locator('#toasts')
    .getByRole('button', { name: say('ביטול', 'Undo') })
    .click()
  await expect(page.locator('#toasts')).toContainText(say('הקובץ שוחזר', 'The file was restored'))
  await inMore(page, say('העברה לסל המיחזור', 'Move to trash'))
  await expect(page.locator('cs-island .notice')).toBeVisible()
  await expectNoAxeViolations(page)
  expect((await page.request.get(`/file/${id}`)).status()).toBe(404)
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/404/] })

  test('of a file in the trash offers to restore it', async ({ page }) => {
    const id = await save(page, 'lost.txt', 'x')
    await page.request.post(`/api/files/${id}/trash`)
    await page.goto(`/file/${id}`)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: say('שחזור הקובץ', 'Restore the file') }).click()
    await expect(page.locator('#L1')).toBeVisible()
  })
})

test('in every theme, chosen lines and warnings are legible to everybody', async ({ page }) => {
  test.slow()
  const code =
    'import os\n\nclass A:\n    """doc"""\n    x: int = 3 # note\n    def f(self):\n        return f"{self.x}" or None\n'
  const id = await save(page, 'themes.py', `${code}if admin\u202e:\n    pass\n`)
  await save(page, 'themes.py', `${code}pass\n`)
  for (const media of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { contrast: 'more' }] as const) {
    await page.emulateMedia({ colorScheme: null, contrast: null, ...media })
    await page.goto(`/file/${id}?v=1&reveal=1#L3-L7`)
    await awake(page)
    await expectNoAxeViolations(page)
    await page.goto(`/file/${id}/history?from=1&to=2&view=unified`)
    await expectNoAxeViolations(page)
  }
})
