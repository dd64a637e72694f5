import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import config from '../playwright.config.ts'
import { signIn } from '../test/journeys/people.ts'
import startServer, { JOURNEYS_URL } from '../test/journeys/server.ts'

const root = join(import.meta.dirname, '..')
/** Vite copies `public` as it is, so these lie among the hashed assets and are served as they are: for a year. */
const FOLDER = join(root, 'public/assets')
const LIST = join(root, 'src/features/home/picture-files.ts')
const README = join(root, 'README.md')

/** Small enough to be read in a third of a page, sharp enough for a whole one: 1200 pixels wide. */
const SCREEN = { width: 800, height: 500 }
const SCALE = 1.5
const QUALITY = 82
const MAX_BYTES = 120_000
const LOCALES = { he: 'he-IL', en: 'en-US' }
const SCHEMES = ['light', 'dark'] as const

type Shot = { name: string; path: (page: Page) => Promise<string | null> }

/** What is photographed: the library as Dana sees it. */
const SHOTS: readonly Shot[] = [
  { name: 'files', path: async () => '/files' },
  { name: 'file', path: filePath },
  { name: 'dashboard', path: async () => '/dashboard' },
]

/** `npm run build && npm run pictures`: photographs of real pages for `/` and the README, from the seeded program. */
async function main(): Promise<void> {
  const stop = await startServer()
  const browser = await chromium.launch(config.use?.launchOptions ?? {})
  try {
    const made = await photographAll(browser, process.env[JOURNEYS_URL] ?? '')
    await keep(made)
  } finally {
    await browser.close()
    await stop()
  }
}

async function photographAll(browser: Browser, baseURL: string): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>()
  for (const [language, locale] of Object.entries(LOCALES)) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        baseURL,
        locale,
        colorScheme,
        viewport: SCREEN,
        deviceScaleFactor: SCALE,
        timezoneId: 'Asia/Jerusalem',
      })
      const page = await context.newPage()
      await signIn(page, 'Dana')
      for (const shot of SHOTS) {
        const picture = await photograph(page, shot)
        if (picture) made.set(`${shot.name}-${language}-${colorScheme}`, picture)
      }
      await context.close()
    }
  }
  return made
}

/** Null when there is no such page yet: the drawing stays in its place. */
async function photograph(page: Page, { name, path }: Shot): Promise<Buffer | null> {
  const address = await path(page)
  const response = address === null ? null : await page.goto(address, { waitUntil: 'networkidle' })
  if (!response?.ok()) {
    console.log(`${name}: no such page (${address ?? 'nothing to show'})`)
    return null
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const session = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, ...SCREEN, scale: SCALE }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  return Buffer.from(data, 'base64')
}

const Listed = z.object({
  items: z.array(z.object({ id: z.string(), file_name: z.string(), line_count: z.number(), version: z.number() })),
})

/** The source file with the longest history. */
async function filePath(page: Page): Promise<string | null> {
  const response = await page.request.get('/api/files')
  const { items } = Listed.parse(await response.json())
  const code = items.filter(({ file_name: name }) => /\.(py|ts|go|rs)$/.test(name))
  const best = (code.length > 0 ? code : items).toSorted(
    (a, b) => b.version - a.version || b.line_count - a.line_count,
  )[0]
  return best ? `/file/${best.id}` : null
}

async function keep(made: ReadonlyMap<string, Buffer>): Promise<void> {
  if (made.size === 0) throw new Error('No page could be photographed')
  mkdirSync(FOLDER, { recursive: true })
  for (const name of await readdir(FOLDER)) if (name.endsWith('.webp')) rmSync(join(FOLDER, name))
  const names = new Map(Array.from(made, ([name, picture]) => [name, `${name}.${hashOf(picture)}.webp`]))
  for (const [name, picture] of made) {
    if (picture.length > MAX_BYTES) throw new Error(`${name} has ${picture.length} bytes, more than ${MAX_BYTES}`)
    writeFileSync(join(FOLDER, names.get(name) ?? name), picture)
    console.log(`${names.get(name)}  ${(picture.length / 1000).toFixed(0)} kB`)
  }
  writeFileSync(LIST, listing(names))
  writeFileSync(
    README,
    readFileSync(README, 'utf8').replaceAll(
      /(?<=public\/assets\/)([a-z-]+)\.[0-9a-f]{8}\.webp/g,
      (old, name) => names.get(String(name)) ?? String(old),
    ),
  )
}

function hashOf(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 8)
}

function listing(names: ReadonlyMap<string, string>): string {
  const rows = Array.from(names, ([name, file]) => `  '${name}': '/assets/${file}',\n`)
  return `// Made by \`npm run pictures\`; do not edit.

/** \`<page>-<language>-<light or dark>\` → where the picture lies. */
export const PICTURE_FILES: Readonly<Record<string, string>> = {
${rows.join('')}}
`
}

await main()
