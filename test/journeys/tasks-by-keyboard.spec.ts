import { expect, type Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { fileWithNote, makeDue, stored } from './reminders-kit.ts'
import { addRepo } from './repos-page.ts'

/** The tasks of a day, from the page on which they begin to their end, without a mouse. */
test.describe.configure({ timeout: 120_000 })

const isPhone = () => test.info().project.name.endsWith('phone')

/** Presses a key. Whoever has no mouse is lost when the focus falls to the body. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
}

/** Walks with Tab, as far as somebody would walk. */
async function tabTo(page: Page, selector: string, limit = 40): Promise<void> {
  for (let i = 0; i < limit; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
  }
  throw new Error(`${selector} is more than ${limit} tabs away`)
}

async function opened(page: Page, url: RegExp): Promise<void> {
  await page.waitForURL(url)
  await awake(page)
}

const notesOf = async (page: Page, fileId: string) => {
  const answer = await page.request.get(`/api/sticky-notes/${fileId}`)
  return ((await answer.json()) as { notes: { id: string; content: string }[] }).notes
}

test.beforeEach(async ({ page, context }) => {
  test.skip(isPhone(), 'a phone has no keyboard')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newPerson(page)
})

test('a snippet is found and copied by the keyboard', async ({ page }) => {
  await fileWithNote(page, 'x', 'billing.py')
  await page.goto('/dashboard')
  await awake(page)
  await page.keyboard.press('Tab')
  await press(page, 'Control+k')
  await page.keyboard.type('billing')
  await expect(page.locator('.palette [role=option]').first()).toContainText('billing.py')
  await press(page, 'Control+c')
  await expect(page.locator('.skip')).toBeFocused()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('line_30 = 30')
})

test('a line is noted while it is edited, and the typing goes on, by the keyboard', async ({ page }) => {
  const { fileId } = await fileWithNote(page, 'x')
  await page.goto(`/file/${fileId}/edit`)
  await awake(page)
  await tabTo(page, '.cm-content')
  await press(page, 'ArrowDown', 'ArrowDown', 'Alt+Enter')
  await page.keyboard.insertText('why three?')
  await press(page, 'Control+Enter')
  await expect.poll(async () => (await notesOf(page, fileId)).map(({ content }) => content)).toContain('why three?')
  await press(page, 'Escape')
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.insertText('# ')
  await press(page, 'Control+s')
  await expect(page.locator('#editor-status')).toHaveAttribute('data-tone', 'success')
})

test('a task of Today leads to its line, which is fixed and the task ticked, by the keyboard', async ({ page }) => {
  const { fileId } = await fileWithNote(page, '- [ ] use fsum')
  await page.goto('/dashboard')
  await awake(page)
  await press(page, 'j')
  await page.keyboard.press('Enter')
  await opened(page, /\/file\//)
  await page.keyboard.press('e')
  await opened(page, /\/edit/)
  await expect(page.locator('.cm-content')).toBeFocused()
  await page.keyboard.insertText('# ')
  await press(page, 'Control+s')
  await expect(page.locator('#editor-status')).toHaveAttribute('data-tone', 'success')
  await page.keyboard.press('Escape')
  await tabTo(page, '.note input[type=checkbox]')
  await press(page, 'Space')
  await expect.poll(async () => (await notesOf(page, fileId))[0]?.content).toBe('- [x] use fsum')
})

test('what is due is answered by the keyboard', async ({ page }) => {
  const { noteId } = await fileWithNote(page, 'call the bank')
  await makeDue(page, noteId)
  await page.goto('/dashboard')
  await awake(page)
  await press(page, 'j', 'd')
  await expect.poll(async () => (await stored(page, noteId)).reminder?.status).toBe('acknowledged')
})

test('a version is compared with an older one by the keyboard', async ({ page }) => {
  const { fileId } = await fileWithNote(page, 'x')
  for (const version of [1, 2, 3])
    await page.request.put(`/api/files/${fileId}`, { data: { content: `a = ${version}\n`, prev_version: version } })
  await page.goto(`/file/${fileId}`)
  await awake(page)
  await tabTo(page, '.view-switch a[href$="/history"]')
  await page.keyboard.press('Enter')
  await opened(page, /history/)
  await tabTo(page, '.skip')
  await press(page, 'Enter')
  await tabTo(page, '.versions a[href$="?from=2&to=4"]')
  await page.keyboard.press('Enter')
  await expect(page.locator('.diff-box, .diff').first()).toBeVisible()
})

test('a line is blamed to its commit by the keyboard', async ({ page }, { project }) => {
  await using server = await startGitServer()
  const name = `noa/blamed-${project.name}`
  server.create(name).commit({ put: { 'a.ts': 'export const a = 1\n' } }, { message: 'begin' })
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}/a.ts`)
  await awake(page)
  await tabTo(page, '.view-switch a[href*="view=blame"]')
  await page.keyboard.press('Enter')
  await opened(page, /view=blame/)
  await tabTo(page, '.repo-blame-subject, .repo-blame-subject a')
  await page.keyboard.press('Enter')
  await opened(page, /view=commit/)
})

test('a file gets another name and folder by the keyboard', async ({ page }) => {
  const { fileId } = await fileWithNote(page, 'x')
  await page.goto(`/file/${fileId}`)
  await awake(page)
  await tabTo(page, '.file-title-input')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('billing/totals/sum.py')
  await page.keyboard.press('Enter')
  await expect(page.locator('.workspace-above')).toContainText('totals')
})

test('the theme changes by the keyboard', async ({ page }) => {
  await page.goto('/dashboard')
  await awake(page)
  await press(page, 'Control+k')
  await page.keyboard.type('dark')
  await expect(page.locator('#palette-theme-dark[aria-selected=true]')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a token is revoked by the keyboard', async ({ page }) => {
  await page.request.post('/api/tokens', { data: { name: 'laptop', scopes: ['read'] } })
  await page.goto('/settings/tokens')
  await awake(page)
  const revoke = page.locator('form[action$="/revoke"] button, [data-revoke]').first()
  await expect(revoke).toBeVisible()
  await tabTo(page, 'form[action$="/revoke"] button, [data-revoke]', 60)
  await page.keyboard.press('Enter')
  await expect(revoke).toBeHidden()
})
