import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { z } from 'zod'
import { type Assets, NO_ASSETS } from '#ui/frame.ts'
import type { App } from './types.ts'

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    css: z.array(z.string()).optional(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).optional(),
  }),
)
type Manifest = z.infer<typeof Manifest>
const ENTRY = 'src/app/browser.ts'
const ISLAND = /^src\/features\/([^/]+)\/islands\/(.+)\.tsx$/

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
  const islands: Record<string, string[]> = {}
  for (const key of Object.keys(manifest)) {
    const [, feature, file] = ISLAND.exec(key) ?? []
    if (feature === undefined) continue
    islands[`${feature}/${file}`] = [...filesOf(manifest, key)].filter((each) => !ofEveryPage.has(each))
  }
  return {
    scripts: [`/${entry.file}`],
    preloads: [...ofEveryPage].filter((file) => file !== `/${entry.file}`),
    islands,
    styles: (entry.css ?? []).map((file) => `/${file}`),
    others: Object.fromEntries(
      Object.values(manifest).flatMap(({ isEntry, name, file }) => (isEntry && name ? [[name, `/${file}`]] : [])),
    ),
  }
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

/** Hashed names never change their content: one year, immutable. Compressed copies were made at build time. */
export async function serveAssets(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
  // The URL is fixed, so it is revalidated each time: a cached service worker would keep an old one alive.
  app.get('/sw.js', { config: { auth: 'public', limit: false }, schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .sendFile('sw.js', folder, { immutable: false, maxAge: 0, cacheControl: false }),
  )
  const schema = { params: z.object({ file: z.string().regex(/^[\w.-]+$/) }), hide: true }
  app.get('/assets/:file', { config: { auth: 'public', limit: false }, schema }, async (request, reply) =>
    reply.headers(FOR_ANYONE).sendFile(request.params.file),
  )
}
