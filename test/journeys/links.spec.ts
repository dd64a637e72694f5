import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

async function save(page: Page, name: string, content: string): Promise<string> {
  const saved = await page.request.post('/api/files', { data: { file_name: name, content } })
  return ((await saved.json()) as { file_id: string }).file_id
}

test('a link is chosen while it is typed, leads to its target after a rename, and is listed beside it', async ({
  page,
  isMobile,
}) => {
  await newPerson(page)
  const parser = await save(page, 'parser.py', 'def read():\n    pass\n')
  const notes = await save(page, 'קריאה.py', 'a = 1\n')
  const made = await page.request.post(`/api/sticky-notes/${notes}`, {
    data: { content: 'ראו', line_start: 1, line_end: 1 },
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/file/${notes}`)
  await awake(page)
  if (isMobile) await page.locator('.note-mark').first().click()
  const note = page.locator('article.note').first()
  await note.focus()
  await page.keyboard.press('Enter')
  const box = note.locator('textarea')
  await expect(box).toBeFocused()
  await page.keyboard.type(' [[prsr')
  const list = page.locator('[role="listbox"]')
  await expect(list.locator('[role="option"]').first()).toContainText('parser.py')
  await expect(box).toHaveAttribute('aria-activedescendant', /.+/)
  await expectNoAxeViolations(page)
  // Escape closes the list and not the editor.
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(box).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(list).toBeVisible()
  if (isMobile) await list.locator('[role="option"]').first().click()
  else await page.keyboard.press('Enter')
  await expect(box).toHaveValue('ראו [[parser.py]]')
  await expect(box).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(note.locator('.note-text a')).toHaveText('parser.py')
  const contentOf = async () => {
    const answer = await page.request.get(`/api/sticky-notes/note/${id}`)
    return ((await answer.json()) as { note: { content: string } }).note.content
  }
  await expect.poll(contentOf).toBe('ראו [[parser.py]]')

  await page.request.put(`/api/files/${parser}`, { data: { file_name: 'reader.py', prev_version: 1 } })
  await page.reload()
  await awake(page)
  if (isMobile) await page.locator('.note-mark').first().click()
  const link = page.locator('article.note .note-text a')
  await expect(link).toHaveText('reader.py')
  expect(await contentOf()).toBe('ראו [[parser.py]]')
  await link.click()
  await page.waitForURL(`/file/${parser}`)
  const summary = page.locator('.viewer-strips summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.viewer-strips li')).toContainText('ראו [[parser.py]]')
  await expectNoAxeViolations(page)
  await page.locator('.viewer-strips li a').click()
  await page.waitForURL(`/file/${notes}?note=${id}#L1`)
})

test('the editor of a Markdown file suggests links while one is typed, and other files do not', async ({ page }) => {
  await newPerson(page)
  await save(page, 'parser.py', 'def read():\n    pass\n')
  const readme = await save(page, 'קרא אותי.md', '# כותרת\n')
  const script = await save(page, 'run.sh', 'echo\n')
  await page.goto(`/file/${readme}/edit`)
  const text = page.locator('.cm-content')
  // The grammar has loaded.
  await expect(text.locator('.code-heading').first()).toBeVisible()
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('ראו [[prsr')
  const list = page.locator('.cm-tooltip-autocomplete [role="listbox"]')
  await expect(list.locator('[role="option"]').first()).toContainText('parser.py')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(text).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('r')
  await expect(list.locator('[role="option"]').first()).toContainText('parser.py')
  await page.keyboard.press('Tab')
  await expect(text).toContainText('ראו [[parser.py]]')
  await expect(text).toBeFocused()
  await page.keyboard.type('\n```sh\nif [[ ')
  await expect(page.locator('.cm-line').last()).toContainText('if [[')
  await expect(list).toBeHidden()

  await page.goto(`/file/${script}/edit`)
  await expect(text).toBeVisible()
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('[[ pars')
  await expect(text).toContainText('[[ pars')
  await expect(list).toBeHidden()
})
