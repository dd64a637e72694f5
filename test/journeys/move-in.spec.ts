import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipOf } from '../zips.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/move-in')

/** Journeys of one run share their people, so every name carries a mark of its own. */
let mark: string
test.beforeEach(({ page: _page }, { project, workerIndex }) => {
  mark = `${project.name}-${workerIndex}-${Math.random().toString(36).slice(2, 7)}`
})

test('snippets of VS Code are previewed, moved in and undone', async ({ page }) => {
  await newPerson(page)
  await page.goto('/import')
  await page.locator('a[href="/move-in"]').click()
  await awake(page)
  await expectNoAxeViolations(page)

  const text = await readFile(join(FIXTURES, 'vscode/javascript.json'), 'utf8')
  const buffer = Buffer.from(text.replace('Print to console', mark))
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'javascript.json', mimeType: 'application/json', buffer })
  await page.locator('.move-form .button-primary').click()
  const view = page.locator('.move-view')
  await expect(view).toContainText(`${mark}.js`)
  await expect(view).toContainText('javascript.json/Broken')
  await expect(view.locator('h2')).toBeFocused()
  await expectNoAxeViolations(page)

  await page.locator('.move-confirm .button-primary').press('Enter')
  await expect(page.locator('.move-head')).toContainText(/2|שני/)
  await expectNoAxeViolations(page)
  await page.goto(`/files?q=${mark}`)
  await expect(page.getByRole('link', { name: `${mark}.js` }).first()).toBeVisible()

  await page.goto('/move-in')
  await awake(page)
  await page.locator('form[action$="/undo"] button').first().press('Enter')
  await expect(page.locator('.notice-success')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.goto(`/files?q=${mark}`)
  await expect(page.getByRole('link', { name: `${mark}.js` })).toHaveCount(0)
})

test.describe('problems', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('a damaged archive is refused in words, and another choice can follow', async ({ page }) => {
    await newPerson(page)
    await page.goto('/move-in')
    await awake(page)
    const cut = { name: 'cut.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 and nothing else') }
    await page.locator('input[name=file]').setInputFiles(cut)
    await page.locator('.move-form .button-primary').click()
    await expect(page.locator('.notice-error')).toBeVisible()
    await expectNoAxeViolations(page)

    const zip = await zipOf([{ name: `${mark}.md`, content: `---\ntags: [${mark}]\n---\nשלום\n` }])
    await page
      .locator('input[name=file]')
      .setInputFiles({ name: 'vault.zip', mimeType: 'application/zip', buffer: zip })
    await page.locator('.move-form .button-primary').click()
    await expect(page.locator('.move-tag')).toHaveText(mark)
    await page.locator('.move-confirm button').last().click()
    await expect(page.locator('.move-form')).toBeVisible()
  })
})
