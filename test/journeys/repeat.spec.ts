import { repeatWords } from '#features/reminders/repeat-words.ts'
import { expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { fileWithNote, makeDue, showNote, stored, words } from './reminders-kit.ts'

test.describe.configure({ timeout: 120_000 })

const ZONE = 'Asia/Jerusalem'
const DAILY = { at: '2098-12-31T09:00', repeat: { unit: 'day' } }

test('a rule is chosen in the box, said in words, changed, and stopped in one press', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Check the retry budget')
  await showNote(page, made)
  const { set, list, locale } = await words(page)
  const bell = page.locator('.remind-button').first()
  const box = page.getByRole('dialog', { name: set.title })
  await bell.click()
  await box.getByLabel(set.repeat).selectOption('weekday')
  // Suggested times show the first working day.
  await expect(box.locator('.remind-presets time').first()).toBeVisible()
  await box.locator('[data-preset="tomorrow-09"]').click()
  await expect(box).toHaveCount(0)
  const { reminder } = await stored(page, made.noteId)
  expect(reminder?.repeat).toMatchObject({ unit: 'weekday', days: 'sun-thu', tz: ZONE })
  const said = locale === 'he' ? 'בכל יום חול ב-9:00' : 'Every weekday at 9:00'

  await bell.click()
  await expect(box.locator('.remind-now')).toContainText(said)
  await expect(box.getByLabel(set.repeat)).toHaveValue('weekday')
  await box.getByLabel(set.repeat).selectOption('other')
  await box.getByLabel(set.repeatCount).fill('0')
  await expect(box.getByText(set.repeatWrong(365))).toBeVisible()
  await expect(box.locator('.remind-presets button').first()).toBeDisabled()
  await expectNoAxeViolations(page)
  await box.getByLabel(set.repeatCount).fill('3')
  await box.getByLabel(set.repeatUnit).selectOption('month')
  // The time that is set stays, so that only the rule changes.
  await expect(page.locator('#remind-echo')).toContainText(locale === 'he' ? 'פעם ב-3 חודשים' : 'Every 3 months')
  await box.getByRole('button', { name: set.save }).click()
  await expect(box).toHaveCount(0)
  const changed = (await stored(page, made.noteId)).reminder
  expect(changed?.repeat).toMatchObject({ unit: 'month', interval: 3 })
  expect(changed?.remind_at).toBe(reminder?.remind_at)

  await page.goto('/reminders')
  const series = changed?.repeat
  if (!series) throw new Error('The rule was not stored')
  await expect(page.locator('.reminder-repeat')).toHaveText(repeatWords(series, locale, ZONE))
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: list.stopLabel('Check the retry budget') }).click()
  await expect(page.locator('#toasts')).toContainText(list.didStopped)
  await expect(page.locator('.reminder-repeat')).toHaveCount(0)
  expect((await stored(page, made.noteId)).reminder).toMatchObject({ repeat: null, remind_at: changed.remind_at })
})

test('a rule is written as text, in both languages', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'שאלה פתוחה')
  await showNote(page, made)
  await page.locator('.remind-button').first().click()
  const say = page.locator('.remind-box input[name="say"]')
  const echo = page.locator('#remind-echo')
  for (const text of ['every Monday at 9', 'כל יום שני ב-9']) {
    await say.fill(text)
    await expect(echo).toContainText(/בכל יום שני ב-9:00|Every Monday at 9:00/)
    await expect(page.locator('.remind-box select[name="repeat"]')).toHaveValue('week')
  }
  // Without a rule in the text, the fields are as they were; a rule that is chosen later than the text counts.
  await say.fill('21:00')
  await expect(page.locator('.remind-box select[name="repeat"]')).toHaveValue('once')
  await say.fill('every day at 7')
  await expect(page.locator('.remind-box select[name="repeat"]')).toHaveValue('day')
  await page.locator('.remind-box select[name="repeat"]').selectOption('month')
  await expect(echo).not.toContainText(/בכל יום ב|Every day/)
  await say.fill('כל שבועיים')
  await expect(echo).toContainText(/פעם בשבועיים|Every 2 weeks/)
  await say.press('Enter')
  await expect(page.locator('.remind-box')).toHaveCount(0)
  expect((await stored(page, made.noteId)).reminder?.repeat).toMatchObject({ unit: 'week', interval: 2 })
})

test('Done goes on to the next time with undo, and snoozing to another time keeps the rule', async ({ page }) => {
  await newPerson(page)
  const made = await fileWithNote(page, 'Ask Noa about the budget')
  const due = await makeDue(page, made.noteId, 12, DAILY)
  await page.goto('/reminders')
  const { list, set } = await words(page)
  const done = page.getByRole('button', { name: list.doneLabel('Ask Noa about the budget') })
  await done.click()
  await expect(page.locator('[aria-labelledby="reminders-ahead"] .reminder-preview')).toBeVisible()
  await expect(page.locator('.bell .badge')).toBeHidden()
  await page.getByRole('button', { name: list.undo }).click()
  await expect(done).toBeVisible()
  expect((await stored(page, made.noteId)).reminder?.remind_at).toBe(due)

  await page.locator('.snooze > summary').click()
  await page.getByRole('button', { name: list.custom }).click()
  const box = page.getByRole('dialog', { name: set.snoozeTitle })
  await expect(box.getByLabel(set.repeat)).toHaveCount(0)
  await box.locator('input[name="say"]').fill('every day')
  await expect(page.locator('#remind-echo')).toHaveText(set.notUnderstood)
  await expectNoAxeViolations(page)
  await box.locator('[data-preset="3h"]').click()
  await expect(box).toHaveCount(0)
  const { reminder } = await stored(page, made.noteId)
  expect(reminder?.repeat).toMatchObject({ unit: 'day', interval: 1 })
  expect(Date.parse(reminder?.remind_at ?? '') - Date.now()).toBeLessThan(3 * 3_600_000)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a form stops the repetition', async ({ page }) => {
    await newPerson(page)
    const made = await fileWithNote(page, 'Ask Noa about the budget')
    await makeDue(page, made.noteId, 12, DAILY)
    await page.goto('/reminders')
    const { list } = await words(page)
    await page.getByRole('button', { name: list.stopLabel('Ask Noa about the budget') }).click()
    await expect(page.getByText(list.didStopped)).toBeVisible()
    await expect(page.locator('.reminder-repeat')).toHaveCount(0)
  })
})
