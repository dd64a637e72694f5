import { expect, expectNoAxeViolations, expectNoAxeViolationsInAnySystem, test, writeAsOurOwn } from './fixtures.ts'
import { newPerson } from './people.ts'
import { arm, fileWithNote, makeDue, showNote, stored, words } from './reminders-kit.ts'

test.describe.configure({ timeout: 120_000 })
// What journeys below cause on purpose: refused acknowledgements, and reads that fail.
test.use({ expectedErrors: [[/404.*reminders\/ack/, /(500|429).*reminders\/summary/], { scope: 'test' }] })

test('a reminder is set from the note, by a preset that says its day and time', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Check the retry budget')
  await showNote(page, made)
  const { set } = await words(page)
  await page.locator('.remind-button').first().click()
  const box = page.getByRole('dialog', { name: set.title })
  const tomorrow = box.locator('[data-preset="tomorrow-09"]')
  await expect(tomorrow.locator('time')).toHaveText(/09:00$/)
  const said = await tomorrow.locator('time').textContent()
  await tomorrow.click()
  await expect(box).toHaveCount(0)
  // The bell of the note now says what the preset said.
  await expect(page.locator('.remind-button').first()).toHaveText(said ?? '')
  expect((await stored(page, made.noteId)).reminder?.status).toBe('pending')

  await page.locator('.remind-button').first().click()
  await expect(box.getByText(set.now(said ?? ''))).toBeVisible()
  await expectNoAxeViolations(page)
  await box.getByRole('button', { name: set.remove }).click()
  await expect(page.locator('.remind-button[data-armed]')).toHaveCount(0)
  expect((await stored(page, made.noteId)).reminder).toBeNull()
})

test('free text is echoed as a sentence in both languages, and what is unclear is not guessed', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'שאלה פתוחה')
  await showNote(page, made)
  const { set } = await words(page)
  await page.locator('.remind-button').first().click()
  const say = page.locator('.remind-box input[name="say"]')
  const echo = page.locator('#remind-echo')
  const save = page.locator('.remind-box button.button-primary')
  for (const text of ['fri 14:30', 'יום שישי 14:30', 'ביום שישי ב-14:30']) {
    await say.fill(text)
    await expect(echo).toContainText('14:30')
    await expect(echo).toContainText(/שישי|Friday/)
    await expect(save).toBeEnabled()
  }
  for (const text of ['9', 'בקרוב', 'soon']) {
    await say.fill(text)
    await expect(echo).toHaveText(set.notUnderstood)
    await expect(save).toBeDisabled()
  }
  await say.fill('מחר ב-9')
  await say.press('Enter')
  await expect(page.locator('.remind-box')).toHaveCount(0)
  await expect(page.locator('.remind-button').first()).toHaveText(/09:00$/)
})

test('the keyboard reaches it: r on the selected note, Escape, and the focus is back', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys')
  await newPerson(page)
  await showNote(page, await fileWithNote(page, 'Check the retry budget'))
  await page.locator('.note[data-note]').first().focus()
  await page.keyboard.press('KeyR')
  await expect(page.locator('.remind-box')).toBeVisible()
  await expect(page.locator('.remind-presets button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.remind-box')).toHaveCount(0)

  // A space on the focused preset would set another time.
  await page.locator('.note[data-note]').first().focus()
  await page.keyboard.press('KeyR')
  await expect(page.locator('.remind-presets button').first()).toBeFocused()
  await page.keyboard.type('tomorrow 9')
  await expect(page.locator('.remind-box input[name="say"]')).toHaveValue('tomorrow 9')
  await page.keyboard.press('Enter')
  await expect(page.locator('.remind-button').first()).toHaveText(/09:00$/)
})

test('badge and panel: done goes away with undo, snooze is one request and no acknowledgement', async ({ page }) => {
  await newPerson(page)
  const first = await fileWithNote(page, 'Ask Noa about the budget')
  const second = await fileWithNote(page, 'שאלה פתוחה', 'שאלות.md')
  await makeDue(page, first.noteId, 12)
  await makeDue(page, second.noteId, 3000)
  await page.goto('/files')
  const { list } = await words(page)
  const badge = page.locator('.bell .badge')
  await expect(badge).toHaveText('2')
  await page.locator('[data-bell]').click()
  const panel = page.getByRole('dialog', { name: list.due })
  // Oldest first.
  await expect(panel.locator('.reminder-preview').first()).toHaveText('שאלה פתוחה')
  await expect(panel.locator('.reminder-location').last()).toContainText('parse.py:2')
  await expectNoAxeViolations(page)

  await panel.getByRole('button', { name: list.doneLabel('שאלה פתוחה') }).click()
  await expect(badge).toHaveText('1')
  expect((await stored(page, second.noteId)).reminder?.status).toBe('acknowledged')
  await page.getByRole('button', { name: list.undo }).click()
  await expect(badge).toHaveText('2')
  expect((await stored(page, second.noteId)).reminder?.status).toBe('pending')

  await page.locator('[data-bell]').click()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(new URL(request.url()).pathname))
  const row = panel.locator('li').filter({ hasText: 'Ask Noa' })
  await row.locator('.snooze > summary').click()
  await row.getByRole('button', { name: list.minutes10 }).click()
  await expect(badge).toHaveText('1')
  expect(asked).toEqual([`/api/sticky-notes/note/${first.noteId}/snooze`])
  expect((await stored(page, first.noteId)).reminder?.status).toBe('pending')
})

test('two tabs agree after Done, and only one of them had to ask', async ({ page, context }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Ask Noa about the budget')
  await makeDue(page, made.noteId)
  await page.goto('/files')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(page.locator('.bell .badge')).toHaveText('1')
  await expect(other.locator('.bell .badge')).toHaveText('1')
  const { list } = await words(page)
  let asked = 0
  other.on('request', (request) => {
    if (request.url().endsWith('/reminders/summary')) asked += 1
  })
  await page.bringToFront()
  await page.locator('[data-bell]').click()
  await page.getByRole('button', { name: list.doneLabel('Ask Noa about the budget') }).click()
  await expect(page.locator('.bell .badge')).toBeHidden()
  await expect(other.locator('.bell .badge')).toBeHidden()
  expect(asked).toBe(0)
})

test('S2: what was armed anew on another device is not closed here, and the row says so', async ({ browser, page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Ask Noa about the budget')
  await makeDue(page, made.noteId)
  await page.goto('/reminders')
  const { list } = await words(page)
  await expect(page.locator('#reminders-due')).toBeVisible()
  // The list reads once more when it wakes; the other device comes after that.
  await page.waitForLoadState('networkidle')
  // The other device: the same account in another browser.
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() })
  const moved = await writeAsOurOwn(elsewhere.request).post(
    new URL(`/api/sticky-notes/note/${made.noteId}/reminder`, page.url()).href,
    {
      data: { preset: '1w', tz: 'Asia/Jerusalem' },
    },
  )
  expect(moved.status()).toBe(200)
  await page.getByRole('button', { name: list.doneLabel('Ask Noa about the budget') }).click()
  await expect(page.locator('#toasts')).toContainText(list.moved)
  await expect(page.locator('[aria-labelledby="reminders-ahead"] .reminder-preview')).toHaveText(
    'Ask Noa about the budget',
  )
  expect((await stored(page, made.noteId)).reminder?.status).toBe('pending')
  await elsewhere.close()
})

test('S5, S6: a failed or limited read keeps the badge and says so', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Ask Noa about the budget')
  await makeDue(page, made.noteId)
  await page.goto('/files')
  const badge = page.locator('.bell .badge')
  await expect(badge).toHaveText('1')
  const { list, bell } = await words(page)
  for (const [status, said] of [
    [500, bell.failed],
    [429, bell.busy],
  ] as const) {
    await page.route('**/reminders/summary', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: '{"ok":false,"retry_after":30}' }),
    )
    // As the device coming back online makes it ask.
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.locator('[data-bell]')).toHaveAttribute('title', new RegExp(said.slice(0, 30)))
    await expect(badge).toHaveText('1')
    await page.unroute('**/reminders/summary')
  }
  await page.locator('[data-bell]').click()
  await expect(page.locator('.reminder-panel .notice')).toContainText(bell.busy)
  await page.locator('.reminder-panel').getByRole('button', { name: list.retry }).click()
  await expect(page.locator('.reminder-panel .notice')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the page of reminders closes, takes back and puts off by forms', async ({ page }) => {
    await newPerson(page)
    const made = await fileWithNote(page, 'Ask Noa about the budget')
    await makeDue(page, made.noteId)
    await page.goto('/reminders')
    const { list } = await words(page)
    await page.getByRole('button', { name: list.doneLabel('Ask Noa about the budget') }).click()
    await expect(page.getByText(list.didDone)).toBeVisible()
    await page.getByRole('button', { name: list.undo }).click()
    await expect(page.locator('.reminder-preview')).toHaveText('Ask Noa about the budget')
    await page.locator('.snooze > summary').click()
    await page.getByRole('button', { name: list.tomorrow }).click()
    await expect(page.locator('[aria-labelledby="reminders-ahead"] time')).toContainText('09:00')
  })
})

test('reminders have no accessibility violations in any theme', async ({ page }) => {
  await newPerson(page)
  const due = await fileWithNote(page, 'Ask Noa about the budget')
  await makeDue(page, due.noteId)
  const ahead = await fileWithNote(page, 'שאלה פתוחה', 'שאלות.md')
  await arm(page, ahead.noteId)
  await page.goto('/reminders')
  await expect(page.locator('.bell .badge')).toHaveText('1')
  await page.locator('.snooze > summary').click()
  await expectNoAxeViolationsInAnySystem(page)
  await showNote(page, ahead)
  await page.locator('.remind-button').first().click()
  await page.locator('.remind-box input[name="say"]').fill('?')
  await page.locator('.deliveries summary').click()
  await expectNoAxeViolationsInAnySystem(page)
})
