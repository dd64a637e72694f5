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

test('signing out forgets what was opened', ONCE, async ({ page }) => {
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'one.py', content: 'a = 1\n' } })
  await page.goto(`/file/${((await saved.json()) as { file_id: string }).file_id}`)
  await awake(page)
  const kept = () => page.evaluate(() => localStorage.getItem('opened'))
  await expect.poll(kept).not.toBeNull()
  await page.goto('/logout')
  await page.waitForURL('/')
  await expect.poll(kept).toBeNull()
})
