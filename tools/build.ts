import { copyFile, glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildBrowser } from 'vite'
import { bundleServer } from './bundle-server.ts'
import { browserFolders, worksOfOthers, writeNotices } from './notices.ts'

const root = join(import.meta.dirname, '..')
const client = join(root, 'dist/client')
const server = join(root, 'dist/server')

/**
 * dist/client: what browsers get, each text also compressed. dist/server: `codeshelf`, with dependencies left in node_modules
 * and `db/` left where it is, since the program finds both from its package.json. Beside them our licence and those of others,
 * which `/about` links to.
 */
async function main(): Promise<void> {
  const started = performance.now()
  process.chdir(root)
  const packages = new Set<string>()
  const plugins = [browserFolders((folder) => packages.add(folder))]
  await Promise.all([
    buildBrowser({ configLoader: 'native', logLevel: 'warn', plugins }).then(() =>
      compressTexts(join(client, '**/*.{js,mjs,wasm,css,svg,json,webmanifest,txt}')),
    ),
    bundleServer(server),
  ])
  const works = worksOfOthers(root, packages)
  await writeFile(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), writeNotices(works))
  // For the list of components of a release.
  await writeFile(join(root, 'dist/works.json'), JSON.stringify(works.map(({ texts: _, ...work }) => work)))
  await copyFile(join(root, 'LICENSE'), join(root, 'dist/LICENSE.txt'))
  await compressTexts(join(root, 'dist/*.txt'))
  await report(client)
  await report(server)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
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
async function compressTexts(pattern: string): Promise<void> {
  for await (const path of glob(pattern)) {
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
