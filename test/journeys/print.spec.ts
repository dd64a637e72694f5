import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startGitServer } from '../git-server.ts'
import { awake, expect, test } from './fixtures.ts'
import { readPdf } from './pdf.ts'
import { newPerson } from './people.ts'
import { addRepo } from './repos-page.ts'

const isHebrew = () => test.info().project.name.startsWith('he')
const say = (he: string, en: string) => (isHebrew() ? he : en)

const LONG = 'abcdefghij'.repeat(90)
const LINES = Array.from({ length: 240 }, (_, i) =>
  i % 40 === 7 ? `long_${i + 1} = "${LONG}" # שלום עולם` : `value_${i + 1} = compute(${i + 1})`,
)

/** An A4 page without its margins, at 96 pixels an inch. */
const PAPER = { width: 688, height: 1002 }

async function save(page: Page, name: string, content: string): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { file_name: name, content } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

async function put(page: Page, fileId: string, note: object): Promise<void> {
  expect((await page.request.post(`/api/sticky-notes/${fileId}`, { data: note })).status()).toBe(201)
}

/** Twelve: on lines far apart, two on one line, on the whole file, minimised, and free on the page. */
async function putTwelve(page: Page, fileId: string): Promise<void> {
  const lines = [3, 3, 8, 41, 77, 110, 150, 199, 230, 239]
  for (const [i, line_start] of lines.entries())
    await put(page, fileId, {
      line_start,
      line_end: line_start + (i % 2),
      content: `remark-${i} about line ${line_start}`,
    })
  await put(page, fileId, {
    title: 'Whole file',
    content: 'על הקובץ\n\n- [x] done\n- see [the plan](https://plan.example/x)\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    is_minimized: true,
  })
  await put(page, fileId, { line_start: 60, content: 'free-note', mode: 'surface' })
}

/** The page as it is laid out on paper, with what only paper has. */
async function asPaper(page: Page): Promise<void> {
  await page.setViewportSize(PAPER)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

async function expectPaper(page: Page): Promise<void> {
  await asPaper(page)
  const controls = page.locator(
    'nav, button, input:not([type="checkbox"]), select, .sidebar, .topbar, .bottombar, .site-header, #toasts',
  )
  expect(await controls.filter({ visible: true }).count()).toBe(0)
  const { wide, scheme, head } = await page.evaluate(() => ({
    wide: [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1,
    ).length,
    scheme: getComputedStyle(document.documentElement).colorScheme,
    head: getComputedStyle(document.body).color,
  }))
  expect(wide, 'elements beyond the edge of the page').toBe(0)
  expect(scheme).toBe('light')
  expect(head).toMatch(/^oklch\(0\.2/)
  await expect(page.locator('.print-facts')).toContainText(String(new Date().getFullYear()))
}

test.beforeEach(async ({ page }) => newPerson(page))

test('a file prints all of its notes as footnotes, and wraps its long lines', async ({ page }) => {
  const name = `${say('הדפסה', 'print')}-${randomUUID().slice(0, 6)}.py`
  const id = await save(page, name, `${LINES.join('\n')}\n`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/file/${id}`)
  const bare = readPdf(await page.pdf({ format: 'A4' }))
  expect(bare.text).toContain('value_240=compute(240)')
  await putTwelve(page, id)
  await page.reload()
  await expect(page.locator('.note-mark').first()).toBeVisible()

  const paper = readPdf(await page.pdf({ format: 'A4' }))
  expect(paper.pages).toBeGreaterThanOrEqual(bare.pages)
  for (let i = 0; i < 10; i++) expect(paper.text).toContain(`remark-${i}`)
  expect(paper.text).toContain('free-note')
  expect(paper.text).toContain('theplan(https://plan.example/x)')
  expect(paper.text.split(LONG).length - 1).toBe(6)
  for (const line of [1, 120, 240]) expect(paper.text).toContain(`${line}value_${line}=compute(${line})`)
  await expect(page.locator('.numbered-notes, .note-numbers')).toHaveCount(0)

  await awake(page)
  await expectPaper(page)
  await expect(page.locator('.print-title')).toHaveText(`${say('קבצים', 'Files')} / ${name}`)
  await expect(page.locator('.numbered-notes > ol > li')).toHaveCount(12)
  await expect(page.locator('#L3 .note-number')).toHaveText(['2', '3'])
  await expect(page.locator('#note-2')).toContainText('L3')
  await expect(page.locator('#L240 > a')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.numbered-notes, .note-numbers')).toHaveCount(0)
})

test('a rendered text prints its notes at their headings', async ({ page }) => {
  const id = await save(
    page,
    'guide.md',
    `# מדריך\n\n${'words '.repeat(90)}\n\n## Second part\n\n\`\`\`\n${LONG}\n\`\`\`\n\n| ${LONG} | b |\n|---|---|\n| 1 | 2 |\n`,
  )
  await put(page, id, { anchor_id: 'second-part', anchor_text: 'Second part', content: 'about the second part' })
  await page.goto(`/md/${id}`)
  await expect(page.locator('.note-mark').first()).toBeVisible()
  const paper = readPdf(await page.pdf({ format: 'A4' }))
  expect(paper.text).toContain('aboutthesecondpart')
  await expectPaper(page)
  await expect(page.locator('#second-part .note-number')).toHaveText('1')
  await expect(page.locator('.numbered-note-head')).toContainText('Second part')
})

test('a file without notes prints no list of notes', async ({ page }) => {
  await page.goto(`/file/${await save(page, 'bare.py', 'x = 1\n')}`)
  await expectPaper(page)
  await expect(page.locator('.numbered-notes')).toHaveCount(0)
})

test('a repository file prints its path, its commit and its notes', async ({ page }) => {
  await using server = await startGitServer()
  const name = `noa/print-${test.info().project.name}`
  server.create(name).commit({ put: { 'src/values.ts': `${LINES.join('\n')}\n` } }, { message: 'start' })
  await addRepo(page, server.url(name))
  const note = { line_start: 5, content: 'remark-in-a-repository' }
  const notes = `/api/sticky-notes/repo/${encodeURIComponent(name)}/src/values.ts`
  expect((await page.request.post(notes, { data: note })).status()).toBe(201)
  await page.goto(`/repos/${name}/src/values.ts`)
  await expect(page.locator('.note-mark').first()).toBeVisible()
  expect(readPdf(await page.pdf({ format: 'A4' })).text).toContain('remark-in-a-repository')
  await expectPaper(page)
  await expect(page.locator('.print-title')).toHaveText(`${name} / src / values.ts`)
  await expect(page.locator('.print-facts')).toContainText(/[0-9a-f]{7}/)
  await expect(page.locator('#L5 .note-number')).toHaveText('1')
})

test('a shared page prints its code without the controls', async ({ page }) => {
  const id = await save(page, 'shared.py', `${LINES.join('\n')}\n`)
  const made = await page.request.post('/api/files/create-share-link', { data: { file_ids: [id] } })
  await page.goto(new URL(((await made.json()) as { share_url: string }).share_url).pathname)
  const paper = readPdf(await page.pdf({ format: 'A4' }))
  expect(paper.text).toContain('240value_240=compute(240)')
  await expectPaper(page)
  await expect(page.locator('.print-title')).toHaveText('shared.py')
})
