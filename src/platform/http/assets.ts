import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import { type Assets, NO_ASSETS } from '#ui/frame.ts'
import { type Sheet, SHEETS, sheetPath } from '#ui/sheets.ts'
import type { App } from './types.ts'

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).optional(),
    assets: z.array(z.string()).optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
  }),
)
type Manifest = z.infer<typeof Manifest>
const ENTRY = 'src/app/browser.ts'
const ISLANDS = 'src/app/islands.ts'
/** `feature/file` of an island → its script and all that it imports. */
const Islands = z.record(z.string(), z.array(z.string()))

/** URLs of the built script and styles. In development they change under the running server, so they are looked up each time. */
export function findAssets(folder: string, mode: string): () => Assets {
  if (mode === 'development') return () => readManifest(folder)
  const assets = readManifest(folder)
  return () => assets
}

function readManifest(folder: string): Assets {
  const path = join(folder, '.vite/manifest.json')
  // Tests of JSON routes need no browser build; their pages come without script, which pages support anyway.
  if (!existsSync(path)) return NO_ASSETS
  const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const entry = manifest[ENTRY]
  if (!entry) throw new Error(`${path} does not know ${ENTRY}`)
  const ofEveryPage = filesOf(manifest, ENTRY)
  const islands = Islands.parse(JSON.parse(readFileSync(join(folder, 'islands.json'), 'utf8')))
  return {
    scripts: [`/${entry.file}`],
    preloads: [...ofEveryPage].filter((file) => file !== `/${entry.file}`),
    awake: [...filesOf(manifest, ISLANDS)].filter((file) => !ofEveryPage.has(file)),
    islands: Object.fromEntries(
      Object.entries(islands).map(([name, files]) => [
        name,
        files.map((file) => `/${file}`).filter((file) => !ofEveryPage.has(file)),
      ]),
    ),
    styles: (entry.css ?? []).map((file) => `/${file}`),
    sheets: Object.fromEntries(SHEETS.map((sheet) => [sheet, sheetFile(manifest, sheet)])),
    fonts: (entry.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    others: Object.fromEntries(
      Object.values(manifest).flatMap(({ isEntry, name, file }) => (isEntry && name ? [[name, `/${file}`]] : [])),
    ),
  }
}

function sheetFile(manifest: Manifest, sheet: Sheet): string {
  const built = manifest[sheetPath(sheet)]
  if (!built) throw new Error(`The styles of ${sheet} were not built`)
  return `/${built.file}`
}

/** A script and its transitive imports. */
function filesOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(`/${chunk.file}`)) return found
  found.add(`/${chunk.file}`)
  for (const each of chunk.imports ?? []) filesOf(manifest, each, found)
  return found
}

const FOR_ANYONE = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A sandboxed frame has an opaque origin, so its scripts are cross-origin to it. They are public anyway.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

const TEXT = { 'cache-control': 'no-cache', 'content-type': 'text/plain; charset=utf-8' }

type FixedFile = { url: string; file?: string; from?: string; headers: Record<string, string> }

/** Files whose URL stays the same when their content changes. */
function fixedFiles(folder: string): FixedFile[] {
  return [
    // Revalidated each time: a cached service worker would keep an old one alive.
    { url: '/sw.js', headers: { 'cache-control': 'no-cache' } },
    // Loaded by pages of other sites.
    { url: '/embed.js', headers: { ...FOR_ANYONE, 'cache-control': 'public, max-age=3600' } },
    // Requested by browsers that do not read the icon of the page, and by feed readers.
    { url: '/favicon.ico', headers: { 'cache-control': 'public, max-age=86400' } },
    // Beside the browser's files, because they are about the whole program.
    { url: '/about/licence.txt', file: 'LICENSE.txt', from: join(folder, '..'), headers: TEXT },
    { url: '/about/notices.txt', file: 'THIRD-PARTY-NOTICES.txt', from: join(folder, '..'), headers: TEXT },
  ]
}

/** Hashed names never change their content: one year, immutable. Compressed copies were made at build time. */
export async function serveAssets(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  for (const { url, file = url.slice(1), from = folder, headers } of fixedFiles(folder))
    app.get(url, { config: { auth: 'public', limit: false }, schema: { hide: true } }, async (_request, reply) =>
      reply.headers(headers).sendFile(file, from, { immutable: false, maxAge: 0, cacheControl: false }),
    )
  const schema = { params: z.object({ file: z.string().regex(/^[\w.-]+$/) }), hide: true }
  app.get('/assets/:file', { config: { auth: 'public', limit: false }, schema }, async (request, reply) =>
    reply.headers(FOR_ANYONE).sendFile(request.params.file),
  )
}
