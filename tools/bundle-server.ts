import { readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { z } from 'zod'
import { GRAMMAR_NAMES } from '../src/platform/symbols/languages.ts'

const root = join(import.meta.dirname, '..')
const packageFile = z.object({ dependencies: z.record(z.string(), z.string()) })

/**
 * The program as production runs it, with its dependencies, without types, tools and the browser's files. Loading a few large files takes
 * half the time of loading the fifteen hundred of node_modules, and less memory; and installing needs no registry.
 */
export async function bundleServer(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  const used = new Set<string>()
  const bundle = await rolldown({
    input: { main: join(root, 'src/main.ts'), cli: join(root, 'src/cli/main.ts') },
    platform: 'node',
    external: [/^node:/, ...OPTIONAL],
    plugins: [withoutStyles, browserOnly, noteDependencies((name) => used.add(name))],
  })
  await bundle.write({
    dir,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    minify: WITHOUT_COMMENTS,
  })
  await bundle.close()
  await copyGrammars(join(dir, 'grammars'))
  for (const program of ['main.js', 'cli.js']) await chmod(join(dir, program), 0o755)
  refuseUndeclared(used)
}

/** The parser and its grammars are WebAssembly, which no bundler puts into a script. `src/platform/symbols/wasm.ts` finds them here. */
async function copyGrammars(dir: string): Promise<void> {
  await mkdir(dir)
  const packages = join(root, 'node_modules')
  await copyFile(join(packages, 'web-tree-sitter/web-tree-sitter.wasm'), join(dir, 'web-tree-sitter.wasm'))
  for (const name of GRAMMAR_NAMES) {
    const file = `tree-sitter-${name}.wasm`
    await copyFile(join(packages, '@vscode/tree-sitter-wasm/wasm', file), join(dir, file))
  }
}

/** Names stay as they are: they appear in logs and stack traces. */
const WITHOUT_COMMENTS = { mangle: false, compress: false, codegen: { removeWhitespace: true } } as const

/** Imported by dependencies inside a `try`, and not installed. */
const OPTIONAL = ['pg-native']

function isPackage(id: string): boolean {
  return /^(?:@?[a-z0-9]|node:)/i.test(id)
}

function packageName(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

/** The licences of `dependencies` are checked and published: a development package must not slip into the program. */
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

/** A plugin after `browserOnly`, because what only browsers load is not part of the program. */
function noteDependencies(onFound: (name: string) => void): Plugin {
  return {
    name: 'note-dependencies',
    resolveId: (id, importer) => {
      if (isPackage(id) && importer?.startsWith(join(root, 'src'))) onFound(packageName(id))
      return null
    },
  }
}
