import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { targetOf } from '../test/architecture/rooms.ts'

/** Path from the root of the repository → paths that it imports at run time. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** `name` is null when the whole module is imported. */
type Import = { path: string; name: string | null }
type Module = { imports: Import[]; reExports: Map<string, string> }

/** An import through a `public.ts` counts as an import of the file behind it: else every file of a feature would reach all users of the feature. */
export function readImportGraph(root: string): ImportGraph {
  const paths = globSync('{src,packages/follow/src,test,tools,db,bench}/**/*.{ts,tsx}', { cwd: root })
  const modules = new Map(paths.map((path) => [path, readModule(path, readFileSync(join(root, path), 'utf8'))]))
  return new Map(
    [...modules].map(([path, { imports }]) => [path, [...new Set(imports.flatMap((each) => resolve(each, modules)))]]),
  )
}

function resolve({ path, name }: Import, modules: ReadonlyMap<string, Module>): string[] {
  const behind = path.endsWith('/public.ts') ? (modules.get(path)?.reExports ?? new Map<string, string>()) : null
  if (behind === null) return [path]
  if (name === null) return [path, ...behind.values()]
  return [path, behind.get(name) ?? path]
}

/** The package of this repository is followed to its sources, because it is linked: its exports name them. */
function fileOf(importer: string, specifier: string): string | null {
  const linked = /^codeshelf-follow(?:\/(.+))?$/.exec(specifier)
  if (linked) return `packages/follow/src/${linked[1] ?? 'index'}.ts`
  const target = targetOf(importer, specifier)
  return target.kind === 'file' ? target.path : null
}

function readModule(path: string, text: string): Module {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module
  const imports: Import[] = []
  const reExports = new Map<string, string>()
  const add = (specifier: string, name: string | null) => {
    const target = fileOf(path, specifier)
    if (target !== null) imports.push({ path: target, name })
    return target
  }
  for (const { moduleRequest, entries } of staticImports) {
    if (entries.length === 0) add(moduleRequest.value, null)
    for (const { importName, isType } of entries) if (!isType) add(moduleRequest.value, importName.name ?? null)
  }
  for (const { moduleRequest, importName, exportName, isType } of staticExports.flatMap((each) => each.entries)) {
    if (moduleRequest === null || isType) continue
    const target = add(moduleRequest.value, importName.name ?? null)
    if (target !== null && exportName.name) reExports.set(exportName.name, target)
  }
  for (const { moduleRequest } of dynamicImports) {
    const [, specifier] = /^['"`](.+)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? []
    if (specifier !== undefined) add(specifier, null)
  }
  return path.endsWith('/public.ts') ? { imports: [], reExports } : { imports, reExports }
}
