import { readFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const packageFile = z.object({ dependencies: z.record(z.string(), z.string()) })

/** The program as production runs it, without types, tools and the browser's files. */
export async function bundleServer(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  const used = new Set<string>()
  const bundle = await rolldown({
    input: { main: join(root, 'src/main.ts'), cli: join(root, 'src/cli/main.ts') },
    platform: 'node',
    plugins: [withoutStyles, browserOnly, externalPackages((name) => used.add(name))],
  })
  await bundle.write({ dir, format: 'esm', chunkFileNames: '[name]-[hash].js', sourcemap: true })
  await bundle.close()
  for (const program of ['main.js', 'cli.js']) await chmod(join(dir, program), 0o755)
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

/** What islands and their shared code load on request runs in the browser only: the server renders islands and requests nothing. */
const browserOnly: Plugin = {
  name: 'browser-only',
  resolveId: (_, importer, { kind }) =>
    kind === 'dynamic-import' && /\/islands\/|\/src\/browser\//.test(importer ?? '') ? '\0browser-only' : null,
  load: (id) => (id === '\0browser-only' ? { code: 'export {}', moduleType: 'js' } : null),
}

/** A plugin after `browserOnly`, because the option `external` would decide about packages before it. */
function externalPackages(onFound: (name: string) => void): Plugin {
  return {
    name: 'external-packages',
    resolveId: (id) => {
      if (!isPackage(id)) return null
      onFound(packageName(id))
      return { id, external: true }
    },
  }
}
