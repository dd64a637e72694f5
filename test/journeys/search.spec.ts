import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { boxMessages } from '#features/search/messages/box.ts'
import { resultMessages } from '#features/search/messages/results.ts'
import { searchMessages } from '#features/search/messages/query-language.ts'
import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'
import { addRepo } from './repos-page.ts'

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...searchMessages(locale), ...resultMessages(locale), ...boxMessages(locale) }
}

async function post(page: Page, path: string, data: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Record<string, unknown>
}

/** A file, a note and a board that a word finds. */
async function someThings(page: Page): Promise<void> {
  const file = await post(page, '/api/files', {
    file_name: 'total.py',
    folder: 'billing',
    content: 'def total(items):\n    return sum(items)\n',
  })
  await post(page, '/api/files', { file_name: 'סיכום.md', content: '# סיכום\n\nהפונקציה total מחזירה את הסכום.' })
  const id = String(file['file_id'])
  await post(page, `/api/sticky-notes/${id}`, { title: 'Rounding', content: 'total שָׁלוֹם rounds twice', line_start: 2 })
  await post(page, '/api/note-boards', { name: 'Total costs' })
}

const box = (page: Page) => page.locator('.search input[name="q"]')
/** Of a finished search: until then, results of the query before may be among them. */
const hits = (page: Page) => page.locator('#results:not([aria-busy="true"]) .search-hit-link')

test('results follow what is typed, keys lead through them, and Back leads to the same query', async ({ page }) => {
  await newPerson(page)
  await someThings(page)
  await page.goto('/search')
  await awake(page)
  const t = await words(page)
  await expect(page.getByRole('heading', { name: t.helpTitle })).toBeVisible()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('total')
  await expect(hits(page)).toHaveCount(5)
  await expect(page).toHaveURL(/\/search\?q=total$/)
  await expect(page.locator('#announcer')).toHaveText(t.results(5))
  await expectNoAxeViolations(page)

  await page.keyboard.press('ArrowDown')
  await expect(hits(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(hits(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/file\//)
  await page.goBack()
  await expect(box(page)).toHaveValue('total')
  await expect(hits(page)).toHaveCount(5)
})

test('a symbol of a repository is found by its humps and opened at its line', ONCE, async ({ page }, { project }) => {
  await using server = await startGitServer()
  const name = `noa/names-${project.name}`
  server.create(name).commit({
    put: { 'src/body.ts': '// Bodies\n\nexport function normaliseBodyFields() {}\n', 'readme.md': '# Names\n' },
  })
  await newPerson(page)
  await addRepo(page, server.url(name))
  const found = async () => {
    const { groups } = (await (await page.request.get('/api/search?q=sym:nBF')).json()) as {
      groups: { hits: unknown[] }[]
    }
    return groups.flatMap((group) => group.hits).length
  }
  await expect.poll(found, { timeout: 30_000 }).toBe(1)
  await page.goto('/search?q=sym:nBF')
  await awake(page)
  await expect(hits(page)).toHaveText(['normaliseBodyFields'])
  await expect(page.locator('.search-hit-place')).toHaveText([`${name} · src/body.ts`])
  await expectNoAxeViolations(page)
  await hits(page).click()
  await expect(page).toHaveURL(new RegExp(`/repos/${name}/src/body[.]ts#L3$`))
  await expect(page.locator('#L3')).toBeVisible()
})

test(
  'a phrase that is not closed yet is looked for, a wrong letter is marked, and nothing found says so',
  ONCE,
  async ({ page }) => {
    await newPerson(page)
    await someThings(page)
    await page.goto('/search')
    await awake(page)
    const t = await words(page)
    await box(page).fill('"def tot')
    await expect(hits(page)).toHaveCount(1)
    await box(page).fill('total in:nowhere')
    await expect(page.getByRole('alert')).toContainText(t.unknown_value('in'))
    await expect(page.locator('.search-wrong-query mark')).toHaveText('in:nowhere')
    await expectNoAxeViolations(page)
    // The lines of a pattern have 50 ms, and a busy machine shows the file without them.
    await expect(async () => {
      await box(page).fill('')
      await box(page).fill('/t.t.l\\(/')
      await expect(page.locator('.search-lines mark')).toHaveText(['total('], { timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    await box(page).fill('שלום')
    await expect(hits(page)).toHaveText(['Rounding'])
    await box(page).fill('nothing-like-this')
    await expect(page.getByText(t.nothing('nothing-like-this'))).toBeVisible()
    await expectNoAxeViolations(page)
    // A lone vowel point asks for nothing, as an empty box does.
    await box(page).fill('\u05b0')
    await expect(page.getByRole('heading', { name: t.helpTitle })).toBeVisible()
    await box(page).fill('שלום')
    await expect(hits(page)).toHaveText(['Rounding'])
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a form and a page', async ({ page }) => {
    await newPerson(page)
    await someThings(page)
    await page.goto('/dashboard')
    await page.locator('a[href="/search"]:visible').first().click()
    await box(page).fill('total')
    await box(page).press('Enter')
    await expect(hits(page)).toHaveCount(5)
    await page.locator('.search-lines a').first().click()
    await expect(page).toHaveURL(/#L1$/)
  })
})
