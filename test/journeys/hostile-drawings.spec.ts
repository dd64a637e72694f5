import type { Locator, Page } from '@playwright/test'
import { awake, expect, test } from './fixtures.ts'
import { newPerson } from './people.ts'

/** S48 for what is drawn in the browser: diagrams in a frame without our origin, formulas in the page itself. */

// The browser reports each request and script that the policy of the frame forbids: that is the defence, not an error.
test.use({
  serviceWorkers: 'block',
  expectedErrors: [/Content Security Policy|sandboxed|TrustedHTML|^other host: https:\/\/hostile\.example\//],
})

const HOST = 'https://hostile.example'
const IMAGE = '<img src=x onerror=hit()>'
const directive = (settings: string) => `%%{init: ${settings}}%%\ngraph TD\nA["${IMAGE}"]-->B\nclick B call hit()`

/** Each tries to run `hit()`, to ask another host or to leave its frame. */
const HOSTILE_DIAGRAMS = [
  'graph TD\nA-->B\nclick A hit\nclick B call hit()',
  'graph TD\nA-->B\nclick A "javascript:hit()"\nclick B href "JaVaScRiPt:hit()" _self',
  `graph TD\nA-->B\nclick A href "${HOST}" _top\nclick B href "${HOST}" _self`,
  'graph TD\nA-->B\nclick A href "/logout" _self\nclick B href "/logout" _parent',
  `graph TD\nA["${IMAGE}"]-->B["<svg onload=hit()><script>hit()</script>"]\nB-->|"<iframe srcdoc='<script>hit()</script>'></iframe>"|C["\`**<a href=javascript:hit()>x</a>**\`"]`,
  'graph TD\nA["#lt;img src=x onerror=hit()#gt;"]-->B["<<img/src/onerror=hit()>>"]\nB-->C["<math><mtext><table><mglyph><style><!--</style><img title=\'--&gt;&lt;img src=1 onerror=hit()&gt;\'>"]',
  directive('{"securityLevel": "loose", "secure": [], "htmlLabels": true, "flowchart": {"htmlLabels": true}}'),
  directive('{"__proto__": {"securityLevel": "loose"}, "constructor": {"prototype": {"x": 1}}}'),
  directive(
    `{"themeCSS": "@import url(${HOST}/a.css); *{background:url(${HOST}/a.png)} @font-face{font-family:x;src:url(${HOST}/a.woff)} text{font-family:x}"}`,
  ),
  directive(
    `{"theme": "base", "themeVariables": {"primaryColor": "red;background:url(${HOST}/b.png)"}, "fontFamily": "x;}*{background:url(${HOST}/d.png)}"}`,
  ),
  `---\nconfig:\n  securityLevel: loose\n  secure: []\n  dompurifyConfig:\n    ADD_ATTR: [onerror]\n---\ngraph TD\nA["${IMAGE}"]`,
  `---\ntitle: "${IMAGE}"\n---\nstateDiagram-v2\n[*] --> A: <script>hit()</script>`,
  `graph TD\nA-->B\nstyle A fill:url(${HOST}/e.png)\nclassDef x fill:url(${HOST}/f.png),background:url(${HOST}/g.png)\nclass B x`,
  `graph TD\nA@{ img: "${HOST}/a.png", label: "x", w: 60, h: 60 }\nB@{ icon: "fa:user" }`,
  `graph TD\nA["$$\\\\href{javascript:hit()}{x}\\\\includegraphics{${HOST}/a.png}$$"]-->B["$$\\\\htmlStyle{background:url(${HOST}/h.png)}{x}$$"]`,
  `sequenceDiagram\nparticipant A\nlinks A: {"x": "javascript:hit()", "y": "${HOST}"}\nA->>B: ${IMAGE}`,
  `classDiagram\nclass A\ncallback A "hit" "x"\nlink A "javascript:hit()"\nA : +${IMAGE}`,
  `gantt\ndateFormat YYYY-MM-DD\ntitle ${IMAGE}\nsection x\na :a1, 2026-01-01, 1d\nclick a1 call hit()\nclick a1 href "javascript:hit()"`,
]

test('hostile diagrams run no script, ask no other host and leave the page usable', async ({ page }) => {
  const strays = await openHostile(page, HOSTILE_DIAGRAMS.map(fence).join('\n'))
  const url = page.url()
  const diagrams = page.locator('.diagram')
  await expect(diagrams).toHaveCount(HOSTILE_DIAGRAMS.length)
  for (const diagram of await diagrams.all()) {
    await press(diagram)
    await expect(diagram.locator('.diagram-source, .diagram-failed')).toBeVisible({ timeout: 30_000 })
  }
  expect(await page.locator('.diagram-source').count()).toBeGreaterThan(HOSTILE_DIAGRAMS.length / 2)
  for (const frame of page.frames().slice(1)) await frame.evaluate(clickEverything)
  await page.waitForTimeout(500)
  expect(page.url()).toBe(url)
  expect(strays).toEqual([])
  await expectUsable(page)
})

function clickEverything(): void {
  for (const element of document.querySelectorAll('*'))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
}

const SMALL = 'graph LR\nA-->B'
/** Keeps its process busy for ever, whatever later versions of the library make of the diagrams that do so today. */
const ENDLESS = '<script>onmessage = () => { for (;;); }; parent.postMessage({ kind: "ready" }, "*")</script>'
const anchors = (n: number) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}x]`
const ALIASES = `---\na0: &a0 [x]\n${Array.from({ length: 20 }, (_, n) => anchors(n)).join('\n')}\nconfig:\n  themeVariables: [*a20]\n---\n${SMALL}`

test('a diagram that takes too long shows its source with the reason and stops no other', async ({ page }) => {
  await openHostile(page, `${[SMALL, SMALL, SMALL, ALIASES].map(fence).join('\n')}\n$x$\n`)
  const [drawn, endless, waiting, aliases] = await page.locator('.diagram').all()
  if (!drawn || !endless || !waiting || !aliases) throw new Error('Four diagrams were expected')
  await press(drawn)
  await expect(drawn.locator('.diagram-source')).toBeVisible({ timeout: 30_000 })

  await page.route('**/rendered/diagram', (route) => route.fulfill({ contentType: 'text/html', body: ENDLESS }), {
    times: 1,
  })
  await press(endless)
  await press(waiting)
  await page.locator('[data-opens="formulas"] button').click()
  await expect(page.locator('.prose math')).toHaveCount(1)
  await expect(endless.getByRole('alert')).toHaveText(/לא הסתיים בזמן|did not finish in time/, { timeout: 60_000 })
  await expect(page.locator('pre[data-mermaid]').nth(1)).toBeVisible()
  await expect(buttonOf(endless)).toBeEnabled()
  await expect(waiting.locator('.diagram-source')).toBeVisible({ timeout: 30_000 })
  // All frames were removed to end the process that hung; now each draws again.
  await expect(drawn.frameLocator('iframe').locator('svg')).toContainText('B', { timeout: 30_000 })
  await press(aliases)
  await expect(aliases.getByRole('alert')).toHaveText(/YAML/, { timeout: 30_000 })
  await expectUsable(page)
})

const HOSTILE_FORMULAS = [
  '\\href{javascript:hit()}{x}',
  `\\includegraphics[height=5em]{${HOST}/a.png}`,
  '\\htmlId{prose}{x}',
  `\\htmlStyle{background:url(${HOST}/a.png);position:fixed;inset:0}{x}`,
  '\\htmlData{island=x/y}{x}',
  `\\text{${IMAGE}}`,
  '\\text{</math><script>hit()</script>}',
  `\\color{red;background:url(${HOST}/a.png)}x`,
  '\\def\\a{\\a\\a}\\a',
  '\\gdef\\frac#1#2{broken}\\global\\let\\alpha\\beta',
  '\\rule{9999em}{9999em}',
  '\\kern-999em x',
  '\\hspace{-999em}\\colorbox{red}{x}',
  '\\raisebox{400em}{x}',
  '\\raisebox{20em}{\\colorbox{red}{\\rule{50em}{1em}}}',
  '\\rlap{\\rule{50em}{50em}}',
  '\\llap{\\rule{50em}{50em}}',
  '\\smash{\\rule{50em}{50em}}',
  '{'.repeat(5_000),
  `${'{'.repeat(2_000)}x${'}'.repeat(2_000)}`,
  `${'\\sqrt{'.repeat(800)}x${'}'.repeat(800)}`,
  `${'\\left('.repeat(400)}x${'\\right)'.repeat(400)}`,
]
const MANY = 2_000

test('hostile formulas cover no button and stop no later formula', async ({ page }) => {
  const text = `${HOSTILE_FORMULAS.map((formula) => `$${formula}$`).join('\n\n')}\n\n${'$\\frac{1}{2}+\\sqrt{x}$ b\n\n'.repeat(MANY)}`
  const strays = await openHostile(page, text)
  const formulas = page.locator('[data-opens="formulas"] button')
  await formulas.click()
  await expect(formulas).toBeHidden({ timeout: 60_000 })
  await expect(page.locator('.prose math').nth(MANY - 1)).toBeAttached()
  await expect(page.locator('.prose mfrac')).toHaveCount(MANY)
  expect(await page.locator('.prose :is(a[href^="j"], img, script, [style*="fixed"])').count()).toBe(0)
  expect(strays).toEqual([])
  expect(await page.locator('a, button').evaluateAll(covered)).toEqual([])
  await expectUsable(page)
})

/** The controls in the window that a click in their middle would not reach. */
function covered(controls: Element[]): string[] {
  const isCovered = (control: Element) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit?.closest('.formula') !== null && hit !== null
  }
  return controls.filter(isCovered).map((control) => control.outerHTML)
}

/** The longest that a key or a click may wait; a machine of the gate is busy. */
const MAX_GAP_MS = 3_000

/** Returns the requests to another host that reach the network: those that the policy stops never come to a route. */
async function openHostile(page: Page, text: string): Promise<string[]> {
  const strays: string[] = []
  await page.route(`${HOST}/**`, (route) => {
    strays.push(route.request().url())
    return route.abort()
  })
  await page.addInitScript(() => {
    const gaps = { longest: 0 }
    // oxlint-disable-next-line no-console -- an error of the console fails the journey
    const hit = () => console.error('a script of a drawing ran')
    Object.assign(globalThis, { hit, gaps })
    if (window !== top) return
    let last = performance.now()
    setInterval(() => {
      gaps.longest = Math.max(gaps.longest, performance.now() - last)
      last = performance.now()
    }, 10)
  })
  await newPerson(page)
  const saved = await page.request.post('/api/files', { data: { file_name: 'hostile.md', content: text } })
  expect(saved.status()).toBe(201)
  const { file_id: id } = (await saved.json()) as { file_id: string }
  await page.goto(`/md/${id}`)
  await awake(page)
  await longestGap(page)
  return strays
}

/** The longest time since the last call in which the page answered nothing. */
async function longestGap(page: Page): Promise<number> {
  return page.evaluate(() => {
    const gaps: unknown = Reflect.get(globalThis, 'gaps')
    if (typeof gaps !== 'object' || gaps === null) return Infinity
    const longest = Number(Reflect.get(gaps, 'longest'))
    Reflect.set(gaps, 'longest', 0)
    return longest
  })
}

async function expectUsable(page: Page): Promise<void> {
  expect(await longestGap(page)).toBeLessThan(MAX_GAP_MS)
}

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const buttonOf = (diagram: Locator) => diagram.getByRole('button')
/** By keyboard: a frame above that grows moves the button away from the mouse. */
const press = (diagram: Locator) => buttonOf(diagram).press('Enter')
