import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import type { Locale } from '#base/messages.ts'
import { folderMessages } from '#features/files/messages/folders.ts'
import { actionMessages } from '#features/files/messages/actions.ts'
import { liveMessages } from '#features/files/messages/live.ts'
import { viewerMessages } from '#features/viewer/messages/viewer.ts'
import { zipOf } from '../zips.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'

const run = promisify(execFile)

test.describe.configure({ timeout: 120_000 })

const TREE = [
  'app/README.md',
  'app/src/index.ts',
  'app/src/lib/index.ts',
  'app/test/index.ts',
  'ספרייה/שלום.md',
  'ספרייה/קוד/index.ts',
]

async function uploadTree(page: Page): Promise<void> {
  const buffer = await zipOf(TREE.map((name) => ({ name, content: `// ${name}\n` })))
  const multipart = { file: { name: 'tree.zip', mimeType: 'application/zip', buffer } }
  expect((await page.request.post('/api/files/upload', { multipart })).status()).toBe(200)
}

async function words(page: Page) {
  const locale = ((await page.locator('html').getAttribute('lang')) ?? 'en') as Locale
  return { ...viewerMessages(locale), ...liveMessages(locale), ...actionMessages(locale), ...folderMessages(locale) }
}

const rows = (page: Page) => page.locator('.file-row')

async function openList(page: Page, path = '/files'): Promise<void> {
  await page.goto(path)
  await awake(page)
  await page.waitForLoadState('networkidle')
}

test('folders are a tree beside the list and a filter, and are downloaded and shared together', async ({ page }) => {
  await newPerson(page)
  await uploadTree(page)
  await openList(page)
  const t = await words(page)
  const tree = page.getByRole('navigation', { name: t.folders })
  await expect(rows(page)).toHaveCount(6)
  await expect(tree.getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'app/src/lib/index.ts', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)

  await tree.getByRole('link', { name: 'app 4' }).click()
  await expect(page).toHaveURL('/files?folder=app')
  await expect(rows(page)).toHaveCount(4)
  await expectNoAxeViolations(page)
  await tree.getByRole('link', { name: 'src 2' }).click()
  await expect(page).toHaveURL('/files?folder=app%2Fsrc')
  await expect(rows(page)).toHaveCount(2)
  await expect(tree.locator('[aria-current]')).toHaveText('src2')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t.downloadFolder }).click(),
  ])
  expect(download.suggestedFilename()).toBe('src.zip')
  const { stdout } = await run('unzip', ['-Z1', await download.path()])
  expect(stdout.trim().split('\n').toSorted()).toEqual(['src/index.ts', 'src/lib/index.ts'])

  await page.getByRole('link', { name: t.removeFilter('folder:app/src') }).click()
  await expect(rows(page)).toHaveCount(6)
  await page.getByRole('combobox').pressSequentially('folder:ספרייה/ק')
  await page.getByRole('combobox').press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(rows(page)).toHaveCount(6)

  await openList(page, '/files?folder=app')
  await page.getByRole('link', { name: t.shareFolder }).click()
  await page.waitForURL(/\/shares\/new\?files=/)
  await expect(page.getByText('index.ts').first()).toBeVisible()
})

test('chosen files are moved to a new folder, and a file by its name', async ({ page }) => {
  await newPerson(page)
  await uploadTree(page)
  await openList(page, '/files?folder=app')
  const t = await words(page)
  await page.getByRole('checkbox', { name: /app\/README\.md/ }).check()
  await page.getByRole('checkbox', { name: /app\/test\/index\.ts/ }).check()
  await page.getByRole('button', { name: t.move }).click()
  await expect(page.getByRole('dialog', { name: t.moveTitle })).toBeVisible()
  await expectNoAxeViolations(page, '#move-menu')
  await page.getByLabel(t.moveLabel).fill('bundle/one')
  await page.getByLabel(t.moveLabel).press('Enter')
  await expect(page.getByText(`${t.doneMove(2)}.`)).toBeVisible()
  await expect(rows(page)).toHaveCount(2)

  await openList(page, '/files?folder=bundle')
  await page.getByRole('link', { name: 'bundle/one/README.md' }).click()
  await page.waitForURL(/\/md\//)
  await awake(page)
  const name = page.getByRole('textbox', { name: t.fileName })
  await expect(name).toHaveValue('bundle/one/README.md')
  await name.fill('docs/README.md')
  await Promise.all([page.waitForEvent('load'), name.press('Enter')])
  await expect(name).toHaveValue('docs/README.md')
  await expectNoAxeViolations(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('folders are links', async ({ page }) => {
    await newPerson(page)
    await uploadTree(page)
    await page.goto('/files')
    const t = await words(page)
    await page.getByRole('navigation', { name: t.folders }).getByRole('link', { name: 'ספרייה 2' }).click()
    await expect(rows(page)).toHaveCount(2)
  })
})
