import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { ONCE } from './size.ts'

const entries = (page: Page) => page.locator('.palette [role="option"]')
const recent = (page: Page) => page.locator('.palette [id^="palette-recent-"] .palette-label')

async function openPalette(page: Page): Promise<void> {
  await awake(page)
  await page.keyboard.press('Control+KeyK')
  await expect(page.locator('.palette')).toBeVisible()
}

test('Ctrl K lists what was opened last, without the open page and what is in the trash, until a letter is typed', async ({
  page,
}) => {
  await newPerson(page)
  const ids: string[] = []
  for (const name of ['one.py', 'two.py', 'three.py']) {
    const saved = await page.request.post('/api/files', {
      data: { file_name: name, folder: 'src', content: 'a = 1\n' },
    })
    ids.push(((await saved.json()) as { file_id: string }).file_id)
  }
  for (const id of ids) {
    await page.goto(`/file/${id}`)
    await awake(page)
  }
  await page.goto('/boards')
  await page.locator('main a[href^="/boards/"]').first().click()
  await page.waitForURL(/\/boards\/./)
  await openPalette(page)
  await expect(recent(page)).toHaveText(['three.py', 'two.py', 'one.py'])
  await expect(entries(page).first()).toHaveAttribute('aria-selected', 'true')
  await expectNoAxeViolations(page)
  await page.keyboard.type('t')
  await expect(recent(page)).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/file/${ids[1]}`)

  expect((await page.request.post(`/api/files/${ids[2]}/trash`)).ok()).toBe(true)
  await page.goto('/dashboard')
  await openPalette(page)
  await expect(recent(page)).toHaveCount(3)
  await expect(recent(page).first()).toHaveText('two.py')
  await expect(recent(page).last()).toHaveText('one.py')
})

test('Ctrl K names a note without a title by its words, without Markdown', ONCE, async ({ page }) => {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'one.py', content: 'a = 1\n' } })
  const { file_id } = (await saved.json()) as { file_id: string }
  await page.request.post(`/api/sticky-notes/${file_id}`, { data: { content: '- [ ] **buy** milk\n- [ ] bread' } })
  await page.goto('/dashboard')
  await openPalette(page)
  await page.keyboard.type('milk')
  await expect(page.locator('.palette [id^="palette-notes-"] .palette-label')).toHaveText(['buy milk'])
})

test('Ctrl K finds a name in which letters are left out, marks the letters and opens the line with Enter', async ({
  page,
}) => {
  await newPerson(page)
  const content = 'import sys\n\ndef total(items):\n    return sum(items)\n'
  const saved = await page.request.post('/api/files', { data: { file_name: 'billing.py', folder: 'src', content } })
  const { file_id } = (await saved.json()) as { file_id: string }
  await page.goto('/dashboard')
  await openPalette(page)
  await page.keyboard.type('totl')
  const symbol = page.locator('.palette [id^="palette-symbols-"]')
  await expect(symbol).toHaveCount(1)
  await expect(symbol.locator('mark')).toHaveText(['tot', 'l'])
  await expect(symbol).toContainText('src/billing.py:3')
  await expectNoAxeViolations(page)
  while ((await symbol.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`/file/${file_id}#L3`)

  await awake(page)
  await openPalette(page)
  await page.keyboard.type('return sum')
  const file = page.locator('.palette [id^="palette-files-"]')
  await expect(file.locator('.palette-text')).toContainText('return sum(items)')
  await expect(file.locator('.palette-text .numbers')).toContainText('4')
  await expect(file.locator('.palette-text mark').first()).toHaveText('return')
})

test.describe('while its script is on its way', () => {
  // A service worker would answer in the place of the network.
  test.use({ serviceWorkers: 'block' })

  test('what is typed after Ctrl K is in its field, and is no shortcut of the page', async ({ page }) => {
    await newPerson(page)
    await page.goto('/dashboard')
    await awake(page)
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/*palette*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+KeyK')
    await page.keyboard.type('?darx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('k')
    answer()
    await expect(page.locator('.palette-input')).toHaveValue('?dark')
    await expect(page.locator('.palette-input')).toBeFocused()
  })
})

test('Ctrl C in Ctrl K copies the chosen file as it is stored, and a selected part of the query as everywhere', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newPerson(page)
  const content = 'def total():\r\n    return "סכום"\r\n'
  await page.request.post('/api/files', { data: { file_name: 'billing.py', content } })
  await page.goto('/dashboard')
  await openPalette(page)
  await page.keyboard.type('billing')
  await expect(entries(page).first()).toContainText('billing.py')
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.press('Control+KeyC')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('billing')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+KeyC')
  await expect(page.locator('.palette')).toBeHidden()
  await expect(page.locator('#toasts')).toContainText('billing.py')
  await expect.poll(copied).toBe(content)
})

test(
  'Ctrl K has every command, under other words too and in the layout of the other language',
  ONCE,
  async ({ page }) => {
    await newPerson(page)
    await page.goto('/dashboard')
    await openPalette(page)
    const first = entries(page).first()
    const type = async (text: string) => {
      await page.locator('.palette-input').fill(text)
    }
    for (const [typed, id] of [
      ['upload', 'upload'],
      ['export', 'import'],
      ['backup', 'export'],
      ['clone', 'add-repo'],
      ['gists', 'move-in'],
      ['license', 'about'],
      ['openapi', 'api'],
      ['logout', 'sign-out'],
      ['dark', 'theme-dark'],
      ['notifications', 'pane-notifications'],
      ['trash', 'trash'],
    ] as const) {
      await type(typed)
      await expect(page.locator(`#palette-${id}`), typed).toBeVisible()
    }
    // "dark" with a Hebrew layout.
    await type('גשרל')
    await expect(page.locator('#palette-theme-dark')).toBeVisible()
    await type('shortcuts')
    await expect(first).toHaveAttribute('id', 'palette-help')
    await page.keyboard.press('Enter')
    await expect(page.locator('#help-title')).toBeVisible()
    await page.keyboard.press('Escape')
    await openPalette(page)
    await type('create')
    await page.locator('#palette-new-board').click()
    await page.waitForURL('/boards#board-name')
    await expect(page.locator('#board-name')).toBeFocused()
  },
)

test('signing out forgets what was opened', ONCE, async ({ page }) => {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'one.py', content: 'a = 1\n' } })
  await page.goto(`/file/${((await saved.json()) as { file_id: string }).file_id}`)
  await awake(page)
  const kept = () => page.evaluate(() => localStorage.getItem('opened'))
  await expect.poll(kept).not.toBeNull()
  // What the bell asks for after the end of the session is refused.
  await page.waitForLoadState('networkidle')
  await page.goto('/logout')
  await page.waitForURL('/')
  await expect.poll(kept).toBeNull()
})
