import type { Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { addRepo } from './repos-page.ts'

test.use({ expectedErrors: [/40[49]/] })

const HEBREW = 'ענף/תכונה'
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')
const button = (page: Page) => page.locator('.branch-button')
const options = (page: Page) => page.locator('#branches a')

test('by the keyboard alone: head, folders, another branch, blame, and back; the focus never falls to the body', async ({
  page,
}, { project }) => {
  test.setTimeout(120_000)
  const isPhone = project.name.endsWith('phone')
  await using server = await startGitServer()
  const name = `noa/branches-${project.name}`
  const origin = server.create(name)
  origin.commit({ put: { 'src/a.ts': 'export const a = 1\n', 'docs/קובץ.md': '# hello\n' } }, { message: 'begin' })
  origin.git('branch', HEBREW, 'main')
  origin.commit({ put: { 'src/a.ts': 'export const a = 2\n' }, remove: ['docs/קובץ.md'] }, { branch: HEBREW })
  await newPerson(page)
  await addRepo(page, server.url(name))
  const head = `/repos/${name}`
  await page.goto(`${head}/src/a.ts`)
  await awake(page)

  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#branches')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('#branches input[name="branch"]')).toBeFocused()
  await page.keyboard.insertText(HEBREW)
  await page.keyboard.press('Enter')
  // The page waits for the sync, and loads itself again.
  await expect(page.locator('.code')).toContainText('a = 2', { timeout: 60_000 })
  expect(new URL(page.url()).searchParams.get('branch')).toBe(HEBREW)
  await awake(page)
  await expectNoAxeViolations(page)

  await page.keyboard.press('b')
  await expect(page.locator('.tree-item[aria-current]')).toBeFocused()
  expect(await focused(page)).toBe('A')
  await page.keyboard.press('Escape')
  await expect(page.locator('.tree-toggle')).toBeFocused()
  if (!isPhone) {
    await page.keyboard.press('b')
    await expect(page.locator('.tree-pane')).toHaveCount(0)
    await expect(page.locator('.tree-toggle')).toBeFocused()
  }

  await page.locator('.view-switch a').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.repo-blame')).toContainText('a = 2')
  expect(new URL(page.url()).searchParams.get('branch')).toBe(HEBREW)
  await awake(page)
  await button(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  // The same file and view on the branch of the mirror.
  await expect(page).toHaveURL(`${head}/src/a.ts?view=blame`)
  await expect(page.locator('.repo-blame')).toContainText('a = 1')

  await page.goto(`${head}/docs/קובץ.md`)
  await awake(page)
  await button(page).click()
  await options(page).nth(1).click()
  await expect(page.locator('.notice')).toContainText('קובץ.md')
  await expectNoAxeViolations(page)
  await button(page).click()
  await options(page).first().click()
  await expect(page.locator('h1')).toContainText('קובץ')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
