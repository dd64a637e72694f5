import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildFollowPackage } from '../../tools/release/follow-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHROMIUM = '/usr/bin/chromium-headless-shell'
const [example = ''] =
  /(?<=^```js\n)[^]*?(?=^```$)/m.exec(readFileSync(join(ROOT, 'packages/follow/README.md'), 'utf8')) ?? []
/** What the last line of the example says that it prints. */
const printed = /console\.log\(.*\) \/\/ (.*)\n$/.exec(example)?.[1] ?? ''

let folder: string
let app: string

/** The packed file in a project outside the repository, as npm installs it. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'codeshelf-follow-'))
  app = join(folder, 'app')
  mkdirSync(app)
  // package.json names a placeholder, which no release may name.
  process.env['SOURCE_URL'] ??= 'https://codeshelf.test/codeshelf'
  await buildFollowPackage(folder)
  const [file = ''] = execFileSync('ls', [folder], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.endsWith('.tgz'))
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', join(folder, file)], { cwd: app })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the example of the README runs in Node', () => {
  writeFileSync(join(app, 'example.js'), example)
  expect(execFileSync(process.execPath, ['example.js'], { cwd: app, encoding: 'utf8' }).trim()).toBe(printed)
})

test('the types of the package are complete', () => {
  writeFileSync(
    join(app, 'typed.ts'),
    `import { type Anchor, CommitStep, followTexts, type Location, vetoByDefinitions } from 'codeshelf-follow'
import { compareTexts, type Hunk } from 'codeshelf-follow/diff'
const anchor: Anchor = { version: 1, lines: { start: 1, end: 1 }, quote: '' }
export const locations: Location[] = followTexts([anchor], [{ version: 1, content: '' }])
export const hunks: Hunk[] = compareTexts('', '').hunks
const step = new CommitStep([{ from: 'a', to: 'b', before: '', after: '' }])
export const vetoed: Promise<void> = vetoByDefinitions(step.carryAll([]), () => Promise.resolve(null))
`,
  )
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2023', '--types', '']
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  expect(execFileSync(tsc, ['--ignoreConfig', ...options, 'typed.ts'], { cwd: app, encoding: 'utf8' })).toBe('')
})

test.skipIf(!existsSync(CHROMIUM))('the example of the README runs in a page, without a bundler', async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const files = join(app, 'node_modules/codeshelf-follow')
    await page.route('http://page.test/**', (route) => {
      const { pathname } = new URL(route.request().url())
      return pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: PAGE })
        : route.fulfill({ path: files + pathname })
    })
    const message = page.waitForEvent('console')
    await page.goto('http://page.test/')
    expect((await message).text()).toBe(printed)
  } finally {
    await browser.close()
  }
})

const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "codeshelf-follow": "/dist/index.js" } }</script>
<script type="module">
${example}
</script>
`
