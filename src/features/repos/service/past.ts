import type { UserCtx } from '#platform/ctx.ts'
import { textQuery } from '#platform/code-index/query.ts'
import { LINE_CHARS, LINES_PER_FILE } from '#platform/git/grep.ts'
import type { BlamedLines } from '#platform/git/blame.ts'
import type { FileCommit } from '#platform/git/history.ts'
import { GitFailure, withGitLimits } from '#platform/git/process.ts'
import { queryTooLong, repoTooSlow } from '../problems.ts'
import { HISTORY_PAGE, MAX_FOUND, MAX_SEARCH_CHARS } from '../repo.ts'
import type { At, BlamedPart, CommitItem, FolderItem, FoundLines } from '../view.ts'
import { heavyReading, reading } from './open.ts'
import { largeFiles, searchRepos } from './find-code.ts'
import { charLength } from '#base/text.ts'

export type History = { commits: FileCommit[]; skip: number; hasOlder: boolean }

/** One page of the history of a file, through its renames, or of the whole repository, newest first. */
export async function historyOf(ctx: UserCtx, { repo, commit }: At, path: string, skip: number): Promise<History> {
  return heavyReading(ctx, repo, async () => {
    const commits: FileCommit[] = []
    let seen = 0
    for await (const each of ctx.mirrors.of(repo).history({ commit, path })) {
      if ((seen += 1) > skip + HISTORY_PAGE) break
      if (seen > skip) commits.push(each)
    }
    return { commits, skip, hasOlder: seen > skip + HISTORY_PAGE }
  })
}

/** Counts lines as git does: only a line feed ends a line, and a lone carriage return is part of one. */
export function gitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

const MAX_DATED = 1_000

/** The newest commit of each entry of a folder, of those that a short search finds: the list is shown without the others. */
export async function lastCommits(
  ctx: UserCtx,
  { repo, commit }: At,
  folder: string,
  items: readonly FolderItem[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, CommitItem>> {
  const names = items.slice(0, MAX_DATED).map(({ name }) => name)
  try {
    return await withGitLimits({ signal }, () => ctx.mirrors.of(repo).lastCommits(commit, folder, names))
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    return new Map()
  }
}

export async function blameOf(ctx: UserCtx, { repo, commit }: At, path: string) {
  return heavyReading(ctx, repo, () => ctx.mirrors.of(repo).blame(commit, path))
}

export function partOf(blamed: BlamedLines, lines: readonly string[]): BlamedPart {
  const { start, end, startThere, previousCommit, previousPath, ...commit } = blamed
  // A git node of the release before does not send where the file was.
  const isKnown = previousCommit != null && previousPath != null
  const before = isKnown ? { commit: previousCommit, path: previousPath, line: startThere } : null
  return { ...commit, start, lines: lines.slice(start - 1, end), before }
}

type Search = { found: FoundLines[]; isCut: boolean; isSlow: boolean; skipped: number; isIndexDown: boolean }

const SEARCH_MS = 20_000
const MAX_FILES = 200

/** Matching lines by file, as many as one page shows. */
export async function searchRepo(ctx: UserCtx, at: At, q: string): Promise<Search> {
  if (charLength(q) > MAX_SEARCH_CHARS) throw queryTooLong({ field: 'q', max: MAX_SEARCH_CHARS })
  const limits = {
    files: MAX_FILES,
    lines: MAX_FOUND,
    linesPerFile: LINES_PER_FILE,
    lineChars: LINE_CHARS,
    indexMs: SEARCH_MS,
    ms: SEARCH_MS,
  }
  const [large, outcome] = await Promise.all([
    reading(at.repo, () => largeFiles(ctx, at)),
    searchRepos(ctx, { repos: [at], query: textQuery(q), limits }),
  ])
  const skipped = large.length
  if (outcome.is !== 'found') return { found: [], isCut: false, isSlow: false, skipped, isIndexDown: false }
  const { isCut, isStopped: isSlow, indexFailure } = outcome
  // Without any line, "nothing found" would be a guess.
  if (isSlow && outcome.files.length === 0) throw repoTooSlow({ repo_name: at.repo.name })
  const found = outcome.files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return { found, isCut, isSlow, skipped, isIndexDown: indexFailure !== null }
}
