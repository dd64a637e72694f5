import { settingsHref } from '#base/settings-panes.ts'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzip, zipOf } from '../zips.ts'
import { awake, expect, expectNoAxeViolations, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { isWhole } from './size.ts'

/** Journeys of one run share their people, so every name carries a mark of its own. */
let folder: string
let mark: string
test.beforeEach(async ({ page: _page }, { project, workerIndex }) => {
  mark = `${project.name}-${workerIndex}-${Math.random().toString(36).slice(2, 7)}`
  folder = await mkdtemp(join(tmpdir(), 'journey-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

async function makeFolder(files: number): Promise<string> {
  const root = join(folder, mark)
  for (const part of ['a', 'b', 'node_modules']) await mkdir(join(root, part), { recursive: true })
  const writes = Array.from({ length: files }, (_, i) =>
    writeFile(join(root, i % 2 === 0 ? 'a' : 'b', `${mark}-${i}.py`), `print(${i})\n`),
  )
  await Promise.all([
    ...writes,
    writeFile(join(root, 'a', `${mark}.bin`), Buffer.from([0, 1, 2])),
    writeFile(join(root, 'node_modules', 'junk.js'), 'x'),
  ])
  return root
}

/** The first request of an upload passes; the others wait until the returned function is called. */
async function holdAfterFirst(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/api/files/upload', async (route) => {
    if ((requests += 1) > 1) await promise
    // One that was stopped meanwhile cannot go on.
    await route.continue().catch(() => {})
  })
  return resolve
}

/** With its script: a form that is sent before shows no progress. */
async function open(page: Page, path: '/files/upload' | '/import'): Promise<void> {
  await page.goto(path)
  await awake(page)
}

const FILES = isWhole ? 200 : 80

test(`a folder of ${FILES} files is uploaded with progress, and what is not saved is said`, async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'Dana')
  await open(page, '/files/upload')
  await expectNoAxeViolationsInAnyTheme(page)
  await page.locator('input[name=folder]').setInputFiles(await makeFolder(FILES))
  const seen = await holdAfterFirst(page)
  await page.locator('.transfer-form button').click()
  await expect(page.locator('progress')).toBeVisible()
  await expect
    .poll(() => page.locator('progress').evaluate((bar) => bar instanceof HTMLProgressElement && bar.value))
    .toBeGreaterThan(10)
  await expect(page.locator('.transfer-facts')).toContainText(`${FILES + 2}`)
  await expectNoAxeViolations(page)
  seen()
  await expect(page.locator('.transfer-summary')).toContainText(`${FILES}`, { timeout: 100_000 })
  await expect(page.getByText(`${mark}/a/${mark}.bin`)).toBeVisible()
  await expect(page.getByText(`${mark}/node_modules/`)).toBeVisible()
  await expectNoAxeViolationsInAnyTheme(page)
  await expect(page.locator('.transfer-summary a')).toHaveAttribute('href', '/files')
})

test('an upload can be stopped, and what was sent stays', async ({ page }) => {
  await signIn(page, 'Dana')
  await open(page, '/files/upload')
  await page.locator('input[name=folder]').setInputFiles(await makeFolder(100))
  const stopped = await holdAfterFirst(page)
  await page.locator('.transfer-form button').click()
  await expect
    .poll(() => page.locator('progress').evaluate((bar) => bar instanceof HTMLProgressElement && bar.value))
    .toBeGreaterThan(10)
  await page.locator('.transfer-facts button').click()
  stopped()
  await expect(page.locator('.transfer-summary')).toBeVisible()
  await expect(page.locator('progress')).toBeHidden()
})

test('the library is exported and imported into a second account with its notes', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'Dana')
  await open(page, '/files/upload')
  const name = `${mark}.py`
  await page
    .locator('input[name=file]')
    .setInputFiles({ name, mimeType: 'text/x-python', buffer: Buffer.from(`# ${mark}\n`) })
  await page.locator('.transfer-form button').click()
  await expect(page.getByRole('link', { name })).toBeVisible()

  await page.goto(settingsHref('transfer'))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#transfer a[href="/export"]').click(),
  ])
  const path = join(folder, 'export.zip')
  await download.saveAs(path)
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')

  await page.goto('/import')
  const [readable] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#export a[href="/export?as=folder"]').click(),
  ])
  expect(readable.suggestedFilename()).toMatch(/^codeshelf-[\d-]+-folder\.zip$/)
  const names = [...(await unzip(await readFile(await readable.path()))).keys()]
  expect(names).toContainEqual(expect.stringMatching(new RegExp(`^codeshelf-[\\d-]+/files/${mark}\\.py$`)))

  await page.context().clearCookies()
  await signIn(page, 'Omer')
  await open(page, '/import')
  await expectNoAxeViolationsInAnyTheme(page)
  await page.locator('input[name=file]').setInputFiles(path)
  await page.locator('.transfer-form button').click()
  await expect(page.locator('.transfer-summary')).toBeVisible({ timeout: 100_000 })
  await expect(page.locator('.transfer-summary')).toContainText(/(Notes|פתקים): /)
  await expectNoAxeViolations(page)
  const found = await page.request.get(`/api/files?q=${encodeURIComponent(mark)}`)
  expect(await found.json()).toMatchObject({ items: [{ file_name: name }] })
})

test('gists in GitHub’s JSON are imported', async ({ page }) => {
  await signIn(page, 'Dana')
  await open(page, '/import')
  const gist = {
    html_url: `https://gist.github.com/dana/${mark}`,
    description: 'כלי קטן',
    created_at: '2019-03-04T05:06:07Z',
    files: { [`${mark}.go`]: { content: 'package main\n', language: 'Go' } },
  }
  await page.locator('input[name=file]').setInputFiles({
    name: 'gists.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([gist])),
  })
  await page.locator('.transfer-form button').click()
  await expect(page.getByRole('link', { name: `${mark}.go` })).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('files and a zip are uploaded by the form, and the answer lists each', async ({ page }) => {
    await signIn(page, 'Dana')
    await page.goto('/files/upload')
    const zip = await zipOf([{ name: `p/${mark}-inside.py`, content: '1' }])
    await page.locator('input[name=file]').setInputFiles([
      { name: `שלום-${mark}.md`, mimeType: 'text/markdown', buffer: Buffer.from('# שלום') },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0, 1]) },
      { name: 'p.zip', mimeType: 'application/zip', buffer: zip },
    ])
    await page.locator('.transfer-form button').click()
    await expect(page.getByRole('link', { name: `שלום-${mark}.md` })).toBeVisible()
    await expect(page.getByRole('link', { name: `${mark}-inside.py` })).toBeVisible()
    await expect(page.getByText('photo.png')).toBeVisible()
  })

  test('a folder is uploaded with its paths', async ({ page }) => {
    await signIn(page, 'Dana')
    await page.goto('/files/upload')
    await page.locator('input[name=folder]').setInputFiles(await makeFolder(3))
    await page.locator('.transfer-form button').click()
    await expect(page.getByText(`${mark}/node_modules/`)).toBeVisible()
    await expect(page.getByText(`${mark}/a/${mark}.bin`)).toBeVisible()
  })
})
