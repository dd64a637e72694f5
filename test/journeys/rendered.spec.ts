import type { Page } from '@playwright/test'
import { awake, expect, expectNoAxeViolationsInAnyTheme, test } from './fixtures.ts'
import { newPerson, signIn } from './people.ts'

// Playwright itself tries to run in a frame without scripts, and the browser says that it may not.
test.use({ expectedErrors: [/Blocked script execution/] })

const isHebrew = () => test.info().project.name.startsWith('he')
const isPhone = () => test.info().project.name.endsWith('phone')
const say = (he: string, en: string) => (isHebrew() ? he : en)

/** Journeys run beside each other as the same person, so each has files of its own. */
async function save(page: Page, name: string, content: string): Promise<string> {
  const data = { file_name: `${test.info().project.name} ${name}`, content }
  const answer = await page.request.post('/api/files', { data })
  expect(answer.status()).toBe(201)
  const body = (await answer.json()) as { file_id: string }
  return body.file_id
}

/** What is in frames is a stranger's, and axe cannot run where no script may. */
const OUTSIDE_FRAMES = { iframes: false }

const MARKDOWN = `# מדריך קצר

פסקה בעברית עם \`npm ci\` באמצע.

An English paragraph (with brackets).

## משימות

- [x] נעשה
- [ ] Not yet

\`\`\`ts
// הערה (בעברית)
const greeting = 'שלום' // ${'long '.repeat(30)}
\`\`\`

## טבלה

| שם | ערך |
|---|--:|
| א | 1 |

> [!TIP]
> כדאי לדעת.

הנוסחה $a^2+b^2=c^2$ והשבורה $\\frac{1}{$.

\`\`\`mermaid
graph LR
  A[דפדפן] --> B[שרת]
\`\`\`

## Last heading

The end.${'\n\nMore words.'.repeat(30)}
`

test('a Hebrew text is read: directions, outline, tasks, code to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'Dana')
  await page.goto(`/md/${await save(page, 'guide.md', MARKDOWN)}`)
  const prose = page.locator('.prose')

  const direction = (block: string) => prose.locator(block).evaluate((element) => getComputedStyle(element).direction)
  expect(await direction('p >> nth=0')).toBe('rtl')
  expect(await direction('p >> nth=1')).toBe('ltr')
  expect(await direction('table')).toBe('rtl')
  expect(await direction('pre >> nth=0')).toBe('ltr')
  await expect(prose.getByRole('checkbox')).toHaveCount(2)
  await expect(prose.getByRole('checkbox').first()).toBeDisabled()

  const width = await prose.evaluate((element) => element.getBoundingClientRect().width)
  expect(width).toBeLessThanOrEqual(isPhone() ? 390 : 760)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)

  const outline = page.getByRole('navigation', { name: say('ראשי פרקים', 'Outline') })
  if (isPhone()) await outline.getByText(say('ראשי פרקים', 'Outline')).click()
  await outline.getByRole('link', { name: 'Last heading' }).click()
  await expect(page).toHaveURL(/#last-heading$/)
  await expect(outline.getByRole('link', { name: 'Last heading' })).toHaveAttribute('aria-current', 'location')

  const sides = await prose
    .locator('th, td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign.replace('-webkit-', '')))
  expect(new Set(sides)).toEqual(new Set(['right']))
  const [table, box] = await Promise.all([prose.locator('table').boundingBox(), prose.boundingBox()])
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0), 0)

  await prose.locator('.code-block').hover()
  await prose.getByRole('button', { name: say('העתקה', 'Copy') }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^\/\/ הערה \(בעברית\)\nconst .*long $/)
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)
})

test('a Markdown file opens rendered, with the header of the source', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await newPerson(page)
  await save(page, 'מדריך.md', '# שלום\n\n- [x] בוצע ב-C#\n')
  await page.goto('/files')
  await page.locator('.file-link').first().click()
  await expect(page).toHaveURL(/\/md\//)
  await awake(page)

  const header = page.locator('.workspace-head')
  const tools = async () =>
    header
      .locator('.workspace-tools :is(a, button)')
      .evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent.trim()))
  const rendered = await tools()
  await header.getByRole('button', { name: say('העתקה', 'Copy') }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('- [x] בוצע ב-C#')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)

  await header.getByRole('navigation').getByText(say('קוד מקור', 'Source')).click()
  await expect(page).toHaveURL(/\/file\//)
  // The address is there before the header is.
  await awake(page)
  // The outline is beside the rendered text and needs no button there.
  const outline = say('מבנה הקובץ', 'Outline')
  expect((await tools()).filter((label) => label !== outline)).toEqual(rendered)
  await expect(page.locator('#L1 .line-rtl')).toHaveCSS('text-align', 'start')
})

test('formulas and diagrams are drawn when asked for, and only then is anything loaded', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await signIn(page, 'Dana')
  await page.goto(`/md/${await save(page, 'drawn.md', MARKDOWN)}`)
  const formulas = page.getByRole('button', { name: say('הצגת הנוסחאות', 'Show formulas') })
  const diagram = page.getByRole('button', { name: say('ציור התרשים', 'Draw diagram') })
  await expect(formulas).toBeVisible()
  await expect(diagram).toBeVisible()
  expect(loaded.filter((path) => /formulas|katex|mermaid/.test(path))).toEqual([])

  await formulas.click()
  await expect(page.locator('.prose math')).toHaveCount(1)
  await expect(page.locator('.prose .math-bad')).toHaveText('\\frac{1}{')
  await expect(formulas).toBeHidden()

  await diagram.click()
  const frame = page.frameLocator('.diagram-frame')
  // The library is large, and a machine may be busy.
  await expect(frame.locator('svg')).toContainText('דפדפן', { timeout: 20_000 })
  await expect(page.locator('pre[data-mermaid]')).toBeHidden()
  expect(await page.locator('.diagram-frame').evaluate((element) => element.clientHeight)).toBeGreaterThan(39)
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null')
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)
})

test('a picture is seen on four backgrounds and in four sizes, without script', async ({ browser, page, baseURL }) => {
  await signIn(page, 'Dana')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><circle cx="40" cy="40" r="30"/></svg>'
  const id = await save(page, 'a picture with a name that is rather long.svg', svg)
  const state = await page.context().storageState()
  const plain = await browser.newContext({ storageState: state, javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const still = await plain.newPage()
  await still.goto(`/svg/${id}`)
  const stage = still.locator('.svg-stage')
  const colour = () => stage.evaluate((element) => getComputedStyle(element).backgroundColor)
  await still.locator('.radio-backdrop-black').click()
  expect(await colour()).toBe('rgb(0, 0, 0)')
  await still.locator('.radio-backdrop-white').click()
  expect(await colour()).toBe('rgb(255, 255, 255)')
  const width = () => still.locator('.svg-picture').evaluate((element) => element.getBoundingClientRect().width)
  await still.locator('.radio-scale-1').click()
  expect(await width()).toBe(120)
  await still.locator('.radio-scale-4').click()
  expect(await width()).toBe(480)
  await plain.close()

  await page.goto(`/svg/${id}`)
  await page.getByRole('radio', { name: say('משבצות', 'Checker') }).focus()
  await page.keyboard.press(isHebrew() ? 'ArrowLeft' : 'ArrowRight')
  await expect(page.getByRole('radio', { name: say('לבן', 'White') })).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)
})

test('a picture that cannot be drawn says so and leads to its source', async ({ page }) => {
  await signIn(page, 'Dana')
  const id = await save(page, 'broken.svg', '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')
  await page.goto(`/svg/${id}`)
  await expect(page.getByRole('alert')).toContainText('XML')
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', `/file/${id}`)
})

test('a page is shown safely, in three widths, and with scripts only when asked for', async ({ page }) => {
  await signIn(page, 'Dana')
  const html =
    '<!doctype html><style>p { color: red }</style><p>plain</p><script>document.body.append("ran " + origin)</script>'
  const id = await save(page, 'report.html', html)
  await page.goto(`/html/${id}/view`)
  const frame = page.frameLocator('.html-frame')
  await expect(page.getByText(say('הסקריפטים כבויים', 'Scripts are off'))).toBeVisible()
  await expect(frame.locator('p')).toHaveCSS('color', 'rgb(255, 0, 0)')
  await expect(frame.locator('body')).toHaveText('plain')

  const width = () => page.locator('.html-frame').evaluate((element) => element.getBoundingClientRect().width)
  await page.locator('.radio-width-phone').click()
  expect(await width()).toBe(isPhone() ? Math.min(360, await width()) : 360)
  await page.locator('.radio-width-tablet').click()
  expect(await width()).toBe(768)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)

  await page.getByRole('link', { name: say('הפעלת סקריפטים', 'Turn scripts on') }).click()
  await expect(frame.locator('body')).toContainText('ran null')
  await page.getByRole('link', { name: say('טעינה מחדש', 'Reload') }).click()
  await expect(frame.locator('body')).toContainText('ran null')
  await expectNoAxeViolationsInAnyTheme(page, OUTSIDE_FRAMES)
  await page.getByRole('link', { name: say('כיבוי הסקריפטים', 'Turn scripts off') }).click()
  await expect(frame.locator('body')).toHaveText('plain')
})
