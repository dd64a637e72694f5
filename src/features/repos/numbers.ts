/** What a repository is made of. */
export type RepoNumbers = {
  languages: { name: string; bytes: number; files: number }[]
  largest: { path: string; size: number }[]
  manifests: string[]
  files: number
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
