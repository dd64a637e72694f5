import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { colorMessages } from '#features/notes/messages/colors.ts'
import { searchMessages } from '#features/notes/messages/search.ts'
import { keyMessages } from '#features/shell/messages/keys.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.describe.configure({ timeout: 120_000 })

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...searchMessages(locale), colors: colorMessages(locale), shell: keyMessages(locale) }
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Record<string, unknown>
}

/** A note on a line, one on a board, one with niqqud. */
async function somethingToFind(page: Page): Promise<{ fileId: string; boardId: string }> {
  const file = await post(page, '/api/files', { file_name: 'retry.py', content: 'a\nb\nc\n' })
  const fileId = String(file['file_id'])
  const { board } = (await post(page, '/api/note-boards', { name: 'Ideas' })) as { board: { id: string } }
  await post(page, `/api/sticky-notes/${fileId}`, { title: 'Backoff', content: 'double it', line_start: 2 })
  await post(page, `/api/sticky-notes/board/${board.id}`, { content: 'שָׁלוֹם עולם', color: 'blue' })
  await post(page, `/api/sticky-notes/board/${board.id}`, { content: 'try the backoff again', color: 'pink' })
  return { fileId, boardId: board.id }
}

const hits = (page: Page) => page.locator('.note-hit')
const box = (page: Page) => page.getByRole('searchbox')

test('results follow what is typed, the address follows the results, and Back goes a step back', async ({ page }) => {
  await newPerson(page)
  const { fileId } = await somethingToFind(page)
  await page.goto('/notes/search')
  await awake(page)
  const t = await words(page)
  await expect(page.getByRole('heading', { name: t.recent })).toBeVisible()
  await expect(hits(page)).toHaveCount(3)
  await expectNoAxeViolations(page)

  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await box(page).pressSequentially('BACKOFF', { delay: 20 })
  await expect(page).toHaveURL('/notes/search?q=BACKOFF')
  await expect(page.getByRole('heading', { name: t.found(2) })).toBeVisible()
  // The one with the word in its title comes first, and leads to its line.
  await expect(hits(page).first().getByRole('link')).toHaveAttribute('href', new RegExp(`/file/${fileId}.*#L2$`))
  await expect(hits(page).first().locator('mark')).toHaveText('Backoff')
  await expect(box(page)).toBeFocused()
  await expectNoAxeViolations(page)

  await page.getByRole('radio', { name: t.colors.pink }).check({ force: true })
  await expect(page).toHaveURL('/notes/search?q=BACKOFF&color=pink')
  await expect(hits(page)).toHaveCount(1)
  await box(page).fill('שלום')
  await expect(page.getByText(t.nothingInColor('שלום'))).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: t.allColors }).click()
  await expect(hits(page).locator('mark')).toHaveText('שָׁלוֹם')

  await page.goto('/notes/search')
  await awake(page)
  await box(page).pressSequentially('again', { delay: 20 })
  await expect(hits(page)).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/notes/search')
  await expect(hits(page)).toHaveCount(3)
  await expect(box(page)).toHaveValue('')
})

test('Ctrl K finds notes and boards', async ({ page }) => {
  await newPerson(page)
  const { boardId } = await somethingToFind(page)
  await page.goto('/dashboard')
  await awake(page)
  const t = await words(page)
  const combobox = page.getByRole('combobox', { name: t.shell.palette })
  await page.keyboard.press('Control+k')
  await combobox.fill('שלום')
  await expect(page.getByRole('option', { name: 'שָׁלוֹם עולם' })).toBeVisible()
  await expectNoAxeViolations(page)
  await combobox.fill('ideas')
  await expect(page.getByRole('option', { name: 'Ideas' }).first()).toBeVisible()
  await combobox.press('Enter')
  await expect(page).toHaveURL(`/boards/${boardId}`)
})

test('axe finds nothing in any theme', async ({ page }) => {
  await newPerson(page)
  await somethingToFind(page)
  for (const theme of ['light', 'dark', 'contrast']) {
    await page.request.post('/settings/appearance', { data: { theme, next: '/notes/search' } })
    await page.goto('/notes/search?q=backoff')
    await expect(hits(page)).toHaveCount(2)
    await expectNoAxeViolations(page)
    await page.goto('/boards')
    await expectNoAxeViolations(page)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('searches, narrows to a colour and opens the place of a note', async ({ page }) => {
    await newPerson(page)
    const { boardId } = await somethingToFind(page)
    await page.goto('/notes/search')
    const t = await words(page)
    await box(page).fill('backoff')
    await page.getByRole('radio', { name: t.colors.pink }).check({ force: true })
    await page.getByRole('button', { name: t.search }).click()
    await expect(page).toHaveURL('/notes/search?q=backoff&color=pink')
    await expect(hits(page)).toHaveCount(1)
    await hits(page).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/boards/${boardId}#note-`))
    await expect(page.getByText('try the backoff again')).toBeInViewport()
  })
})
