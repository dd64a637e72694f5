import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { SEARCH_DAYS } from '#base/search-query/days.ts'
import { SEARCH_KEYS, SEARCH_PLACES } from '#base/search-query/vocabulary.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'

const box = (page: Page) => page.locator('.search').getByRole('combobox')
const options = (page: Page) => page.getByRole('option')
/** Of a finished search. */
const hits = (page: Page) => page.locator('#results:not([aria-busy="true"]) .search-hit-link')

async function open(page: Page): Promise<Locale> {
  await newPerson(page)
  const files = [
    { file_name: 'total.py', folder: 'billing', content: 'def total():\n    return 1\n', tags: ['work', 'עבודה'] },
    {
      file_name: 'total.css',
      content: '.total {}\n',
      tags: ['two words', ...Array.from({ length: 15 }, (_, n) => `t${n}`)],
    },
  ]
  for (const data of files) expect((await page.request.post('/api/files', { data })).status()).toBe(201)
  const values = page.waitForResponse('**/api/search/values')
  await page.goto('/search')
  await awake(page)
  await values
  await expect(box(page)).toBeFocused()
  return ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
}

test('keys and values are suggested at the caret, and chosen with the keyboard', ONCE, async ({ page }) => {
  const locale = await open(page)
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('total la')
  await expect(options(page)).toHaveText([`lang:${SEARCH_KEYS.lang.means[locale]}`])
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(box(page)).not.toHaveAttribute('aria-activedescendant')
  await expectNoAxeViolations(page)

  await page.keyboard.press('ArrowDown')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', 'suggestion-0')
  await page.keyboard.press('Tab')
  await expect(box(page)).toHaveValue('total lang:')
  await expect(options(page)).toHaveCount(2)
  // A key that waits for its value is no error.
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.type('p')
  await expect(options(page)).toHaveText(['Python'])
  await page.keyboard.press('ArrowDown')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('total lang:Python ')
  await expect(options(page)).toHaveCount(0)
  await expect(hits(page).first()).toHaveText('total.py')
  await expect(page).toHaveURL(/lang%3APython/)
})

test(
  'Enter without a chosen suggestion searches, Escape closes the list and keeps the text, an arrow leads past it',
  ONCE,
  async ({ page }) => {
    await open(page)
    await page.keyboard.type('total in')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('total in')
    await box(page).fill('total')
    await expect(hits(page)).not.toHaveCount(0)
    await page.keyboard.type(' -la')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(options(page)).toHaveCount(0)
    await expect(box(page)).toHaveValue('total -la')
    // Until then the results are those of `total -`, which finds nothing that an arrow could lead to.
    await expect(page).toHaveURL(/q=total%20-la$/)
    await expect(hits(page)).not.toHaveCount(0)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(options(page)).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(hits(page).first()).toBeFocused()
    await expect(options(page)).toHaveCount(0)
  },
)

test('a tag is typed in Hebrew, chosen with the pointer, and quoted where it has a space', async ({ page }) => {
  const locale = await open(page)
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveCount(10)
  await page.keyboard.press('Escape')
  await page.keyboard.type('tag:עבו')
  await expect(options(page)).toHaveText(['עבודה'])
  await options(page).first().click()
  await expect(box(page)).toHaveValue('tag:עבודה ')
  await expect(box(page)).toBeFocused()
  await expect(hits(page)).toHaveText(['total.py'])
  await box(page).fill(`${SEARCH_KEYS.tag.means[locale]} -${SEARCH_KEYS.tag.means[locale]}`)
  await options(page).first().click()
  await expect(box(page)).toHaveValue(`${SEARCH_KEYS.tag.means[locale]} -tag:`)
  await expect(options(page)).toHaveCount(8)
  await page.keyboard.type('words')
  await options(page).first().click()
  await expect(box(page)).toHaveValue(`${SEARCH_KEYS.tag.means[locale]} -tag:"two words" `)
})

test('after: offers days, and in: places in words of the page', async ({ page }) => {
  const locale = await open(page)
  await page.keyboard.type('after:')
  await expect(options(page)).toHaveCount(5)
  await expect(options(page).first()).toHaveText(/^\d{4}-\d\d-\d\d/)
  await expect(options(page).first()).toContainText(SEARCH_DAYS.today[locale])
  await box(page).fill(`in:${SEARCH_PLACES.notes[locale].slice(0, 3)}`)
  await expect(options(page)).toHaveText([`notes${SEARCH_PLACES.notes[locale]}`])
})
