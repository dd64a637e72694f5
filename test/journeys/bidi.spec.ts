import type { Locator, Page } from '@playwright/test'
import { type MixedLine, readCorpus, wantedRows } from '../bidi/corpus.ts'
import { expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'
import { isWhole } from './size.ts'

const corpus = readCorpus()
const isPhone = () => test.info().project.name.endsWith('phone')

// Twice the pixels are drawn in four times the time, and the order of letters is the same.
test.use({ deviceScaleFactor: 1 })

test.beforeEach(async ({ page }) => {
  // High, so that the editor draws all lines.
  await page.setViewportSize({ width: isPhone() ? 1200 : 1600, height: 9000 })
  await newPerson(page)
})

/** One displayed line: its graphemes in the order of the text, and for each row of the screen their positions from left to right. */
type Displayed = { logical: string[]; rows: number[][] }

/** Reads where the browser has drawn each grapheme. What has no width is not displayed. */
async function readOrder(lines: Locator): Promise<Displayed[]> {
  return lines.evaluateAll((elements) => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const range = document.createRange()
    return elements.map((element) => {
      const drawn: { char: string; i: number; x: number; y: number }[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (const { segment, index } of segmenter.segment(node.textContent ?? '')) {
          range.setStart(node, index)
          range.setEnd(node, index + segment.length)
          const { left, right, top, bottom, width } = range.getBoundingClientRect()
          if (width > 0.01 && segment !== '\n')
            drawn.push({ char: segment, i: drawn.length, x: (left + right) / 2, y: (top + bottom) / 2 })
        }
      const rows: (typeof drawn)[] = []
      for (const each of drawn) {
        const row = rows.find(([first]) => first && Math.abs(first.y - each.y) < 8)
        if (row) row.push(each)
        else rows.push([each])
      }
      const fromLeft = rows.map((row) => row.toSorted((a, b) => a.x - b.x).map(({ i }) => i))
      return { logical: drawn.map(({ char }) => char), rows: fromLeft }
    })
  })
}

/** Forces the order of the screen when a difference is printed. */
const asSeen = (rows: readonly string[]) => rows.map((row) => `\u202d${row}\u202c`).join(' / ')

function expectOrder(displayed: readonly Displayed[], lines: readonly MixedLine[], surface: string): void {
  const wrong = lines.flatMap((line, i) => {
    const { logical = [], rows = [] } = displayed[i] ?? {}
    const got = asSeen(rows.map((row) => row.map((at) => logical[at]).join('')))
    const wanted = wantedRows(line, logical, rows)
    return wanted && wanted.length > 0 && asSeen(wanted) === got ? [] : [{ line: line.text, wanted, got }]
  })
  expect(wrong, surface).toEqual([])
  expect(displayed.length, surface).toBe(lines.length)
}

async function saveFile(page: Page, file: Record<string, unknown>): Promise<string> {
  const answer = await page.request.post('/api/files', { data: { content: 'x', ...file } })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { file_id: string }).file_id
}

const textOf = (lines: readonly MixedLine[]) => `${lines.map(({ text }) => text).join('\n')}\n`

for (const [kind, name] of [
  ['text', 'corpus.txt'],
  ['markdown', 'corpus.md'],
  ['code', 'corpus.py'],
] as const)
  test(`mixed ${kind} lines are in the order of the reader in the viewer, the editor and diffs`, async ({ page }) => {
    const lines = corpus[kind]
    const id = await saveFile(page, { file_name: name })
    await page.request.put(`/api/files/${id}`, { data: { content: textOf(lines), prev_version: 1 } })

    await page.goto(`/file/${id}`)
    expectOrder(await readOrder(page.locator('#code .code-lines code')), lines, 'viewer')

    for (const view of ['unified', 'split']) {
      await page.goto(`/file/${id}/history?from=1&to=2&view=${view}`)
      expectOrder(await readOrder(page.locator('td.diff-text.diff-added code')), lines, `diff, ${view}`)
    }

    await page.goto(`/file/${id}/edit`)
    const drawn = page.locator('.cm-line')
    await expect(drawn).toHaveCount(lines.length + 1)
    // The editor isolates Hebrew in code line by line, as its parser advances.
    await expect(async () => expectOrder((await readOrder(drawn)).slice(0, -1), lines, 'editor')).toPass({
      timeout: 15_000,
    })
  })

/** What Markdown displays as something else than one line of text. */
const isRule = ({ text }: MixedLine) => /^(?:---|\[\^\d\]:.*)$/.test(text)

test('mixed lines are in the order of the reader in notes', async ({ page }) => {
  const lines = [...corpus.text, ...corpus.markdown].filter((line) => !isRule(line))
  const id = await saveFile(page, { file_name: 'noted.py' })
  const content = lines.map(({ text }) => text).join('\n\n<>\n\n')
  const made = await page.request.post(`/api/sticky-notes/${id}`, { data: { content, line_start: 1 } })
  expect(made.status()).toBe(201)
  await page.goto(`/file/${id}`)
  const blocks = page.locator('.note-text :is(p, li:not(.note-task), .note-task span):not(:has(p))')
  await expect(blocks.first()).toBeVisible()
  const displayed = (await readOrder(blocks)).filter(({ logical }) => logical.join('') !== '<>')
  expectOrder(displayed, lines, 'notes')
})

/** The file list displays this many rows before it loads more. */
const PAGE = 20

test('mixed lines and names are in the order of the reader in the file list', async ({ page }) => {
  // The viewer displays all of them; a row of the list needs a file of its own.
  const texts = corpus.text.filter((_, i) => isWhole || i % 4 === 0)
  for (let from = 0; from < texts.length; from += PAGE) {
    const lines = texts.slice(from, from + PAGE)
    const named = lines.map(({ text }, i) => ({
      file_name: `${1000 + from + i}.py`,
      description: text,
      tags: [`p${from}`],
    }))
    await Promise.all(named.map((file) => saveFile(page, file)))
    await page.goto(`/files?category=p${from}&sort=name_asc`)
    expectOrder(await readOrder(page.locator('p.file-text')), lines, `descriptions from ${from}`)
  }
  for (let from = 0; from < corpus.names.length; from += PAGE) {
    const lines = corpus.names.slice(from, from + PAGE)
    for (const { text } of lines) await saveFile(page, { file_name: text, tags: [`n${from}`] })
    await page.goto(`/files?category=n${from}&sort=created_at_asc`)
    expectOrder(await readOrder(page.locator('.file-link .file-name')), lines, `names from ${from}`)
  }
})
