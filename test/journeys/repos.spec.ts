import type { Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { addRepo, syncNow } from './repos-page.ts'

const LINES = Array.from({ length: 40 }, (_, i) => `export const value${i} = compute(${i}, 'שם ${i}')`).join('\n')

async function writeNote(page: Page, text: string): Promise<void> {
  const box = page.locator('.note-editor textarea, .notes-sheet textarea').first()
  await awake(page)
  await page.keyboard.press('n')
  await box.fill(text)
  await page.keyboard.press('Control+Enter')
  await expect(async () => {
    const answer = await page.request.get(await notesAddress(page))
    expect(await answer.text()).toContain(text)
  }).toPass({ timeout: 15_000 })
}

async function notesAddress(page: Page): Promise<string> {
  const { pathname } = new URL(page.url())
  const [, , owner = '', name = '', ...path] = pathname.split('/')
  return `/api/sticky-notes/repo/${owner}%2F${name}/${path.join('/')}`
}

test('a repository is added, browsed and noted; the note follows a rename and survives a deletion', async ({ page }, {
  project,
}) => {
  test.setTimeout(120_000)
  await using server = await startGitServer()
  const name = `noa/tools-${project.name}`
  const origin = server.create(name)
  origin.commit(
    { put: { 'src/values.ts': `${LINES}\n`, 'README.md': '# כלים\n', 'docs/a.md': 'words\n' } },
    { message: 'התחלה' },
  )
  await newPerson(page)
  await page.goto('/repos')
  await expectNoAxeViolations(page)
  await page.locator('.repo-add input[name="url"]').fill(server.url(name))
  await page.locator('.repo-add button').click()
  // Watched until it is there.
  await expect(page.locator('.repo-list time')).toBeVisible({ timeout: 30_000 })
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name }).click()
  await expectNoAxeViolations(page)
  await page.locator('.repo-tree').getByRole('link', { name: 'src' }).click()
  await page.locator('.repo-tree').getByRole('link', { name: 'values.ts' }).click()
  await expect(page.locator('#L40')).toContainText('value39')
  await expectNoAxeViolations(page)
  await page.goto(`${page.url()}#L12`)
  await page.reload()
  await expect(page.locator('#L12.is-chosen')).toBeVisible()
  await writeNote(page, 'לבדוק את השורה הזאת')

  await page.locator('.repo-search input').fill('value7')
  await page.keyboard.press('Enter')
  await expect(page.locator('.repo-found li')).toHaveCount(1)
  await expectNoAxeViolations(page)

  origin.commit({
    rename: { 'src/values.ts': 'lib/numbers.ts' },
    put: { 'lib/numbers.ts': `// one\n// two\n${LINES}\n` },
  })
  await syncNow(page, name)
  await page.goto(`/repos/${name}/lib/numbers.ts`)
  await expect(page.getByText('src/values.ts')).toBeVisible()
  const followed = await page.request.get(await notesAddress(page))
  expect(await followed.json()).toMatchObject({ notes: [{ place: { state: 'shifted', line_start: 14 } }] })
  await expectNoAxeViolations(page)

  origin.commit({ remove: ['lib/numbers.ts'], put: { 'docs/a.md': 'other words\n' } })
  await syncNow(page, name)
  await page.goto(`/notes/orphans/${name}`)
  await expect(page.locator('.orphan-list > li')).toHaveCount(1)
  await expectNoAxeViolations(page)
  await page.locator('input[name="repo_path"]').fill('docs/a.md')
  await page.locator('input[name="line_start"]').fill('1')
  await page.locator('.orphan-list button').click()
  await expect(page.locator('.orphan-list > li')).toHaveCount(0)

  for (const view of ['?view=history', '/docs/a.md?view=blame', '?view=numbers']) {
    await page.goto(`/repos/${name}${view}`)
    await expectNoAxeViolations(page)
  }
  await page.goto(`/repos/${name}?at=${origin.head()}&view=commit`)
  await expect(page.locator('.diff-added').first()).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a tree larger than one import says what is left, and goes on there', async ({ page }, { project }) => {
  await using server = await startGitServer()
  const name = `noa/large-${project.name}`
  const put: Record<string, string> = {}
  for (let n = 0; n < 1_002; n++) put[`part/${n}.txt`] = `${n}\n`
  server.create(name).commit({ put })
  await newPerson(page)
  await addRepo(page, server.url(name))
  await page.goto(`/repos/${name}`)
  await page.getByRole('button', { name: /everything|הכול/ }).click()
  await expect(page.locator('.notice')).toContainText('1,000')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: /next files|המשך/ }).click()
  await expect(page.locator('.notice')).toContainText(/נשמרו 2 קבצים|: 2 saved/)
})

test('the Outline button of a repository file opens its list under itself, with and without notes', async ({ page }, {
  project,
}) => {
  await using server = await startGitServer()
  const name = `noa/outline-${project.name}`
  const body = Array.from({ length: 30 }, (_, i) => `    step_${i} = compute(${i})\n`).join('')
  const readme = `# Tools\n\n${'words\n\n'.repeat(30)}## Usage\n\nmore\n`
  server.create(name).commit({ put: { 'a.py': `def first():\n${body}\n\ndef last():\n${body}`, 'README.md': readme } })
  await newPerson(page)
  await addRepo(page, server.url(name))
  for (const [path, target] of [
    ['a.py', 'last'],
    ['README.md', 'Usage'],
  ] as const)
    for (const withNote of [false, true]) {
      if (withNote)
        await page.request.post(`/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}`, {
          data: { content: 'noted', line_start: 2 },
        })
      await page.goto(`/repos/${name}/${path}`)
      await awake(page)
      const button = page.locator('.bar-tool.outline-button')
      const outline = page.locator('#outline')
      // Prose has room for the list beside it, unless notes stand there.
      const isPane = path === 'README.md' && !withNote && !project.name.endsWith('phone')
      if (isPane) await expect(button).toBeHidden()
      else if (project.name.endsWith('phone')) {
        await page.locator('.workspace-tools > [popovertarget="file-menu"]').click()
        await page.locator('#file-menu .outline-button').click()
      } else {
        await button.click()
        await expect(async () => {
          const [below, list] = [await button.boundingBox(), await outline.boundingBox()]
          const copy = await page.locator('[data-do="copy"]').boundingBox()
          // One row, like the buttons beside it.
          expect(below?.height).toBe(copy?.height)
          expect(Math.abs((list?.y ?? 0) - (below?.y ?? 0) - (below?.height ?? 0))).toBeLessThanOrEqual(8)
          expect(list?.x).toBeGreaterThanOrEqual(0)
          expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
        }).toPass({ timeout: 15_000 })
      }
      await outline.getByRole('link', { name: target }).click()
      await expect(page.locator('.is-chosen')).toBeInViewport()
      if (!isPane) await expect(outline).toBeHidden()
    }
})
