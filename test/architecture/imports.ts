import { addEdge, findCircles } from './circles.ts'
import { type Location, type Layer, isTest, locationOf, targetOf } from './rooms.ts'
import { CASTS_ALLOWED, IMPURE_ALLOWED, OUTSIDE_FOR, type Rule, allowed, ruleFor } from './rules.ts'
import { type Import, type Source, readLocated } from './source.ts'
import { checkWriters } from './writers.ts'

/** Path from the root of the repository, with slashes → text. */
export type Tree = ReadonlyMap<string, string>

/** Every violation in this tree, as a sentence. Empty when there is none. */
export function checkArchitecture(tree: Tree): string[] {
  const code = [...tree.keys()].filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !isTest(path))
  const unlocated = code.filter((path) => locationOf(path) === null)
  const sources = code.flatMap((path) => readLocated(path, tree.get(path) ?? ''))
  return [
    ...unlocated.map((path) => `${path} is in no layer of the layout`),
    ...sources.flatMap(checkReadable),
    ...sources.flatMap(checkImports),
    ...sources.flatMap(checkBarrel),
    ...sources.flatMap(checkCasts),
    ...staleCasts(sources),
    ...sources.flatMap(checkPurity),
    ...checkWriters(sources),
    ...checkStoreTests(sources, [...tree.keys()]),
    ...checkFileCircles(sources),
    ...checkFeatureCircles(sources),
  ]
}

function checkReadable({ path, facts }: Source): string[] {
  return facts.errors.map((error) => `${path} cannot be read: ${error}`)
}

function checkImports(source: Source): string[] {
  return source.facts.imports.flatMap((imported) => {
    const complaint = refuse(source, imported)
    return complaint === null
      ? []
      : [`${source.path}:${imported.line} (${source.location.layer}) may not import ${complaint}`]
  })
}

/** The violation of this import, or null. */
function refuse({ path, location }: Source, imported: Import): string | null {
  const rule = ruleFor(location.layer)
  const target = targetOf(path, imported.specifier)
  const why = `${rule.because}. It may import: ${allowed(rule)}`
  if (target.kind === 'builtin') return rule.node ? null : `${target.name} (built into Node): ${why}`
  if (target.kind === 'package') {
    const open = [...rule.packages, ...(imported.typeOnly ? (rule.typePackages ?? []) : [])]
    return open.some((pattern) => matches(pattern, target.name)) ? null : `${target.name} (npm): ${why}`
  }
  const to = locationOf(target.path)
  if (!to) return isOpenOutside(location.layer, target.path) ? null : `${target.path} (outside the layout): ${why}`
  if (isOpen(location, { ...to, path: target.path }, imported.typeOnly)) return null
  return `${target.path} (${to.layer}): ${crossing(location, to, rule) ?? why}`
}

function isOpen(from: Location, to: Location & { path: string }, typeOnly: boolean): boolean {
  const rule = ruleFor(from.layer)
  if (isForeign(from, to)) return rule.lower?.some((door) => door === to.layer || isPart(door, to)) === true
  if (from.layer === to.layer) return true
  return rule.may.includes(to.layer) || (typeOnly && rule.types?.includes(to.layer) === true)
}

function isForeign(from: Location, to: Location): boolean {
  return from.feature !== null && to.feature !== null && from.feature !== to.feature
}

/** Islands that other features may import are in `islands/parts`; the others are private and only mounted by pages. */
function isPart(door: string, { feature, path }: Location & { path: string }): boolean {
  return door === 'islands/parts' && path.startsWith(`src/features/${feature}/islands/parts/`)
}

/** The more specific reason when the layer would be allowed inside its own feature. */
function crossing(from: Location, to: Location, { lower = [] }: Rule): string | null {
  if (!isForeign(from, to)) return null
  return `of another feature this file may import ${lower.length > 0 ? `only ${lower.join(', ')}` : 'nothing'}`
}

function isOpenOutside(layer: Layer, path: string): boolean {
  return (
    OUTSIDE_FOR.layers.some((open) => open === layer) && OUTSIDE_FOR.folders.some((folder) => path.startsWith(folder))
  )
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

/** `exports` of the package. */
const PACKAGE_ENTRIES = ['packages/follow/src/index.ts', 'packages/follow/src/diff.ts']

function checkBarrel({ path, location, facts }: Source): string[] {
  if (!facts.onlyReExports || location.layer === 'public' || PACKAGE_ENTRIES.includes(path)) return []
  return [`${path} only re-exports: no barrels but a feature's public.ts, import from where the thing is`]
}

function checkCasts({ path, facts }: Source): string[] {
  if (CASTS_ALLOWED.some((open) => path.startsWith(open.path))) return []
  const allowedPaths = CASTS_ALLOWED.map((open) => open.path).join(', ')
  return facts.casts.map(({ what, line }) => `${path}:${line} casts with \`${what}\`: only in ${allowedPaths}`)
}

/** A permission for a file that no longer casts must be removed. */
function staleCasts(sources: readonly Source[]): string[] {
  const idle = sources.filter(
    ({ path, facts }) => facts.casts.length === 0 && CASTS_ALLOWED.some((open) => open.path === path),
  )
  return idle.map(({ path }) => `${path} no longer casts: remove it from CASTS_ALLOWED`)
}

function checkPurity({ path, facts }: Source): string[] {
  if (IMPURE_ALLOWED.some((open) => path.startsWith(open))) return []
  return facts.impure.map(({ what, line }) => `${path}:${line} calls ${what}: the clock and the dice arrive in ctx`)
}

function checkStoreTests(sources: readonly Source[], paths: readonly string[]): string[] {
  const features = new Set(
    sources.filter(({ location }) => location.layer === 'store').map(({ location }) => location.feature),
  )
  const untested = [...features].filter(
    (feature) => !paths.some((path) => path.startsWith(`src/features/${feature}/`) && /\.db\.test\.tsx?$/.test(path)),
  )
  return untested.map(
    (feature) => `src/features/${feature} has a store and no *.db.test.ts that runs it on a real database`,
  )
}

function checkFileCircles(sources: readonly Source[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of sources.flatMap(fileEdges)) addEdge(graph, from, to)
  return findCircles(graph).map(
    (circle) => `files import each other in a circle: ${[...circle, circle[0]].join(' → ')}`,
  )
}

function checkFeatureCircles(sources: readonly Source[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of sources.flatMap(fileEdges)) {
    const [importer, imported] = [locationOf(from)?.feature, locationOf(to)?.feature]
    if (importer && imported && importer !== imported) addEdge(graph, importer, imported)
  }
  return findCircles(graph).map(
    (circle) => `features depend on each other in a circle: ${[...circle, circle[0]].join(' → ')}`,
  )
}

function fileEdges({ path, facts }: Source): [string, string][] {
  return facts.imports.flatMap(({ specifier }) => {
    const target = targetOf(path, specifier)
    return target.kind === 'file' ? [[path, target.path]] : []
  })
}
