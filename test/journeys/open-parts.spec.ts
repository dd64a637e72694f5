import type { Page } from '@playwright/test'
import { PANES } from '#base/settings-panes.ts'
import { keysOf } from '#base/keys-of.ts'
import { awake, expect, expectNoAxeViolations, expectNoAxeViolationsLightAndDark, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { fileWithNote, makeDue } from './reminders-kit.ts'

test.describe.configure({ timeout: 240_000 })

/** A closed menu is not on the page for axe: one with unreadable words passes until somebody opens it. */
async function expectOpenMenusToBeAccessible(page: Page, seen: Set<string>): Promise<void> {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[popovertarget]')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }) && button.offsetWidth > 0)
      .map((button) => button.getAttribute('popovertarget') ?? ''),
  )
  // Those of the frame around every page are opened once.
  for (const id of new Set(ids).difference(seen)) {
    seen.add(id)
    await page.locator(`[popovertarget="${id}"]:visible`).first().click()
    const menu = page.locator(`[id="${id}"]`)
    await expect(menu).toBeVisible()
    await expectNoAxeViolationsLightAndDark(page, ':popover-open')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
}

async function expectOpenDetailsToBeAccessible(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '')
  })
  await expectNoAxeViolations(page, 'main')
}

test('menus, dialogs and toasts have no accessibility violations while they are open', async ({ page, isMobile }) => {
  await newPerson(page)
  const { fileId, noteId } = await fileWithNote(page, 'Check **this**\n\n- [ ] one')
  await makeDue(page, noteId)
  const gone = await page.request.post('/api/files', { data: { file_name: 'gone.py', content: 'x = 1' } })
  const { file_id: goneId } = (await gone.json()) as { file_id: string }
  expect((await page.request.post(`/api/files/${goneId}/trash`, { data: {} })).ok()).toBe(true)
  const answer = await page.request.post('/api/note-boards', { data: { name: 'Ideas' } })
  const { board } = (await answer.json()) as { board: { id: string } }
  const panes = keysOf(PANES).map((pane) => `/settings/${pane}`)
  const menus = new Set<string>()
  const pages = ['/dashboard', '/files', `/file/${fileId}`, '/notes', '/boards', `/boards/${board.id}`, '/reminders']
  for (const path of [...pages, `/file/${fileId}/edit`, '/trash', ...panes]) {
    await test.step(path, async () => {
      await page.goto(path)
      await awake(page)
      await expectOpenMenusToBeAccessible(page, menus)
      await expectOpenDetailsToBeAccessible(page)
    })
  }
  for (const [path, box] of [
    ['/files', 'input[name="file_ids"]'],
    ['/notes', '.note-tick'],
  ] as const) {
    await test.step(`${path}, with one chosen`, async () => {
      await page.goto(path)
      await awake(page)
      await page.locator(box).first().click({ force: true })
      await expectOpenMenusToBeAccessible(page, menus)
    })
  }
  expect(menus.size, 'menus that were opened').toBeGreaterThan(12)

  await page.goto('/reminders')
  await awake(page)
  await page.locator('[data-act="done"]').first().click()
  await expect(page.locator('.toast')).toBeVisible()
  await expectNoAxeViolationsLightAndDark(page, '#toasts')
  await page.goto(`/file/${fileId}`)
  await awake(page)
  await page.locator('.bell').click()
  await expect(page.locator(':popover-open')).toBeVisible()
  await expectNoAxeViolationsLightAndDark(page, ':popover-open')
  if (isMobile) return
  await page.keyboard.press('Escape')
  await page.locator('.remind-button').first().click()
  await expect(page.locator(':popover-open')).toBeVisible()
  await expectNoAxeViolationsLightAndDark(page, ':popover-open')
  for (const key of ['Shift+Slash', 'Control+KeyK']) {
    await page.goto('/files')
    await awake(page)
    await page.keyboard.press(key)
    await expect(page.locator('dialog[open]')).toBeVisible()
    if (key === 'Control+KeyK') {
      await page.keyboard.insertText('parse')
      await expect(page.locator('.palette .option').first()).toContainText('parse.py')
    }
    await expectNoAxeViolationsLightAndDark(page, 'dialog[open]')
  }
})
