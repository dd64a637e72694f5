import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { NOTE_FILTERS } from '#features/inbox/note-filters.ts'
import { inboxMessages } from '#features/inbox/messages/inbox.ts'
import { liveInboxMessages } from '#features/inbox/messages/live.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { marginMessages } from '#features/notes/messages/notes.ts'
import { reminderMessages } from '#features/reminders/messages/list.ts'
import { keyMessages } from '#features/shell/messages/keys.ts'
import { awake, expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { isWhole } from './size.ts'

test.describe.configure({ timeout: 120_000 })

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return {
    ...inboxMessages(locale),
    locale,
    live: liveInboxMessages(locale),
    colors: colorMessages(locale),
    shell: keyMessages(locale),
    reminders: reminderMessages(locale),
    margin: marginMessages(locale),
  }
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Record<string, unknown>
}

/** A note on a line, one on a board with niqqud, one with a task. */
async function someNotes(page: Page): Promise<{ fileId: string; boardId: string }> {
  const file = await post(page, '/api/files', { file_name: 'retry.py', content: 'a\nb\nc\n' })
  const fileId = String(file['file_id'])
  const { board } = (await post(page, '/api/note-boards', { name: 'Ideas' })) as { board: { id: string } }
  await post(page, `/api/sticky-notes/${fileId}`, { title: 'Backoff', content: 'double **it**', line_start: 2 })
  await post(page, `/api/sticky-notes/board/${board.id}`, { content: 'שָׁלוֹם עולם', color: 'blue' })
  await post(page, `/api/sticky-notes/board/${board.id}`, { content: '- [ ] try the backoff again', color: 'pink' })
  return { fileId, boardId: board.id }
}

/** A note whose line was deleted. */
async function lostNote(page: Page): Promise<string> {
  const lines = Array.from({ length: 12 }, (_, i) => `value_${i} = compute(${i * 31})`)
  const file = await post(page, '/api/files', { file_name: 'lost.py', content: lines.join('\n') })
  const fileId = String(file['file_id'])
  await post(page, `/api/sticky-notes/${fileId}`, { content: 'where is my line?', line_start: 3 })
  const data = { content: lines.toSpliced(2, 1).join('\n'), prev_version: 1 }
  expect((await page.request.put(`/api/files/${fileId}`, { data })).status()).toBe(200)
  return fileId
}

const notes = (page: Page) => page.locator('.inbox-note')
const box = (page: Page) => page.locator('.note-search input[name="q"]')
const chip = (page: Page, name: string) => page.locator('#inbox-filters').getByRole('link', { name, exact: true })
const count = (page: Page) => page.locator('#results-title')
const announced = (page: Page) => page.locator('#announcer')

test('the list follows what is typed and chosen, the address follows the list, and Back goes a step back', async ({
  page,
}) => {
  await newPerson(page)
  const { fileId } = await someNotes(page)
  await page.goto('/notes')
  await awake(page)
  const t = await words(page)
  await expect(count(page)).toHaveText(t.count(3))
  await expect(notes(page)).toHaveCount(3)
  await expect(notes(page).getByText('double it').locator('strong')).toHaveText('it')
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow(), 'wider than the screen').toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)

  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await box(page).pressSequentially('BACKOFF', { delay: 20 })
  await expect(page).toHaveURL('/notes?q=BACKOFF')
  await expect(count(page)).toHaveText(t.count(2))
  await expect(announced(page)).toHaveText(t.count(2))
  // The one with the word in its title comes first, and leads to its line.
  await expect(notes(page).first().locator('.inbox-open')).toHaveAttribute('href', new RegExp(`/file/${fileId}.*#L2$`))
  await expect(notes(page).first().locator('mark')).toHaveText('Backoff')
  await expect(box(page)).toBeFocused()

  await chip(page, t.colors.pink).click()
  await expect(page).toHaveURL('/notes?q=BACKOFF&color=pink')
  await expect(notes(page)).toHaveCount(1)
  await expect(chip(page, t.removeFilter(t.colors.pink))).toBeFocused()
  await box(page).fill('שלום')
  await expect(page.getByText(t.nothingFoundHere('שלום'))).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: t.searchAll }).click()
  await expect(notes(page).locator('mark')).toHaveText('שָׁלוֹם')

  await page.goto('/notes')
  await awake(page)
  await page.locator('.inbox-where > summary').click()
  await expectNoAxeViolations(page)
  await page.locator('.inbox-sources').getByRole('link', { name: 'Ideas' }).click()
  await expect(notes(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\/notes\?board=/)
  await page.goBack()
  await expect(page).toHaveURL('/notes')
  await expect(notes(page)).toHaveCount(3)
})

test.describe('a race', () => {
  test.use({ expectedErrors: [/409/] })
  test('a tick is saved at once, and one that lost a race shows the note as it is', async ({ page }) => {
    await newPerson(page)
    await someNotes(page)
    await page.goto('/notes?show=tasks')
    await awake(page)
    const t = await words(page)
    await expect(count(page)).toHaveText(t.count(1))
    const task = page.getByRole('checkbox', { name: 'try the backoff again', exact: true })
    await task.check()
    await expect(announced(page)).toHaveText(t.live.ticked)
    await expect(count(page)).toHaveText(t.count(0))
    await task.uncheck()
    await expect(count(page)).toHaveText(t.count(1))

    const id = (await notes(page).getAttribute('data-id')) ?? ''
    await page.request.put(`/api/sticky-notes/note/${id}`, { data: { content: '- [ ] other words' } })
    // Not `check`: the box may be open again before it is looked at.
    await task.click()
    await expect(page.getByText(t.live.conflict)).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'other words', exact: true })).not.toBeChecked()
  })
})

test('keys alone work through the notes: next, done, undo, snooze, attach, open', async ({ page }) => {
  await newPerson(page)
  const { boardId } = await someNotes(page)
  const fileId = await lostNote(page)
  const { id } = (await post(page, `/api/sticky-notes/board/${boardId}`, {
    title: 'Call back',
    content: 'at noon',
  })) as {
    id: string
  }
  await page.request.post(`/api/sticky-notes/note/${id}/reminder`, { data: { preset: '3h', tz: 'Asia/Jerusalem' } })
  await page.goto('/dashboard')
  await awake(page)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/notes')
  await awake(page)
  const t = await words(page)
  const current = page.locator('.inbox-note:focus-within')
  await page.keyboard.press('j')
  await expect(current).toContainText('Call back')

  await page.keyboard.press('s')
  await expect(page.locator('.toast')).toBeVisible()
  await expect(current).toContainText('Call back')
  await page.keyboard.press('d')
  await expect(page.locator('.toast').getByText(t.reminders.didDone)).toBeVisible()
  await expect(current.locator('.inbox-remind')).toHaveCount(0)
  await page.locator('.toast').getByRole('button', { name: t.reminders.undo }).click()
  await expect(page.locator('.inbox-note', { hasText: 'Call back' }).locator('.inbox-remind')).toBeVisible()

  await page.locator('.inbox-note', { hasText: 'Call back' }).locator('.inbox-open').focus()
  await page.keyboard.press('ArrowDown')
  await expect(current).toContainText('where is my line?')
  await page.keyboard.press('j')
  await expect(current).toContainText('try the backoff again')
  await page.keyboard.press('x')
  await expect(current.locator('input[name="task"]')).toBeChecked()
  await expect(page.locator('.toast').getByText(t.live.ticked)).toBeVisible()
  await page.keyboard.press('x')
  await expect(announced(page)).toHaveText(t.live.nothingToDo)
  await page.keyboard.press('r')
  await expect(announced(page)).toHaveText(t.live.inPlace)

  // Keys belong to the text field while one types in it.
  await page.keyboard.press('/')
  await page.keyboard.type('xjk')
  await expect(box(page)).toHaveValue('xjk')
  await box(page).fill('')
  await expect(notes(page)).toHaveCount(5)

  await page.locator('.inbox-note', { hasText: 'where is my line?' }).locator('.inbox-open').focus()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(new RegExp(`/file/${fileId}\\?note=[0-9a-f]{32}&attach=1`))
  await expect(page.getByText(t.margin.reattachLines).first()).toBeVisible()
  await page.goBack()
  await awake(page)
  await page.locator('.inbox-note', { hasText: 'double it' }).locator('.inbox-open').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/file\/[0-9a-f]{32}\?note=/)
})

test('the shortcuts are in the help', async ({ page }) => {
  await newPerson(page)
  await someNotes(page)
  await page.goto('/notes')
  await awake(page)
  const t = await words(page)
  await page.keyboard.press('Shift+Slash')
  const help = page.getByRole('dialog')
  for (const label of [t.live.keyNext, t.live.keySnooze, t.live.keyAttach])
    await expect(help.getByText(label, { exact: true })).toBeVisible()
  await expect(help.getByText(t.live.keyDone, { exact: true })).toHaveCount(2)
})

test('the unplaced filter finds a note and says how many were checked; the changed filter is empty', async ({
  page,
}) => {
  await newPerson(page)
  await someNotes(page)
  await lostNote(page)
  await page.goto('/notes')
  await awake(page)
  const t = await words(page)
  await chip(page, NOTE_FILTERS.lost.label[t.locale]).click()
  await expect(notes(page)).toHaveCount(1)
  await expect(page.getByText(t.checked(1, 1))).toBeVisible()
  await expect(notes(page).getByRole('link', { name: t.attach })).toBeVisible()
  await expectNoAxeViolations(page)
  await chip(page, NOTE_FILTERS.changed.label[t.locale]).click()
  await expect(page.getByText(NOTE_FILTERS.changed.empty.title[t.locale])).toBeVisible()
  await expectNoAxeViolations(page)
})

/** So many that several pages of them are loaded, and the chosen one is on the third. */
const MANY = isWhole ? { notes: 300, seen: 160 } : { notes: 120, seen: 80 }

test('many notes load while scrolling, each once, and Back returns to the same place', async ({ page }) => {
  await newPerson(page)
  const boards: string[] = []
  for (const name of ['One', 'Two']) {
    const { board } = (await post(page, '/api/note-boards', { name })) as { board: { id: string } }
    boards.push(board.id)
  }
  // A board takes 200 notes.
  for (let i = 0; i < MANY.notes; i++)
    await post(page, `/api/sticky-notes/board/${boards[i % 2]}`, { content: `note number ${i}` })
  await page.goto('/notes')
  await awake(page)
  const t = await words(page)
  await expect(count(page)).toHaveText(t.count(MANY.notes))
  for (let loaded = 20; loaded < MANY.notes; loaded = await notes(page).count()) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => notes(page).count()).toBeGreaterThan(loaded)
    if (loaded >= MANY.seen) break
  }
  const ids = await notes(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-id')))
  expect(new Set(ids).size).toBe(ids.length)

  const target = notes(page).filter({
    has: page.getByText(`note number ${MANY.notes - MANY.seen + 30}`, { exact: true }),
  })
  await target.locator('.inbox-open').scrollIntoViewIfNeeded()
  const top = (await target.boundingBox())?.y ?? 0
  await target.locator('.inbox-open').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/boards\//)
  await page.goBack()
  await expect(target).toBeInViewport()
  await expect.poll(async () => Math.abs(((await target.boundingBox())?.y ?? 0) - top)).toBeLessThan(40)
  await expect(target.locator('.inbox-open')).toBeFocused()
})

test('Ctrl K finds notes, boards and files', async ({ page }) => {
  await newPerson(page)
  const { fileId, boardId } = await someNotes(page)
  await page.goto('/dashboard')
  await awake(page)
  const t = await words(page)
  const combobox = page.getByRole('combobox', { name: t.shell.palette })
  await page.keyboard.press('Control+k')
  await combobox.fill('שלום')
  await expect(page.getByRole('option', { name: 'שָׁלוֹם עולם' })).toBeVisible()
  await expectNoAxeViolations(page)
  await combobox.fill('retry')
  await expect(page.locator(`#palette-files-${fileId}`)).toContainText('retry.py')
  await expect(page.getByRole('option').last()).toContainText('retry')
  await combobox.fill('ideas')
  await expect(page.locator(`#palette-boards-${boardId}`)).toHaveAttribute('aria-selected', 'true')
  await combobox.press('Enter')
  await expect(page).toHaveURL(`/boards/${boardId}`)
})

test('axe finds nothing in any theme', async ({ page }) => {
  await newPerson(page)
  await someNotes(page)
  await lostNote(page)
  await page.goto('/notes?q=a')
  await expect(notes(page).first()).toBeVisible()
  await expectNoAxeViolationsInAnyTheme(page)
  await page.goto('/boards')
  await expectNoAxeViolationsInAnyTheme(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('searches, narrows, ticks, closes a reminder and opens the place of a note', async ({ page }) => {
    await newPerson(page)
    const { boardId } = await someNotes(page)
    await page.goto('/notes')
    const t = await words(page)
    await chip(page, t.colors.pink).click()
    await box(page).fill('backoff')
    await page.getByRole('button', { name: t.live.search }).click()
    await expect(page).toHaveURL('/notes?color=pink&q=backoff')
    await expect(notes(page)).toHaveCount(1)
    await page.locator('input[name="task"]').check()
    await page.getByRole('button', { name: t.saveTicks }).click()
    await expect(page.getByText(t.ticked)).toBeVisible()
    await expect(page.locator('input[name="task"]')).toBeChecked()
    await notes(page).locator('.inbox-open').click()
    await expect(page).toHaveURL(new RegExp(`/boards/${boardId}#note-`))
    await expect(page.getByText('try the backoff again')).toBeInViewport()
  })
})
