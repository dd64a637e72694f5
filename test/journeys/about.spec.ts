import type { Locale } from '#base/messages.ts'
import { viewerMessages } from '#features/viewer/messages/viewer.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

test.describe.configure({ timeout: 120_000 })

test('description and tags are shown and edited on the page of a file, without a reload', async ({ page }) => {
  await newPerson(page)
  const answer = await page.request.post('/api/files', { data: { file_name: 'a.py', content: 'x = 1\n' } })
  const { file_id: id } = (await answer.json()) as { file_id: string }
  await page.goto(`/file/${id}`)
  await awake(page)
  const t = viewerMessages(((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale)
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
  await page.getByText(t.addAbout).click()
  await expectNoAxeViolations(page)
  await page.getByLabel(t.description, { exact: true }).fill('חישוב מע״מ for invoices')
  await page.getByLabel(t.tagsLabel).fill(`${'x'.repeat(51)}`)
  await page.getByRole('button', { name: t.saveAbout, exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(t.badTags)
  await page.getByLabel(t.tagsLabel).fill('work, בית')
  await page.getByLabel(t.tagsLabel).press('Enter')
  await expect(page.getByRole('list', { name: t.tags }).getByRole('link')).toHaveText(['work', 'בית'])
  await expect(page.getByText('חישוב מע״מ for invoices').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-same', '')
  await expectNoAxeViolations(page)
  await page.reload()
  await expect(page.getByText(t.editAbout)).toBeVisible()
  await expect(page.getByRole('link', { name: 'work' })).toHaveAttribute('href', '/files?category=work')
})

test('description and tags are shown and edited where Markdown is rendered', async ({ page }) => {
  await newPerson(page)
  const data = { file_name: 'plan.md', content: '# Plan\n', description: 'for the team', tags: ['work'] }
  const { file_id: id } = (await (await page.request.post('/api/files', { data })).json()) as { file_id: string }
  await page.goto(`/md/${id}`)
  await awake(page)
  const t = viewerMessages(((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale)
  await expect(page.getByRole('list', { name: t.tags }).getByRole('link')).toHaveText(['work'])
  await page.getByText(t.editAbout).click()
  await page.locator('.about-edit textarea').fill('לכל הצוות')
  await page.getByRole('button', { name: t.saveAbout, exact: true }).click()
  await expect(page.locator('.about-text')).toHaveText('לכל הצוות')
  await expectNoAxeViolations(page)
  await page.goto(`/file/${id}`)
  await expect(page.locator('.about-text')).toHaveText('לכל הצוות')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the form saves description and tags', async ({ page }) => {
    await newPerson(page)
    const data = { file_name: 'a.py', content: 'x = 1\n', tags: ['a, b'] }
    const { file_id: id } = (await (await page.request.post('/api/files', { data })).json()) as { file_id: string }
    await page.goto(`/file/${id}`)
    const t = viewerMessages(((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale)
    await page.getByText(t.editAbout).click()
    await page.getByLabel(t.description, { exact: true }).fill('two\nlines')
    await page.getByRole('button', { name: t.saveAbout, exact: true }).click()
    await expect
      .poll(async () => (await (await page.request.get(`/api/files/${id}`)).json()) as unknown)
      .toMatchObject({ file: { description: 'two\nlines', tags: ['a, b'] } })
  })
})
