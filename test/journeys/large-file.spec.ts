import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { workspaceMessages } from '#ui/workspace-messages.ts'
import { viewerMessages } from '#features/viewer/messages/viewer.ts'
import { largeMessages } from '#features/viewer/messages/large.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ trace: 'off' })

const LINES = 20_000
const isPhone = () => test.info().project.name.endsWith('phone')

/** Coloured, with Hebrew, and with a word that only three lines have. */
const lineOf = (i: number) =>
  [7, 12_345, LINES].includes(i) ? `const Needle${i} = "מחט ${i}" // line ${i}` : `const value${i} = ${i} // שורה ${i}`
const CONTENT = Array.from({ length: LINES }, (_, i) => `${lineOf(i + 1)}\n`).join('')

async function save(page: Page, content: string, name = 'large.ts'): Promise<string> {
  const data = { file_name: `${randomUUID().slice(0, 6)} ${name}`, content }
  const answer = await page.request.post('/api/files', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  const { file_id: id } = (await answer.json()) as { file_id: string }
  return id
}

async function openLarge(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('#code[data-large="drawn"][data-live]')).toBeVisible()
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...workspaceMessages(locale), ...viewerMessages(locale), ...largeMessages(locale) }
}

/** The server has seconds for the colours. A busy one shows the text without them, says so, and colours it when it is opened again. */
async function openColoured(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto('about:blank')
    await openLarge(page, path)
    const settled = page.locator('#code[data-coloured], .code-notice').first()
    await expect(settled).toBeAttached({ timeout: 20_000 })
    await expect(settled).toHaveAttribute('data-coloured', '', { timeout: 100 })
  }).toPass({ timeout: 90_000 })
}

const line = (page: Page, n: number) => page.locator(`#L${n}`)
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const drawnRows = (page: Page) => page.locator('.code-lines > div').count()
const copyKeys = async (page: Page) => page.keyboard.press('Control+C')

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newPerson(page)
})

test('a link to line 20,000 opens there, and only the rows near the view are drawn', async ({ page }) => {
  const id = await save(page, CONTENT)
  await openColoured(page, `/file/${id}#L20000`)
  await expect(line(page, LINES)).toBeInViewport()
  await expect(line(page, LINES)).toHaveClass(/is-chosen/)
  await expect(line(page, LINES).locator('.hljs-keyword')).toHaveText('const')
  expect(await drawnRows(page)).toBeLessThan(400)
  await expectNoAxeViolations(page)
  await page.evaluate(() => (window.location.hash = '#L9990-L10010'))
  await expect(line(page, 10_000)).toBeInViewport()
  await expect(line(page, 9_990)).toHaveClass(/is-chosen/)
  await expect(line(page, LINES)).toHaveCount(0)
  // The chosen lines are chosen again when they come back.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(line(page, 10_000)).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 10_000 * 20))
  await expect(line(page, 10_000)).toHaveClass(/is-chosen/)
})

test('a search of the library leads to line 20,000', async ({ page }) => {
  await save(page, CONTENT)
  await page.goto('/files?q=Needle20000')
  await page.locator('a[href$="#L20000"]').first().click()
  await expect(line(page, LINES)).toBeInViewport()
})

test('Ctrl+F finds in all rows, counts, goes on and back, and ends with the match selected', async ({ page }) => {
  const id = await save(page, CONTENT)
  const t = await openLarge(page, `/file/${id}`)
  if (isPhone()) {
    await page.getByRole('button', { name: t.more }).click()
    await page.locator('#file-menu').getByText(t.find, { exact: true }).click()
  } else await page.keyboard.press('Control+F')
  const field = page.getByRole('textbox', { name: t.findText })
  await expect(field).toBeFocused()
  await field.fill('needle')
  const count = page.locator('.find-count')
  await expect(count).toHaveText(t.findCount('1', '3'))
  await expect(line(page, 7)).toBeInViewport()
  await field.press('Enter')
  await expect(count).toHaveText(t.findCount('2', '3'))
  await expect(line(page, 12_345)).toBeInViewport()
  await expectNoAxeViolations(page, '.find-bar')
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(count).toHaveText(t.findCount('3', '3'))
  await expect(line(page, LINES)).toBeInViewport()
  await page.getByRole('button', { name: t.findCase }).click()
  await expect(count).toHaveText(t.findNone)
  await field.fill('מחט 12345')
  await expect(line(page, 12_345)).toBeInViewport()
  await field.press('Escape')
  await expect(field).toBeHidden()
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('מחט 12345')
})

test('copies have the stored characters, also of rows that are not drawn', async ({ page }) => {
  const content = `\uFEFF${CONTENT}`.replace('line 7\n', 'line 7\r\n')
  const id = await save(page, content)
  await openLarge(page, `/file/${id}`)
  await page.locator('#code').focus()
  await page.keyboard.press('Control+A')
  await copyKeys(page)
  await expect.poll(async () => (await clipboard(page)) === content).toBe(true)
  // From the middle of line 2 to the middle of line 15,000, with thousands of undrawn rows between.
  await page.evaluate(() => {
    const text = (n: number) => document.querySelector(`#L${n} code`)
    window.getSelection()?.setPosition(text(2), 0)
    window.getSelection()?.extend(text(3) ?? document.body, 1)
    window.scrollTo(0, 15_000 * 20)
  })
  await expect(line(page, 15_000)).toBeInViewport()
  await expect(line(page, 2)).toHaveCount(1)
  await page.evaluate(() => {
    window.getSelection()?.extend(document.querySelector('#L15000 code') ?? document.body, 0)
    window.scrollTo(0, 8_000 * 20)
  })
  await expect(line(page, 8_000)).toBeInViewport()
  await copyKeys(page)
  const selected = `${content.split('\n').slice(1, 14_999).join('\n')}\n`
  await expect.poll(async () => (await clipboard(page)) === selected).toBe(true)
})

test('a note is written on line 15,000 and found again', async ({ page }) => {
  const id = await save(page, CONTENT)
  await openLarge(page, `/file/${id}#L15000`)
  await page.keyboard.press('n')
  await page.keyboard.type('far below')
  await page.keyboard.press('Control+Enter')
  await expect(line(page, 15_000).locator('.note-mark')).toBeVisible()
  await expect
    .poll(async () => (await page.request.get(`/api/sticky-notes/${id}`)).text())
    .toContain('"line_start":15000')
  const reply = (await (await page.request.get(`/api/sticky-notes/${id}`)).json()) as { notes: { id: string }[] }
  await openLarge(page, `/file/${id}?note=${reply.notes[0]?.id}`)
  await expect(line(page, 15_000)).toBeInViewport()
  await expect(line(page, 15_000)).toHaveClass(/is-noted/)
  await expect(page.getByText('far below').first()).toBeInViewport()
  await expectNoAxeViolations(page, '.note')
})

test('wrapped rows keep their order, and a line of a megabyte is drawn in rows', async ({ page }) => {
  const long = 'x'.repeat(1_000_000)
  const id = await save(page, `first\n${long}\n${'word '.repeat(60)}\nlast\n`, 'long.txt')
  const t = await openLarge(page, `/file/${id}#L4`)
  await expect(line(page, 4)).toBeInViewport()
  if (isPhone()) {
    await page.getByRole('button', { name: t.more }).click()
    await page.locator('#file-menu').getByText(t.wrap, { exact: true }).click()
  } else await page.keyboard.press('w')
  await page.keyboard.press('End')
  await expect(line(page, 4)).toBeInViewport()
  const boxes = () =>
    page
      .locator('.code-lines > div')
      .evaluateAll((rows) =>
        rows.map((row) => ({ top: row.getBoundingClientRect().top, bottom: row.getBoundingClientRect().bottom })),
      )
  // A row is measured after it is drawn, and those below it move then.
  const overlapping = async () => {
    const all = await boxes()
    return all.filter((box, i) => box.top < (all[i - 1]?.bottom ?? box.top) - 1)
  }
  await expect.poll(overlapping).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  )
})
