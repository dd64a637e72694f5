import { settingsHref } from '#base/settings-panes.ts'
import type { Browser, Page, TestInfo } from '@playwright/test'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { readPdf } from './pdf.ts'
import { newPerson, signIn } from './people.ts'

/** Put together here, so that no key stands in the repository. */
const KEY = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')

async function save(page: Page, file_name: string, content: string): Promise<string> {
  const answer = await page.request.post('/api/files', {
    data: { file_name, content },
  })
  const { file_id: id } = (await answer.json()) as { file_id: string }
  return id
}

/** Another person's browser, or nobody's. */
function anotherBrowser(browser: Browser, { project: { use } }: TestInfo, baseURL: string) {
  const { viewport = null, locale = 'en-US', isMobile = false, hasTouch = false } = use
  return browser.newContext({ viewport, locale, isMobile, hasTouch, baseURL })
}

async function madeLink(page: Page): Promise<string> {
  await page.locator('.prepare button[formaction="/shares"]').click()
  return page.locator('.share-made input').inputValue()
}

test('a file is shared, opened by somebody else, saved, and revoked', async ({ page, browser }, info) => {
  const { project } = info
  await signIn(page, 'Dana')
  const id = await save(page, `מתכון-${project.name}.py`, 'print("שלום לכולם")\n')
  await page.goto(`/file/${id}`)
  if (project.name.endsWith('phone')) await page.getByRole('button', { name: /^(More actions|פעולות נוספות)/ }).click()
  await page.getByRole('link', { name: /^(Share|שיתוף)$/ }).click()
  await expectNoAxeViolations(page)
  await expect(page.locator('#preview .code')).toContainText('שלום לכולם')
  const url = await madeLink(page)
  expect(url).toContain('/share/')
  await expectNoAxeViolations(page)

  const theirs = await anotherBrowser(browser, info, new URL(url).origin)
  const omer = await theirs.newPage()
  await signIn(omer, 'Omer')
  await omer.goto(url)
  await expect(omer.locator('.code')).toContainText('שלום לכולם')
  await expectNoAxeViolations(omer)
  await omer.locator('.shared-save button').click()
  await expect(omer).toHaveURL(/\/file\/[0-9a-f]{32}$/)
  await expect(omer.locator('.file-title-input')).toHaveValue(`מתכון-${project.name}.py.md`)

  await page.goto(settingsHref('shares'))
  const row = page.locator('.shares > li', { hasText: `מתכון-${project.name}` }).first()
  await expect(row).toContainText(/1 view|צפייה אחת/)
  await row.getByRole('button', { name: /^(Revoke|ביטול)/ }).click()
  await expect(page).toHaveURL(settingsHref('shares'))
  expect((await omer.request.get(url)).status()).toBe(404)
  await theirs.close()
})

test('an open link shows just what was seen before, without the secrets, to a browser without a session', async ({
  page,
  browser,
}, info) => {
  const { project } = info
  await signIn(page, 'Dana')
  const secret = await save(page, `server-${project.name}.py`, `port = 1\ntoken = "${KEY}"\nname = "דנה"\n`)
  const plain = await save(page, `readme-${project.name}.md`, '# ברוכים הבאים\n')
  await page.goto(`/shares/new?files=${secret},${plain}`)
  await expect(page.locator('#guard')).toContainText('GitHub token')
  await expect(page.locator('#preview .code')).not.toContainText(KEY)
  await page.locator('input[name="lines1"]').fill('3')
  await page.locator('.hide-more button').click()
  await expect(page.locator('#preview .code')).not.toContainText('דנה')
  const shown = await page.locator('#preview .code').textContent()
  const url = await madeLink(page)

  const nobody = await anotherBrowser(browser, info, new URL(url).origin)
  const stranger = await nobody.newPage()
  await stranger.goto(url)
  expect(await stranger.locator('.code').textContent()).toBe(shown)
  await expectNoAxeViolations(stranger)
  await stranger.getByRole('link', { name: /readme/ }).click()
  await expect(stranger.locator('.code')).toContainText('ברוכים הבאים')

  const origin = new URL(url).origin
  await page.request.post(`/api/files/${plain}/trash`, { headers: { origin } })
  await stranger.goto(url)
  await expect(stranger.getByRole('link', { name: /readme/ })).toHaveCount(0)
  await nobody.close()
})

test('a click on a line of the preview hides it, and another shows it again', async ({ page }) => {
  await newPerson(page)
  const id = await save(page, 'lines.py', 'one\ntwo\nthree\nfour\n')
  await page.goto(`/shares/new?files=${id}`)
  await awake(page)
  const code = page.locator('#preview .code')
  const field = page.locator('.hide-more input')
  await code.locator('#L2').click()
  await expect(field).toHaveValue('2')
  await expect(code).not.toContainText('two')
  await code.locator('#L4').click({ modifiers: ['Shift'] })
  await expect(field).toHaveValue('2-4')
  await expect(code).not.toContainText('four')
  await code.locator('#L2').click()
  await expect(code).toContainText('two')
  await expect(field).toHaveValue('3-4')
})

test('chosen notes are shared as they are, at their lines, and printed', async ({ page, browser }, info) => {
  await newPerson(page)
  const id = await save(page, 'with-notes.py', `port = 1\ntoken = "${KEY}"\nname = "דנה"\n`)
  const put = async (data: object) => {
    const answer = await page.request.post(`/api/sticky-notes/${id}`, { data })
    return ((await answer.json()) as { note: { id: string } }).note.id
  }
  const chosen = await put({ line_start: 3, content: 'see **the plan**: https://plan.example/x' })
  await put({ line_start: 1, content: 'for me alone' })
  const onSecret = await put({ line_start: 2, title: 'סוד', content: `it was ${KEY}` })
  await page.goto(`/shares/new?files=${id}`)
  await expect(page.locator('#notes input:checked')).toHaveCount(0)
  await page.locator('input[name="kind"][value="public"]').check()
  await page.locator(`#notes input[value="${chosen}"]`).check()
  await page.locator(`#notes input[value="${onSecret}"]`).check()
  // What is chosen is shown before it is shared.
  await expect(page.locator('#preview #note-2')).toContainText('see the plan: https://plan.example/x')
  await expect(page.locator('#notes .notice')).toBeVisible()
  await expect(page.locator('#notes')).toContainText('GitHub token')
  await expectNoAxeViolations(page)
  await page.locator(`#notes input[value="${onSecret}"]`).uncheck()
  await page.locator('.hide-more button').click()
  await expect(page.locator('#preview #note-1')).toContainText('see the plan')
  await expect(page.locator('#notes .notice')).toHaveCount(0)
  const url = await madeLink(page)

  const nobody = await anotherBrowser(browser, info, new URL(url).origin)
  const stranger = await nobody.newPage()
  await stranger.goto(url)
  await expect(stranger.locator('.numbered-notes > ol > li')).toHaveCount(1)
  await expect(stranger.locator('.numbered-notes')).not.toContainText('for me alone')
  await expect(stranger.locator('.numbered-notes a[href^="http"]')).toHaveCount(0)
  await expectNoAxeViolations(stranger)
  await stranger.locator('#L3 .note-number').click()
  await expect(stranger).toHaveURL(/#note-1$/)
  await expect(stranger.locator('#note-1')).toBeInViewport()
  expect(readPdf(await stranger.pdf({ format: 'A4' })).text).toContain('seetheplan:https://plan.example/x')
  await nobody.close()
})

test('the preview follows the choices of its form, and what it shows is shared', async ({ page }) => {
  await newPerson(page)
  const id = await save(page, 'follow.py', 'first = 1\nsecond = 2\nthird = 3\n')
  const put = async (line_start: number, content: string) =>
    page.request.post(`/api/sticky-notes/${id}`, { data: { line_start, content } })
  await put(3, 'chosen for readers')
  await page.goto(`/shares/new?files=${id}`)
  await awake(page)
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
  const note = page.locator('#notes input[name="note"]')
  await note.check()
  await expect(page.locator('#preview #note-1')).toContainText('chosen for readers')
  const field = page.locator('.hide-more input')
  await field.fill('x')
  await field.blur()
  await expect(page.locator('#bad-lines')).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectNoAxeViolations(page)
  await field.fill('2-3')
  await field.blur()
  await expect(page.locator('#bad-lines')).toHaveCount(0)
  await expect(page.locator('#preview #L2')).toContainText('████████')
  // A note on a hidden line loses its line.
  await expect(page.locator('#notes .share-note-lines')).toHaveText(/^(On the whole file|על הקובץ כולו)$/)
  await expect(page.locator('html')).toHaveAttribute('data-same', '')
  await expect(note).toBeChecked()
  // The choice was shown, so it is shared at once.
  await page.goto(await madeLink(page))
  await expect(page.locator('#L2')).toContainText('████████')
  await expect(page.locator('.numbered-notes')).toContainText('chosen for readers')
})

test('selected lines are shared with their numbers, and nothing else of the file is', async ({
  page,
  browser,
}, info) => {
  await newPerson(page)
  const lines = Array.from({ length: 30 }, (_, i) => `line_${i + 1}_end = "שורה ${i + 1}"`)
  const id = await save(page, 'part.py', `${lines.join('\n')}\n`)
  await page.goto(`/file/${id}`)
  await awake(page)
  await page.evaluate(() => {
    const [start, end] = [document.querySelector('#L10 > code'), document.querySelector('#L20 > code')]
    if (start && end) window.getSelection()?.setBaseAndExtent(start, 0, end, end.childNodes.length)
    document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
  })
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^(Share lines|שיתוף השורות)$/ })
    .click()
  await expect(page).toHaveURL(/&v=1&lines=10-20$/)
  await expect(page.locator('#preview .code-lines > div')).toHaveCount(11)
  await expect(page.locator('.notice').first()).toContainText('10–20')
  await expectNoAxeViolations(page)
  await page.locator('input[name="kind"][value="public"]').check()
  const url = await madeLink(page)
  await expect(page.locator('.shares > li')).toContainText(/(lines|שורות) 10–20/)
  await expectNoAxeViolations(page)

  const nobody = await anotherBrowser(browser, info, new URL(url).origin)
  const stranger = await nobody.newPage()
  await stranger.goto(url)
  await expect(stranger.locator('.code-lines > div').first()).toHaveAttribute('id', 'L10')
  await expect(stranger.locator('.code-lines > div').last()).toHaveAttribute('id', 'L20')
  await expect(stranger.locator('.shared-facts')).toContainText(/(lines|שורות) 10–20/)
  await expectNoAxeViolations(stranger)
  const shown = lines.slice(9, 20).join('\n')
  const token = new URL(url).pathname
  expect(await (await stranger.request.get(`${token}/1`)).text()).toBe(`${shown}\n`)
  for (const door of [token, `${token}/embed`, `${token}/embed?lines=1-30`, `/oembed?url=${encodeURIComponent(url)}`]) {
    const text = await (await stranger.request.get(door)).text()
    expect(text, door).not.toMatch(/line_([1-9]|2[1-9]|30)_end/)
  }
  await nobody.close()
})

test('several files are shared from the list', async ({ page }, { project }) => {
  await signIn(page, 'Noa')
  for (const name of ['one', 'two']) await save(page, `${name}-${project.name}.txt`, name)
  await page.goto(`/files?q=-${project.name}.txt`)
  await awake(page)
  const ticks = page.locator('input[name="file_ids"]')
  await ticks.nth(0).check({ force: true })
  await ticks.nth(1).check({ force: true })
  await page.locator('.list-chosen button[value="share"]').click()
  await expect(page).toHaveURL(/\/shares\/new\?files=[0-9a-f]{32},[0-9a-f]{32}$/)
  await expect(page.locator('input[name="kind"][value="internal"]')).toBeDisabled()
})
