import { addEdge, findCircles } from './circles.ts'
import { type Place, type Room, isTest, placeOf, targetOf } from './rooms.ts'
import { CASTS_ALLOWED, IMPURE_ALLOWED, OUTSIDE_FOR, allowed, ruleFor } from './rules.ts'
import { type Import, type Source, readPlaced } from './source.ts'
import { checkWriters } from './writers.ts'

/** Path from the root of the repository, with slashes → text. */
export type Tree = ReadonlyMap<string, string>

/** Everything in this tree that the architecture refuses, as sentences. Empty is good. */
export function checkArchitecture(tree: Tree): string[] {
  const code = [...tree.keys()].filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !isTest(path))
  const homeless = code.filter((path) => placeOf(path) === null)
  const sources = code.flatMap((path) => readPlaced(path, tree.get(path) ?? ''))
  return [
    ...homeless.map((path) => `${path} stands in no room of the layout`),
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
      : [`${source.path}:${imported.line} (${source.place.room}) may not import ${complaint}`]
  })
}

/** What is wrong with this import, or null. */
function refuse({ path, place }: Source, imported: Import): string | null {
  const rule = ruleFor(place.room)
  const target = targetOf(path, imported.specifier)
  const why = `${rule.because}. It may import: ${allowed(rule)}`
  if (target.kind === 'builtin') return rule.node ? null : `${target.name} (built into Node): ${why}`
  if (target.kind === 'package') {
    const open = [...rule.packages, ...(imported.typeOnly ? (rule.typePackages ?? []) : [])]
    return open.some((pattern) => matches(pattern, target.name)) ? null : `${target.name} (npm): ${why}`
  }
  const to = placeOf(target.path)
  if (!to) return isOpenOutside(place.room, target.path) ? null : `${target.path} (outside the layout): ${why}`
  if (isOpen(place, to, imported.typeOnly)) return null
  return `${target.path} (${to.room}): ${crossing(place, to) ?? why}`
}

function isOpen(from: Place, to: Place, typeOnly: boolean): boolean {
  const rule = ruleFor(from.room)
  const foreign = from.feature !== null && to.feature !== null && from.feature !== to.feature
  if (foreign) return rule.anyFeature?.includes(to.room) === true
  if (from.room === to.room) return true
  return rule.may.includes(to.room) || (typeOnly && rule.types?.includes(to.room) === true)
}

/** The better reason when the room would be open inside its own feature. */
function crossing(from: Place, to: Place): string | null {
  if (from.feature === null || to.feature === null || from.feature === to.feature) return null
  return `other features are reached only through their public.ts, and only by a service`
}

function isOpenOutside(room: Room, path: string): boolean {
  return (
    OUTSIDE_FOR.rooms.some((open) => open === room) && OUTSIDE_FOR.folders.some((folder) => path.startsWith(folder))
  )
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
}

function checkBarrel({ path, place, facts }: Source): string[] {
  if (!facts.onlyReExports || place.room === 'public') return []
  return [`${path} only re-exports: no barrels but a feature's public.ts, import from where the thing is`]
}

function checkCasts({ path, facts }: Source): string[] {
  if (CASTS_ALLOWED.some((open) => path.startsWith(open.path))) return []
  const places = CASTS_ALLOWED.map((open) => open.path).join(', ')
  return facts.casts.map(({ what, line }) => `${path}:${line} casts with \`${what}\`: only in ${places}`)
}

/** A permission for one file that no longer casts has outlived its reason. */
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
  const features = new Set(sources.filter(({ place }) => place.room === 'store').map(({ place }) => place.feature))
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
    const [importer, imported] = [placeOf(from)?.feature, placeOf(to)]
    // Placing an island is meeting on the screen, not depending on the other feature.
    if (!importer || !imported?.feature || imported.room === 'islands') continue
    if (importer !== imported.feature) addEdge(graph, importer, imported.feature)
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
