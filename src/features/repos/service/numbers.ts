import { detectLanguage } from '#base/language/language.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { repoAnalysisDone, repoAnalysisError, repoAnalysisParsed, repoAnalysisStart } from '../events.ts'
import { fileNameOf } from '../links.ts'
import { HOT_COMMITS, hottest, isManifest, LARGEST, type RepoNumbers } from '../numbers.ts'
import type { RepoFile } from '../repo.ts'
import type { At } from '../view.ts'
import { heavyReading } from './open.ts'
import { walkFiles } from './walk-files.ts'

/** Computes languages, sizes and manifests from the file list, and hot files from one walk through the commits. */
export async function numbersOf(ctx: UserCtx, at: At): Promise<RepoNumbers> {
  const { repo, commit } = at
  const resource = { type: 'repo', id: repo.id }
  ctx.emit(repoAnalysisStart, { resource })
  try {
    const { paths, ...numbers } = await count(ctx, at)
    ctx.emit(repoAnalysisParsed, { resource, files: numbers.files })
    const touched = await heavyReading(ctx, repo, () => ctx.mirrors.of(repo).touched(commit, HOT_COMMITS))
    const hot = { commits: touched.commits, files: hottest(touched.files, (path) => paths.has(path)) }
    ctx.emit(repoAnalysisDone, { resource, languages: numbers.languages.length })
    return { ...numbers, hot }
  } catch (error) {
    ctx.emit(repoAnalysisError, { resource, error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}

type Counted = Omit<RepoNumbers, 'hot'> & { paths: ReadonlySet<string> }

async function count(ctx: UserCtx, at: At): Promise<Counted> {
  const languages = new Map<string, { name: string; bytes: number; files: number }>()
  const manifests: string[] = []
  const paths = new Set<string>()
  let largest: RepoFile[] = []
  let total = 0
  for await (const batch of walkFiles(ctx, at, [])) {
    total += batch.length
    // The content of a link is its target, and a submodule is another repository.
    const own = batch.filter(({ kind }) => kind === 'file' || kind === 'executable')
    largest = [...largest, ...own].toSorted((a, b) => b.size - a.size).slice(0, LARGEST)
    for (const file of own) {
      paths.add(file.path)
      if (isManifest(file.path)) manifests.push(file.path)
      const name = detectLanguage(fileNameOf(file.path), '')
      const known = languages.get(name) ?? { name, bytes: 0, files: 0 }
      languages.set(name, { name, bytes: known.bytes + file.size, files: known.files + 1 })
    }
  }
  return {
    languages: [...languages.values()].toSorted((a, b) => b.bytes - a.bytes),
    largest: largest.map(({ path, size }) => ({ path, size })),
    manifests,
    files: total,
    paths,
  }
}
