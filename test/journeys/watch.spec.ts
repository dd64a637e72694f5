import type { Page } from '@playwright/test'
import { marginMessages } from '#features/notes/messages/notes.ts'
import { viewerMessages } from '#features/viewer/messages/viewer.ts'
import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { words } from './reminders-kit.ts'
import { addRepo, syncNow } from './repos-page.ts'

test.describe.configure({ timeout: 120_000 })

const LINES = [
  'import os',
  '',
  'def total(invoices):',
  '    amounts = [each.amount for each in invoices]',
  '    return sum(amounts)',
  '',
  'print(total([]))',
]
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
const CHANGED = LINES.with(4, '    return round(sum(amounts), 2)')

async function saveNew(page: Page): Promise<string> {
  const saved = await page.request.post('/api/files', { data: { file_name: 'invoices.py', content: text(LINES) } })
  return ((await saved.json()) as { file_id: string }).file_id
}

async function saveVersion(page: Page, id: string, version: number, content: string): Promise<void> {
  const data = { content, prev_version: version }
  expect((await page.request.put(`/api/files/${id}`, { data })).status()).toBe(200)
}

type Item = { id: string; watch?: { state: string; symbol?: { name: string } } }
async function notesAt(page: Page, home: string): Promise<Item[]> {
  const { notes } = (await (await page.request.get(`/api/sticky-notes/${home}`)).json()) as { notes: Item[] }
  return notes
}
const watchState = async (page: Page, home: string) => (await notesAt(page, home))[0]?.watch?.state

/** The menu of the chosen lines, which a phone and the keyboard have as well. */
async function watchLines(page: Page, from: number, to: number): Promise<void> {
  const locale = (await words(page)).locale
  const t = viewerMessages(locale)
  await page.locator(`#L${from} > a`).click()
  if (to > from) await page.locator(`#L${to} > a`).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: t.lineMenu }).click()
  await page.getByRole('button', { name: t.watchLines, exact: true }).click()
  await expect(page.getByText(marginMessages(locale).watching)).toBeVisible()
}

/** The reminders page, once the worker has found the change. */
async function openDue(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto('/reminders')
    await expect(page.locator('.change-lines')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 40_000 })
  await awake(page)
}

test('a changed file: the reminder shows the difference, and one press watches again', async ({ page }) => {
  await newPerson(page)
  const id = await saveNew(page)
  await page.goto(`/file/${id}`)
  await awake(page)
  const { list } = await words(page)
  await watchLines(page, 3, 5)
  await expect.poll(() => watchState(page, id)).toBe('on')

  // Lines above are no change.
  await saveVersion(page, id, 1, text(['# invoices', ...LINES]))
  await saveVersion(page, id, 2, text(['# invoices', ...CHANGED]))
  await openDue(page)
  const difference = page.locator('.change-lines')
  await expect(difference.locator('del')).toHaveText([LINES[4] ?? ''])
  await expect(difference.locator('ins')).toHaveText([CHANGED[4] ?? ''])
  await expect(page.locator('.reminder-location')).toHaveText('invoices.py:4')
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: /^(Watch the code again|מעקב מחדש אחרי הקוד)/ }).click()
  await expect(page.getByText(list.didWatch)).toBeVisible()
  await expect(difference).toHaveCount(0)
  await expect.poll(() => watchState(page, id)).toBe('on')
  await saveVersion(page, id, 3, text([...LINES.slice(0, 2), 'print(0)']))
  await openDue(page)
  await expect(page.getByText(list.gone)).toBeVisible()
})

test('the bell of a note sets the watch, shows the change and stops it', async ({ page }) => {
  await newPerson(page)
  const id = await saveNew(page)
  const data = { content: 'Rounding?', line_start: 5, line_end: 5 }
  const made = (await (await page.request.post(`/api/sticky-notes/${id}`, { data })).json()) as { id: string }
  await page.goto(`/file/${id}?note=${made.id}`)
  await awake(page)
  const { set, list } = await words(page)
  const bell = page.locator('.note .remind-button').first()
  const box = page.getByRole('dialog', { name: set.title })
  await bell.click()
  await box.getByRole('button', { name: set.watchLines }).click()
  await expect(box).toHaveCount(0)
  await expect(bell).toHaveAccessibleName(/Watching the code|במעקב/)
  await bell.click()
  await expect(box.getByText(set.watched)).toBeVisible()
  await expectNoAxeViolations(page)
  await box.getByRole('button', { name: set.unwatch }).click()
  await expect(bell).not.toHaveAccessibleName(/Watching the code|במעקב/)

  await bell.click()
  await box.getByRole('button', { name: set.watchLines }).click()
  await expect.poll(() => watchState(page, id)).toBe('on')
  await saveVersion(page, id, 1, text(CHANGED))
  await expect.poll(() => watchState(page, id), { timeout: 40_000 }).toBe('fired')
  await page.goto(`/file/${id}?note=${made.id}`)
  await awake(page)
  await expect(bell).toHaveAccessibleName(/The code changed|הקוד השתנה/)
  await bell.click()
  await expect(box.locator('.change-lines ins')).toHaveText([CHANGED[4] ?? ''])
  await expectNoAxeViolations(page)
  await box.getByRole('button', { name: list.watchAgain }).click()
  await expect.poll(() => watchState(page, id)).toBe('on')
  await page.goto('/reminders')
  await expect(page.locator('.change-lines')).toHaveCount(0)
})

test('a synced repository: watched lines that changed are due with their difference', async ({ page }, { project }) => {
  await newPerson(page)
  await using server = await startGitServer()
  const name = `noa/watched-${project.name}-${Date.now()}`
  const origin = server.create(name)
  origin.commit({ put: { 'src/invoices.py': text(LINES) } })
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}/src/invoices.py`)
  await awake(page)
  await watchLines(page, 3, 5)
  const home = `repo/${encodeURIComponent(name)}/src/invoices.py`
  await expect.poll(() => watchState(page, home)).toBe('on')
  origin.commit({ put: { 'src/invoices.py': text(['# invoices', ...CHANGED]) } })
  await syncNow(page, name)
  await openDue(page)
  await expect(page.locator('.change-lines del')).toHaveText([LINES[4] ?? ''])
  await expect(page.locator('.change-lines ins')).toHaveText([CHANGED[4] ?? ''])
  await expect(page.locator('.reminder-location')).toHaveText(`${name}/src/invoices.py:4`)
})

test('the function around the lines is watched from the toast and from the bell', async ({ page }) => {
  await newPerson(page)
  const id = await saveNew(page)
  await page.goto(`/file/${id}`)
  await awake(page)
  const { locale, set, list } = await words(page)
  const t = marginMessages(locale)
  // The note is on one line; another line of the function changes.
  await watchLines(page, 4, 4)
  await page.getByRole('button', { name: t.watchSymbol('total()'), exact: true }).click()
  await expect(page.getByText(t.watchingSymbol('total()'))).toBeVisible()
  await expect.poll(() => notesAt(page, id)).toMatchObject([{ watch: { state: 'on', symbol: { name: 'total' } } }])
  await saveVersion(page, id, 1, text(['# invoices', ...CHANGED]))
  await openDue(page)
  const difference = page.locator('.change-lines')
  await expect(difference.locator('del')).toHaveText([LINES[4] ?? ''])
  await expect(difference.locator('ins')).toHaveText([CHANGED[4] ?? ''])
  await expect(page.getByText(list.symbolChanged('total()'))).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /^(Watch the code again|מעקב מחדש אחרי הקוד)/ }).click()
  await expect.poll(() => watchState(page, id)).toBe('on')

  const [note] = await notesAt(page, id)
  await page.goto(`/file/${id}?note=${note?.id ?? ''}`)
  await awake(page)
  const bell = page.locator('.note .remind-button').first()
  const box = page.getByRole('dialog', { name: set.title })
  await bell.click()
  await expect(box.getByText(set.watchedSymbol('total()'))).toBeVisible()
  await expectNoAxeViolations(page)
  await box.getByRole('button', { name: set.watchLines }).click()
  await expect.poll(() => notesAt(page, id)).not.toMatchObject([{ watch: { symbol: {} } }])
  await bell.click()
  await box.getByRole('button', { name: set.watchSymbol('total()') }).click()
  await expect.poll(() => notesAt(page, id)).toMatchObject([{ watch: { state: 'on', symbol: { name: 'total' } } }])
})

test('a synced repository: a watched function is due when any of its lines changes', async ({ page }, { project }) => {
  await newPerson(page)
  await using server = await startGitServer()
  const name = `noa/symbol-${project.name}-${Date.now()}`
  const origin = server.create(name)
  origin.commit({ put: { 'src/invoices.py': text(LINES) } })
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}/src/invoices.py`)
  await awake(page)
  const { locale, list } = await words(page)
  const t = marginMessages(locale)
  await watchLines(page, 4, 4)
  await page.getByRole('button', { name: t.watchSymbol('total()'), exact: true }).click()
  await expect(page.getByText(t.watchingSymbol('total()'))).toBeVisible()
  origin.commit({ put: { 'src/invoices.py': text(['# invoices', ...CHANGED]) } })
  await syncNow(page, name)
  await openDue(page)
  await expect(page.locator('.change-lines ins')).toHaveText([CHANGED[4] ?? ''])
  await expect(page.getByText(list.symbolChanged('total()'))).toBeVisible()
})

test('the bubble of a selection watches the selected lines', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone selects by the numbers of lines')
  await newPerson(page)
  const id = await saveNew(page)
  await page.goto(`/file/${id}`)
  await awake(page)
  const { locale } = await words(page)
  await page.locator('#L5 > code').selectText()
  await page.keyboard.press('Shift')
  await page
    .getByRole('toolbar', { name: viewerMessages(locale).lineMenu })
    .getByRole('button', { name: viewerMessages(locale).watchLines })
    .click()
  await expect(page.getByText(marginMessages(locale).watching)).toBeVisible()
  await expect.poll(() => notesAt(page, id)).toMatchObject([{ watch: { state: 'on' }, line_start: 5, line_end: 5 }])
})
