import { spawnSync } from 'node:child_process'
import { isTest, locationOf } from '../test/architecture/rooms.ts'
import type { ImportGraph } from './import-graph.ts'

/** They read files that they do not import, and take seconds. */
export const ALWAYS = [
  'src/features/settings/shortcuts.test.ts',
  'src/ui/styles/contrast.test.ts',
  'src/ui/styles/logical.test.ts',
  'test/architecture.test.ts',
  'test/docs.test.ts',
  'test/interface.test.ts',
  'test/replies.test.ts',
  'test/scenarios.test.ts',
  'test/schema-rules.db.test.ts',
  'test/statements.test.ts',
  'tools/contract/contract.test.ts',
]

/** Every test may depend on them, and no import says so. */
const SHARED = ['vitest.config.ts', 'test/global-setup.ts', 'test/setup.ts', 'tools/tsx.ts']
/** Any other file that is no code (a migration, package.json, a fixture) may be read by any test. */
const IN_THE_GRAPH = /\.(?:tsx?|css|md)$/

/** Files that differ from the commit where this branch left `base`: the uncommitted and the deleted ones too. */
export function changedFiles(root: string, base: string): string[] {
  const changed = git(root, 'diff', '--name-only', '--no-renames', '--merge-base', base)
  return [...changed, ...git(root, 'ls-files', '--others', '--exclude-standard')]
}

/**
 * The test files that a change of these files can break; null when that is every one. A test depends on what it imports. `src/app`
 * imports every feature, so no path into it counts: instead, a feature brings all its tests with a database.
 */
export function affectedTests(changed: readonly string[], graph: ImportGraph): string[] | null {
  if (changed.some((path) => SHARED.includes(path) || !IN_THE_GRAPH.test(path))) return null
  const reached = withImporters(changed, graph)
  const features = new Set([...reached].map(featureOf))
  const isAffected = (path: string) => {
    const feature = featureOf(path)
    return reached.has(path) || (feature !== null && features.has(feature) && path.includes('.db.test.'))
  }
  const tests = [...graph.keys()].filter((path) => isTest(path) && !path.endsWith('.spec.ts'))
  return [...ALWAYS, ...tests.filter((path) => isAffected(path) && !ALWAYS.includes(path))]
}

function isApp(path: string): boolean {
  return path.startsWith('src/app/')
}

function featureOf(path: string): string | null {
  return locationOf(path)?.feature ?? null
}

/** The files, and everything that imports them directly or through others. */
function withImporters(paths: readonly string[], graph: ImportGraph): Set<string> {
  const edges = [...graph].flatMap(([importer, imported]) => imported.map((path) => ({ importer, path })))
  const importers = Map.groupBy(edges, ({ path }) => path)
  const reached = new Set(paths)
  // A set is walked in the order of insertion, and what is added meanwhile is walked too.
  for (const path of reached) {
    const next = (importers.get(path) ?? []).filter(({ importer }) => isApp(path) || !isApp(importer))
    for (const { importer } of next) reached.add(importer)
  }
  return reached
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr.trim()}`)
  return stdout.split('\n').filter((path) => path !== '')
}
