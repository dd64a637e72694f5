/** What a repository is made of. */
export type RepoNumbers = {
  languages: { name: string; bytes: number; files: number }[]
  largest: { path: string; size: number }[]
  manifests: string[]
  files: number
  /** Files that changed most often, among this many of the newest commits. */
  hot: { commits: number; files: { path: string; changes: number }[] }
}

/** Files that say what a program stands on. */
const MANIFESTS = new Set([
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'Pipfile',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'Gemfile',
  'composer.json',
  'mix.exs',
  'deno.json',
  'pubspec.yaml',
  'CMakeLists.txt',
])

export function isManifest(path: string): boolean {
  return MANIFESTS.has(path.slice(path.lastIndexOf('/') + 1))
}

export const LARGEST = 10
const HOT_FILES = 10
export const HOT_COMMITS = 2_000

/** Those that are still there, most often changed first. One that changed once is not hot. */
export function hottest(touched: ReadonlyMap<string, number>, isThere: (path: string) => boolean) {
  return [...touched]
    .filter(([path, changes]) => changes > 1 && isThere(path))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, HOT_FILES)
    .map(([path, changes]) => ({ path, changes }))
}
