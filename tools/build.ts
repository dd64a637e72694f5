import { readFileSync } from 'node:fs'
import { chmod, glob, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin, rolldown } from 'rolldown'
import { build as buildBrowser } from 'vite'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const client = join(root, 'dist/client')
const server = join(root, 'dist/server')
const packageFile = z.object({ dependencies: z.record(z.string(), z.string()) })

/**
 * dist/client: what browsers get, each text also compressed. dist/server: `codeshelf`, with dependencies left in node_modules
 * and `db/` left where it is, since the program finds both from its package.json.
 */
async function main(): Promise<void> {
  const started = performance.now()
  process.chdir(root)
  await Promise.all([buildBrowser({ configLoader: 'native', logLevel: 'warn' }).then(compressAssets), buildServer()])
  await report(client)
  await report(server)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function buildServer(): Promise<void> {
  await rm(server, { recursive: true, force: true })
  const used = new Set<string>()
  const bundle = await rolldown({
    input: { main: join(root, 'src/main.ts'), cli: join(root, 'src/cli/main.ts') },
    platform: 'node',
    external: (id) => isPackage(id) && used.add(packageName(id)).size > 0,
    plugins: [withoutStyles, browserOnly],
  })
  await bundle.write({ dir: server, format: 'esm', chunkFileNames: '[name]-[hash].js', sourcemap: true })
  await bundle.close()
  for (const program of ['main.js', 'cli.js']) await chmod(join(server, program), 0o755)
  refuseUndeclared(used)
}

function isPackage(id: string): boolean {
  return /^(?:@?[a-z0-9]|node:)/i.test(id)
}

function packageName(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

/** A package of the workshop that the server imports would be missing in production, where only dependencies are installed. */
function refuseUndeclared(used: ReadonlySet<string>): void {
  const { dependencies } = packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const known = new Set([...Object.keys(dependencies), ...builtinModules])
  const missing = [...used].filter((name) => !known.has(name) && !name.startsWith('node:'))
  if (missing.length > 0) throw new Error(`Not in dependencies, yet imported by the server: ${missing.join(', ')}`)
}

const withoutStyles: Plugin = {
  name: 'without-styles',
  load: (id) => (id.endsWith('.css') ? { code: '', moduleType: 'js' } : null),
}

/** What an island loads when somebody asks for it runs in the browser alone; the server renders islands and never asks. */
const browserOnly: Plugin = {
  name: 'browser-only',
  resolveId: (_, importer, { kind }) =>
    kind === 'dynamic-import' && importer?.includes('/islands/') ? '\0browser-only' : null,
  load: (id) => (id === '\0browser-only' ? { code: 'export {}', moduleType: 'js' } : null),
}

const LARGE_BYTES = 100_000

const compressors = {
  // The last step takes ten times as long for one per cent: not for the large libraries that few people ever ask for.
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: text.length > LARGE_BYTES ? 9 : 11 },
    }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: 9 }),
}

/** Done once here at the strongest setting instead of on every request at a weak one. */
async function compressAssets(): Promise<void> {
  for await (const path of glob(join(client, '**/*.{js,mjs,wasm,css,svg,json,webmanifest,txt}'))) {
    const text = await readFile(path)
    for (const [extension, compress] of Object.entries(compressors)) {
      const compressed = await compress(text)
      if (compressed.length < text.length) await writeFile(`${path}.${extension}`, compressed)
    }
  }
}

async function report(dir: string): Promise<void> {
  const paths = (await Array.fromAsync(glob(join(dir, '**/*.{js,css,woff2}')))).toSorted()
  for (const path of paths) {
    const compressed = await stat(`${path}.br`).catch(() => undefined)
    const brotli = compressed === undefined ? '' : `, ${kilobytes(compressed.size)} brotli`
    console.log(`${relative(root, path)}  ${kilobytes((await stat(path)).size)}${brotli}`)
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

await main()
