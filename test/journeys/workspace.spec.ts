import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const isPhone = () => test.info().project.name.endsWith('phone')

async function save(page: Page, name: string, content: string): Promise<string> {
  const folder = `${randomUUID().slice(0, 6)}/מסמכים`
  const answer = await page.request.post('/api/files', { data: { folder, file_name: name, content } })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

const focused = (page: Page) =>
  page.evaluate(() => (document.activeElement === document.body ? 'body' : document.activeElement?.textContent.trim()))
const toolNames = (page: Page) =>
  page.locator('.workspace-tools .bar-tool').evaluateAll((all) => all.map((each) => each.textContent.trim()))

test.beforeEach(({ page }) => newPerson(page))

test('the menu of a file obeys the arrows, leaves the page where it is, and gives the focus back', async ({ page }) => {
  const id = await save(page, 'סיכום.py', 'value = 1\n'.repeat(200))
  await page.goto(`/file/${id}`)
  await awake(page)
  const button = page.locator('.workspace-tools > [popovertarget="file-menu"]')
  const items = page.locator('#file-menu').locator('a, button').locator('visible=true')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#file-menu')).toBeVisible()
  await expectNoAxeViolations(page, '#file-menu')
  await page.keyboard.press('ArrowDown')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(items.last()).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await page.locator('#file-menu [name="is_pinned"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#file-menu')).toBeHidden()
  await expect.poll(() => page.locator('#file-menu [name="is_pinned"]').getAttribute('aria-pressed')).toBe('true')
  expect(await focused(page)).not.toBe('body')
})

test('a file, its rendered view, its editor and its versions have one header, and each leads to the others by the keyboard', async ({
  page,
}) => {
  const id = await save(page, 'guide.md', '# שלום\n\nwords\n')
  await page.goto(`/file/${id}`)
  await awake(page)
  const views = page.locator('.view-switch a')
  const names = await views.allTextContents()
  const tools = await toolNames(page)
  const way = [
    [1, `/md/${id}`],
    [2, `/file/${id}/edit`],
    [3, `/file/${id}/history`],
    [0, `/file/${id}`],
  ] as const
  for (const [n, path] of way) {
    await views.nth(n).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(views).toHaveText(names)
    await expect(page.locator('.view-switch [aria-current]')).toHaveText(names[n] ?? '')
    await awake(page)
    // A view has the tools that mean something in it, in the order of the others.
    const here = await toolNames(page)
    expect(tools.filter((tool) => here.includes(tool))).toEqual(here)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await expectNoAxeViolations(page)
  }
})

test('the chosen line is chosen in the other views too, and the editor begins on it', async ({ page }) => {
  const id = await save(page, 'long.py', Array.from({ length: 200 }, (_, i) => `value_${i + 1} = 1`).join('\n'))
  await page.goto(`/file/${id}#L150`)
  await awake(page)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(`/file/${id}/edit#L150`)
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.type('# ')
  await expect(page.locator('.cm-activeLine')).toHaveText('# value_150 = 1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+s')
  await expect(page.locator('#editor-status')).toHaveAttribute('data-tone', 'success')
  await page.locator('.view-switch a').first().press('Enter')
  await expect(page).toHaveURL(`/file/${id}#L151`)
  await expect(page.locator('#L151.is-chosen')).toBeInViewport()
})

test('each version is compared with the newest by one press', async ({ page }) => {
  const id = await save(page, 'plan.md', 'one\n')
  for (const [prev, content] of ['one\ntwo\n', 'one\ntwo\nthree\n'].entries()) {
    const saved = await page.request.put(`/api/files/${id}`, { data: { content, prev_version: prev + 1 } })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await page.goto(`/file/${id}/history`)
  await expectNoAxeViolations(page)
  await page.locator('.versions a[href$="?from=1&to=3"]').press('Enter')
  await expect(page).toHaveURL(`/file/${id}/history?from=1&to=3`)
  await expect(page.locator('.diff-box').getByText('three').locator('visible=true').first()).toBeVisible()
})

test('the path of a file is links to its folders, and its field renames and moves', async ({ page }) => {
  const id = await save(page, 'סיכום פגישה.md', 'words\n')
  await page.goto(`/file/${id}`)
  await awake(page)
  const folders = page.locator('.workspace-above a')
  await expect(folders).toHaveCount(3)
  await expect(folders.last()).toHaveText('מסמכים')
  await expect(folders.last()).toBeVisible()
  const input = page.locator('.file-title-input')
  await input.focus()
  // The whole path is edited, in a field as wide as the row.
  expect((await input.boundingBox())?.width).toBeGreaterThan(isPhone() ? 180 : 500)
  await expect(folders.first()).toBeHidden()
  await input.fill('moved/notes.md')
  await page.keyboard.press('Enter')
  await expect(folders.last()).toHaveText('moved')
  await expect(page).toHaveTitle(/notes\.md/)
})
