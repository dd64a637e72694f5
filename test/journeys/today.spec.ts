import type { Page } from '@playwright/test'
import { todayMessages } from '#features/home/messages/today.ts'
import { awake, expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { fileWithNote, makeDue, stored, words } from './reminders-kit.ts'

test.describe.configure({ timeout: 120_000 })

const LINES = Array.from({ length: 20 }, (_, i) => `value_${i} = compute(${i * 31})`)

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Record<string, unknown>
}

/** A file whose line 10 changed under a note. */
async function changedNote(page: Page): Promise<string> {
  const file = await post(page, '/api/files', {
    file_name: 'changed.py',
    folder: 'proj/מסמכים',
    content: LINES.join('\n'),
  })
  const fileId = String(file['file_id'])
  await post(page, `/api/sticky-notes/${fileId}`, { content: 'is the limit right?', line_start: 10 })
  const data = { content: LINES.with(9, 'value_9 = compute(279) + other').join('\n'), prev_version: 1 }
  expect((await page.request.put(`/api/files/${fileId}`, { data })).status()).toBe(200)
  return fileId
}

const focused = (page: Page) => page.locator(':is(.rows, .shelf) > li:focus-within')
const focusIsInPage = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-rows]') !== null)

test('keys alone work through the day: done, snooze, keep, tick, continue', async ({ page }) => {
  await newPerson(page)
  const first = await fileWithNote(page, 'Call the bank', 'bank.py')
  const second = await fileWithNote(page, 'Ask Noa about the budget', 'budget.py')
  const third = await fileWithNote(page, '- [x] read\n- [ ] **write** the `retry`\n- [ ] לבדוק שוב', 'plan.py')
  const fileId = await changedNote(page)
  await makeDue(page, first.noteId, 20)
  await makeDue(page, second.noteId, 10)
  await page.goto('/dashboard')
  await awake(page)
  const { list, locale } = await words(page)
  const t = todayMessages(locale)
  await expectNoAxeViolations(page)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow(), 'wider than the screen').toBeLessThanOrEqual(0)

  await page.keyboard.press('j')
  await expect(focused(page)).toContainText('Call the bank')
  await page.keyboard.press('d')
  await expect(focused(page)).toContainText('Ask Noa about the budget')
  await expect(page.locator('#due .rows > li')).toHaveCount(1)
  await expect(page.locator('#toasts').getByText(list.didDone)).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.locator('#due')).toHaveCount(0)
  await expect(page.locator('.today-next')).toContainText('Ask Noa about the budget')
  expect((await stored(page, first.noteId)).reminder?.status).toBe('acknowledged')
  expect((await stored(page, second.noteId)).reminder?.status).toBe('pending')

  await expect(focused(page)).toContainText('is the limit right?')
  await page.keyboard.press('d')
  await expect(page.locator('#toasts').getByText(t.fits)).toBeVisible()
  await expect(page.locator('#moved')).toHaveCount(0)

  await expect(focused(page)).toContainText('write the retry')
  await page.keyboard.press('x')
  await expect(focused(page)).toContainText('לבדוק שוב')
  const tick = page.getByRole('checkbox', { name: 'write the retry' })
  await expect(tick).toBeChecked()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: 'לבדוק שוב' })).toBeChecked()
  expect(await focusIsInPage(page)).toBe(true)
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(focused(page)).toContainText('write the retry')
  await page.keyboard.press('d')
  await expect(tick).not.toBeChecked()
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/sticky-notes/${third.fileId}`)
      return ((await answer.json()) as { notes: { content: string }[] }).notes[0]?.content
    })
    .toBe('- [x] read\n- [ ] **write** the `retry`\n- [x] לבדוק שוב')

  await page.locator('#continue a', { hasText: 'changed.py' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/file/${fileId}`))
})

test('with everything done the page says so, and the focus is never lost', async ({ page }) => {
  await newPerson(page)
  const { noteId } = await fileWithNote(page, 'The only one')
  await makeDue(page, noteId)
  await page.goto('/dashboard')
  await awake(page)
  const { list, locale } = await words(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(todayMessages(locale).nothing, { exact: true })).toBeVisible()
  expect(await focusIsInPage(page)).toBe(true)
  // The row goes at once; the offer to undo comes with the answer.
  await expect(page.locator('#toasts button').last()).toBeVisible()
  await page.keyboard.press('Control+KeyZ')
  await expect(page.locator('#due')).toContainText('The only one')
  expect((await stored(page, noteId)).reminder?.status).toBe('pending')
  await expect(page.locator('#toasts').getByText(list.didReopened)).toBeVisible()
  await expectNoAxeViolationsInAnyTheme(page)
})

test('pasting is one line that grows', async ({ page }) => {
  await newPerson(page)
  await fileWithNote(page, 'x')
  await page.goto('/dashboard')
  await awake(page)
  const text = page.locator('#paste textarea')
  const name = page.locator('#paste input[name="file_name"]')
  const before = (await text.boundingBox())?.height ?? 0
  expect(before).toBeLessThan(56)
  await expect(name).toBeHidden()
  await text.fill('def a():\n    return 1\n'.repeat(6))
  await expect(name).toBeVisible()
  expect((await text.boundingBox())?.height ?? 0).toBeGreaterThan(before * 3)
  await text.fill('')
  await expect(name).toBeHidden()
})

test('on the page of reminders the focus goes to the next row after Done, and to the page after the last', async ({
  page,
}) => {
  await newPerson(page)
  for (const [i, words_] of ['one', 'two'].entries()) {
    const { noteId } = await fileWithNote(page, words_, `${words_}.py`)
    await makeDue(page, noteId, 20 - i)
  }
  await page.goto('/reminders')
  await awake(page)
  const { list } = await words(page)
  await page.getByRole('button', { name: list.doneLabel('one') }).focus()
  await page.keyboard.press('Enter')
  await expect(focused(page)).toContainText('two')
  await page.getByRole('button', { name: list.doneLabel('two') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(list.none, { exact: true })).toBeVisible()
  expect(await focusIsInPage(page)).toBe(true)
})
