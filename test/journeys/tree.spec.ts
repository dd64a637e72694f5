import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const isPhone = () => test.info().project.name.endsWith('phone')
const isHebrew = () => test.info().project.name.startsWith('he')

async function save(page: Page, folder: string, name: string): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { folder, file_name: name, content: 'value = 1\n' } })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

const pane = (page: Page) => page.locator('.tree-pane')
const item = (page: Page, name: string) => pane(page).locator(`.tree-item[title="${name}"]`)

test.beforeEach(({ page }) => newPerson(page))

test('the folders of a file open by a key, are walked with the arrows, and lead to another file with the tree still open', async ({
  page,
}) => {
  const here = await save(page, 'proj/מסמכים', 'סיכום.py')
  const there = await save(page, 'proj/src/deep', 'b.py')
  await save(page, '', 'top.txt')
  await page.goto(`/file/${here}`)
  await awake(page)
  await expect(pane(page)).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(item(page, 'סיכום.py')).toBeFocused()
  await expect(item(page, 'סיכום.py')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectNoAxeViolations(page)
  const [inward, outward] = isHebrew() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  await page.keyboard.press(outward)
  await expect(item(page, 'מסמכים')).toBeFocused()
  await page.keyboard.press(outward)
  await expect(item(page, 'סיכום.py')).toBeHidden()
  // Latin letters come before Hebrew ones.
  await page.keyboard.press('ArrowUp')
  await expect(item(page, 'src')).toBeFocused()
  await page.keyboard.press(inward)
  await expect(item(page, 'deep')).toBeVisible()
  await page.keyboard.press(inward)
  await expect(item(page, 'deep')).toBeFocused()
  // Enter opens a folder too.
  await page.keyboard.press('Enter')
  await expect(item(page, 'b.py')).toBeVisible()
  await expect(item(page, 'deep')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Home')
  await expect(pane(page).locator('.tree-item').first()).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('tree-item')
  await expectNoAxeViolations(page)

  await item(page, 'b.py').click()
  await expect(page).toHaveURL(`/file/${there}`)
  await awake(page)
  if (isPhone()) {
    await expect(pane(page)).toHaveCount(0)
    return
  }
  await expect(item(page, 'b.py')).toHaveAttribute('aria-current', 'page')
  await item(page, 'b.py').focus()
  await page.keyboard.press('Escape')
  await expect(page.locator('.tree-toggle')).toBeFocused()
  await page.keyboard.press('b')
  await expect(pane(page)).toHaveCount(0)
  await expect(page.locator('.tree-toggle')).toBeFocused()
  await page.reload()
  await awake(page)
  await expect(pane(page)).toHaveCount(0)
})

test('the tree beside 300 files and names in both directions stays in its column, and leaves the code its own', async ({
  page,
}) => {
  const long = `${'a very long name '.repeat(8)}סוף.ts`
  for (let from = 0; from < 300; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, i) => save(page, 'הרבה files', `קובץ ${from + i} part.ts`)))
  const id = await save(page, 'הרבה files', long)
  await page.goto(`/file/${id}`)
  await awake(page)
  await page.locator('.tree-toggle').click()
  await expect(item(page, long)).toBeVisible()
  await expect(item(page, long)).toBeInViewport()
  await expect(pane(page).locator('.tree-item')).toHaveCount(302)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await pane(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('.tree-toggle')).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the button of the tree leads to a page of links', async ({ page }) => {
    const id = await save(page, 'a/b', 'c.py')
    await save(page, 'z', 'd.py')
    await page.goto(`/file/${id}`)
    await page.locator('.tree-toggle').click()
    await page.locator('#tree').getByRole('link', { name: 'z' }).click()
    await page.locator('#tree').getByRole('link', { name: 'd.py' }).click()
    await expect(page.locator('h1')).toHaveText('d.py')
  })
})
