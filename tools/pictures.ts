import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { PICTURE_FILES } from '#features/home/picture-files.ts'
import config from '../playwright.config.ts'
import { signIn } from '../test/journeys/people.ts'
import startServer, { JOURNEYS_URL } from '../test/journeys/server.ts'

const root = join(import.meta.dirname, '..')
/** Vite copies `public` as it is, so these lie among the hashed assets and are served as they are: for a year. */
const FOLDER = join(root, 'public/assets')
const LIST = join(root, 'src/features/home/picture-files.ts')
const README = join(root, 'README.md')

const QUALITY = 82
const MAX_BYTES = 120_000
const LOCALES = { he: 'he-IL', en: 'en-US' }
const SCHEMES = ['light', 'dark'] as const
const SETTLE_MS = 1500

type Shot = {
  name: string
  /** Of the window in CSS pixels; the picture has the same shape. */
  width: number
  /** Pixels of the picture to one of the window. */
  scale: number
  path: (page: Page) => Promise<string>
  /** What must be visible before the picture is taken. */
  ready: string
}

/** The pages that are photographed, as Dana sees them. */
const SHOTS: readonly Shot[] = [
  // Below this width the notes are a sheet, not a margin.
  { name: 'notes', width: 1280, scale: 1.25, path: (page) => fileNamed(page, 'invoices.py'), ready: '.note' },
  { name: 'files', width: 680, scale: 1.75, path: async () => '/files', ready: 'main' },
  { name: 'file', width: 680, scale: 1.75, path: renderedPlan, ready: 'main' },
  { name: 'dashboard', width: 680, scale: 1.75, path: async () => '/dashboard', ready: 'main' },
]

/**
 * `npm run pictures`: photographs of real pages for `/` and the README, from the seeded program. With `--check` nothing is written, and a
 * page that no longer looks like its picture is an error.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const stop = await startServer()
  const browser = await chromium.launch(config.use?.launchOptions ?? {})
  try {
    const made = await photographAll(browser, process.env[JOURNEYS_URL] ?? '')
    if (values.check) await check(browser, made)
    else await keep(made)
  } finally {
    await browser.close()
    await stop()
  }
}

async function photographAll(browser: Browser, baseURL: string): Promise<Map<string, Buffer>> {
  const made = new Map<string, Buffer>()
  for (const [language, locale] of Object.entries(LOCALES)) {
    for (const colorScheme of SCHEMES) {
      for (const shot of SHOTS) {
        const context = await browser.newContext({
          baseURL,
          locale,
          colorScheme,
          viewport: sizeOf(shot),
          deviceScaleFactor: shot.scale,
          timezoneId: 'Asia/Jerusalem',
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await signIn(page, 'Dana')
        made.set(`${shot.name}-${language}-${colorScheme}`, await photograph(page, shot))
        await context.close()
      }
    }
  }
  return made
}

function sizeOf({ width }: Shot): { width: number; height: number } {
  return { width, height: (width * 5) / 8 }
}

async function photograph(page: Page, shot: Shot): Promise<Buffer> {
  const address = await shot.path(page)
  const response = await page.goto(address)
  if (!response?.ok()) throw new Error(`${shot.name}: ${address} answered ${response?.status()}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // A font that was not there at once is not used until the next visit (`font-display: optional`).
  await page.reload()
  await page.locator(shot.ready).first().waitFor()
  // Islands wake after the page has loaded; nothing tells when the last of them has drawn.
  await page.waitForTimeout(SETTLE_MS)
  const session = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, ...sizeOf(shot), scale: shot.scale }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  return Buffer.from(data, 'base64')
}

const Listed = z.object({ items: z.array(z.object({ id: z.string(), file_name: z.string() })) })

async function renderedPlan(page: Page): Promise<string> {
  return (await fileNamed(page, 'תכנית-לשבוע.md')).replace('/file/', '/md/')
}

async function fileNamed(page: Page, name: string): Promise<string> {
  const { items } = Listed.parse(await (await page.request.get(`/api/files?q=${encodeURIComponent(name)}`)).json())
  const file = items.find(({ file_name: found }) => found === name)
  if (!file) throw new Error(`The seed has no file named ${name}`)
  return `/file/${file.id}`
}

/** Times such as "a minute ago" differ in every picture; a changed page differs in far more pixels. */
const MAX_DIFFERING_PERCENT = 1

async function check(browser: Browser, made: ReadonlyMap<string, Buffer>): Promise<void> {
  const page = await browser.newPage()
  const outdated: string[] = []
  for (const [name, picture] of made) {
    const stored = PICTURE_FILES[name]
    const percent =
      stored === undefined ? 100 : await differingPercent(page, readFileSync(join(root, 'public', stored)), picture)
    console.log(`${name}  ${percent.toFixed(2)} % of the pixels differ`)
    if (percent > MAX_DIFFERING_PERCENT) outdated.push(name)
  }
  if (outdated.length > 0) throw new Error(`Run \`npm run pictures\`: ${outdated.join(', ')}`)
}

/** Compared in the browser, which can read WebP. */
async function differingPercent(page: Page, stored: Buffer, made: Buffer): Promise<number> {
  const urls = [stored, made].map((bytes) => `data:image/webp;base64,${bytes.toString('base64')}`)
  return page.evaluate(async (sources) => {
    const images = await Promise.all(
      sources.map(async (source) => {
        const bitmap = await createImageBitmap(await (await fetch(source)).blob())
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const drawing = canvas.getContext('2d')
        drawing?.drawImage(bitmap, 0, 0)
        return {
          size: `${bitmap.width}x${bitmap.height}`,
          data: drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data,
        }
      }),
    )
    const [before, after] = images
    if (!before?.data || !after?.data || before.size !== after.size) return 100
    let differing = 0
    for (let i = 0; i < before.data.length; i += 4) {
      // Smaller steps are the compression.
      const isDifferent = [0, 1, 2].some(
        (channel) => Math.abs((before.data?.[i + channel] ?? 0) - (after.data?.[i + channel] ?? 0)) > 48,
      )
      if (isDifferent) differing += 1
    }
    return (differing * 400) / before.data.length
  }, urls)
}

async function keep(made: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, { length }] of made)
    if (length > MAX_BYTES) throw new Error(`${name} has ${length} bytes, more than ${MAX_BYTES}`)
  mkdirSync(FOLDER, { recursive: true })
  for (const name of await readdir(FOLDER)) if (name.endsWith('.webp')) rmSync(join(FOLDER, name))
  const names = new Map(Array.from(made, ([name, picture]) => [name, `${name}.${hashOf(picture)}.webp`]))
  for (const [name, picture] of made) {
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
