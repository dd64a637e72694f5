import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { listMessages } from '#features/files/messages/list.ts'
import { actionMessages } from '#features/files/messages/actions.ts'
import { liveMessages } from '#features/files/messages/live.ts'
import { wideMessages } from '#features/files/messages/wide.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

// Several looks with axe in each: a busy machine takes seconds for one.
test.describe.configure({ timeout: 120_000 })

/** What a selection changes. axe needs seconds for a hundred rows, and list.spec.ts checks rows. */
const BAR = '.list-bar'

const rows = (page: Page) => page.locator('.file-row')

async function openList(page: Page, path = '/files') {
  await page.goto(path)
  await awake(page)
  // The first rows and those that the script loads after them.
  await expect(rows(page)).toHaveCount(100)
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...listMessages(locale), ...liveMessages(locale), ...actionMessages(locale), ...wideMessages(locale) }
}

/** As an upload makes them: many in one request. */
async function upload(page: Page, names: readonly string[]): Promise<void> {
  const form = new FormData()
  for (const name of names) form.append('files', new File([`${name}\n`], name))
  const answer = await page.request.post('/api/files/upload', { multipart: form })
  expect(answer.status(), await answer.text()).toBe(200)
}

const numbered = (n: number) => Array.from({ length: n }, (_, i) => `part-${String(i).padStart(3, '0')}.txt`)

test('selects all that match as a second step, tags them, moves them to trash and takes it back', async ({ page }) => {
  await newPerson(page)
  await upload(page, numbered(230))
  await upload(page, ['other.py'])
  const t = await openList(page, '/files?q=part-')
  const all = page.getByRole('button', { name: t.allMatching(230) })
  const everything = page.getByRole('checkbox', { name: t.selectAll })
  await everything.check()
  await expect(page.getByText(t.selected(100))).toBeVisible()
  await expect(all).toBeVisible()
  await expectNoAxeViolations(page, BAR)

  await all.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t.selected(230))).toBeVisible()
  await expect(page.getByRole('button', { name: t.onlyShown(100) })).toBeFocused()
  await expectNoAxeViolations(page, BAR)
  // A zip has no room for so many.
  await page.getByRole('button', { name: t.zip }).click()
  await expect(page.getByText(t.zipFull)).toBeVisible()
  // Rows that come later belong to it, and one tick that is taken away ends it.
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(page.locator('input[name="file_ids"]:checked')).toHaveCount(180)
  await expect(page.getByText(t.selected(230))).toBeVisible()
  await rows(page).nth(3).getByRole('checkbox').uncheck()
  await expect(page.getByText(t.selected(179))).toBeVisible()
  await expect(page.locator('.list-wide')).toBeEmpty()

  await everything.check()
  await all.click()
  await expect(page.getByText(t.selected(230))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('input[name="file_ids"]:checked')).toHaveCount(0)
  await expect(page.locator('.list-wide')).toBeEmpty()

  await everything.check()
  await all.click()
  await page.getByRole('button', { name: t.tag, exact: true }).click()
  await page.getByLabel(t.tagLabel).fill('batch')
  await page.getByLabel(t.tagLabel).press('Enter')
  await expect(page.getByText(`${t.doneTag(230)}.`)).toBeVisible()
  await expect(page.getByText(t.selected(230))).toBeVisible()

  await page.locator('.list-chosen').getByRole('button', { name: t.trash }).click()
  await expect(page.getByText(`${t.doneTrash(230)}.`)).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: t.undo, exact: true }).click()
  await expect(page.getByText(`${t.undone(230)}.`)).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  const tagged = await page.request.get('/api/files/ids?category=batch')
  expect(await tagged.json()).toMatchObject({ total_known: 230 })
})

test('another list has nothing chosen, and all of it is offered again after Back', async ({ page }) => {
  await newPerson(page)
  await upload(page, numbered(125))
  const t = await openList(page)
  await page.getByRole('checkbox', { name: t.selectAll }).check()
  await page.getByRole('button', { name: t.allFiles(125) }).click()
  await page.getByRole('combobox').fill('part-01')
  await page.getByRole('combobox').press('Enter')
  await expect(rows(page)).toHaveCount(10)
  await expect(page.locator('.list-wide')).toBeEmpty()
  await expect(page.locator('input[name="file_ids"]:checked')).toHaveCount(0)
  await page.goBack()
  await expect(rows(page)).toHaveCount(100)
  await page.getByRole('checkbox', { name: t.selectAll }).check()
  await expect(page.getByRole('button', { name: t.allFiles(125) })).toBeVisible()
})

test.describe('when a call in the middle fails', () => {
  test.use({ expectedErrors: [[/500/], { scope: 'test' }] })
  test('it stops, says how many were done and how many were not, and Retry goes on with the rest', async ({ page }) => {
    await newPerson(page)
    await upload(page, numbered(125))
    const t = await openList(page)
    const sizes: number[] = []
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/files/bulk-favorite', async (route) => {
      const { file_ids: ids } = route.request().postDataJSON() as { file_ids: string[] }
      const body = JSON.stringify({ ok: false, code: 'oops', message: 'Oops.', request_id: 'req-43' })
      if (sizes.push(ids.length) === 2) return route.fulfill({ status: 500, contentType: 'application/json', body })
      // Until how far it has come was shown.
      await seen.promise
      return route.continue()
    })
    await page.getByRole('checkbox', { name: t.selectAll }).check()
    await page.getByRole('button', { name: t.allFiles(125) }).click()
    await page.locator('.list-chosen').getByRole('button', { name: t.favourite, exact: true }).click()
    await expect(page.getByText(t.working(0, 125))).toBeVisible()
    seen.resolve()
    await expect(page.getByText(t.partly(100, 25))).toBeVisible()
    await expect(page.getByText('req-43')).toBeVisible()
    await expect(page.getByText(`${t.doneFavorite(100)}.`)).toBeVisible()
    await expectNoAxeViolations(page, BAR)
    await page.getByRole('button', { name: t.retry }).click()
    await expect(page.getByText(`${t.doneFavorite(25)}.`)).toBeVisible()
    expect(sizes).toEqual([100, 25, 25])
    const starred = await page.request.get('/api/files/ids?category=favorites')
    expect(await starred.json()).toMatchObject({ total_known: 125 })
  })
})
