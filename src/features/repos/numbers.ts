/** The statistics of a repository. */
export type RepoNumbers = {
  languages: { name: string; bytes: number; files: number }[]
  largest: { path: string; size: number }[]
  manifests: string[]
  files: number
  /** The files that changed most often in this many of the newest commits. */
  hot: { commits: number; files: { path: string; changes: number }[] }
}

/** Manifest files that declare dependencies. */
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

/** Existing files, most often changed first. A file that changed once is left out. */
export function hottest(touched: ReadonlyMap<string, number>, isThere: (path: string) => boolean) {
  return [...touched]
    .filter(([path, changes]) => changes > 1 && isThere(path))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, HOT_FILES)
    .map(([path, changes]) => ({ path, changes }))
}
