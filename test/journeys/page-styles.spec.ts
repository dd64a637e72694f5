import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { SHEETS, sheetPath } from '#ui/sheets.ts'
import { awake, expect, test } from './fixtures.ts'
import { signIn } from './people.ts'
import { ONCE } from './size.ts'

const PAGES = [
  '/',
  '/about',
  '/dashboard',
  '/files',
  '/trash',
  '/files/new',
  '/notes',
  '/boards',
  '/reminders',
  '/search?q=total',
  '/repos',
  '/tools/code',
  '/files/upload',
  '/import',
  '/move-in',
  '/settings/agents',
  '/admin/acts',
  '/admin/announcements',
  '/settings',
  '/settings/account',
  '/settings/tokens',
  '/settings/shares',
  '/settings/data',
  '/admin',
  '/admin/users',
  '/admin/verify-indexes',
  '/admin/jobs',
  '/admin/observability',
  '/api/docs',
]

/** Every sheet in its order, as the build wrote them. */
function allSheets(): string[] {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return SHEETS.map((sheet) => `/${manifest[sheetPath(sheet)]?.file}`)
}

/** The computed style of one element of each kind, as one line each. */
async function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const kindOf = (element: Element | null): string =>
      element ? `${kindOf(element.parentElement)} > ${element.localName}.${element.getAttribute('class') ?? ''}` : ''
    const kinds = new Map(Array.from(document.querySelectorAll('body *'), (element) => [kindOf(element), element]))
    return Array.from(kinds, ([kind, element]) => {
      const style = getComputedStyle(element)
      return `${kind.slice(-120)} ${Array.from(style, (name) => `${name}:${style.getPropertyValue(name)}`).join(';')}`
    })
  })
}

/** A lazy image that arrives between the two looks changes the height of what is around it. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)))
  })
}

/** Loads every sheet, those of the page again where their turn comes. */
async function loadAll(page: Page, hrefs: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    for (const link of document.querySelectorAll('link[rel=stylesheet]'))
      if (all.includes(link.getAttribute('href') ?? '')) link.remove()
    await Promise.all(
      all.map((href) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = href
        document.head.append(link)
        return new Promise((resolve) => link.addEventListener('load', resolve))
      }),
    )
  }, hrefs)
}

test('every page looks the same with the sheets that it loads and with all of them', ONCE, async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, 'Noa')
  const sheets = allSheets()
  const save = async (data: { file_name: string; content: string }) =>
    ((await (await page.request.post('/api/files', { data })).json()) as { file_id: string }).file_id
  const code = await save({ file_name: 'looks.py', content: 'a = 1\nb = 2\n' })
  await page.request.post(`/api/sticky-notes/${code}`, { data: { content: 'A note', line_start: 2 } })
  await page.request.put(`/api/files/${code}`, { data: { content: 'a = 1\nb = 3\n', prev_version: 1 } })
  const prose = await save({ file_name: 'looks.md', content: '# One\n\n- [ ] two\n\n```js\nx\n```\n\n## Three\n' })
  const html = await save({ file_name: 'looks.html', content: '<p>x</p>' })
  const ofFiles = [
    `/file/${code}`,
    `/file/${code}/history?from=1&to=2`,
    `/file/${code}/edit`,
    `/shares/new?files=${code}`,
  ]
  for (const path of [...PAGES, ...ofFiles, `/md/${prose}`, `/html/${html}/view`]) {
    await page.goto(path)
    await awake(page)
    // The editor takes the place of a text box when it has loaded, and the notes come after it.
    if (path.endsWith('/edit')) await expect(page.locator('.cm-content')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await loadImages(page)
    const before = await looks(page)
    await loadAll(page, sheets)
    const after = await looks(page)
    const changed = before.flatMap((line, i) =>
      line === after[i] ? [] : [`${path}: ${difference(line, after[i] ?? '')}`],
    )
    expect.soft(changed.slice(0, 5)).toEqual([])
  }
})

function difference(before: string, after: string): string {
  const others = new Set(after.split(';'))
  return `${before.slice(0, 120)} … ${before
    .split(';')
    .filter((each) => !others.has(each))
    .slice(0, 4)
    .join(' | ')}`
}
