import type { UserCtx } from '#platform/ctx.ts'
import { grepCode, type GrepFound } from '#platform/code-index/grep.ts'
import { nameInReply } from '#platform/code-index/names.ts'
import type { CodeQuery } from '#platform/code-index/query.ts'
import { type CodeFile, type CodeSearchLimits, searchCode } from '#platform/code-index/ask-index.ts'
import { MAX_SEARCHED_BYTES } from '#platform/git/grep.ts'
import { codeIndexUnavailable } from '../events.ts'
import type { Repo } from '../repo.ts'
import { findIndexed } from '../store/code-index.ts'
import { largePaths, listByteNames } from '../store/files.ts'
import { heavyReading } from './open.ts'

/** A file with the lines that were found in it. */
export type FoundCode = CodeFile

/** A repository of the user, and the commit to search. */
export type SearchedRepo = { repo: Pick<Repo, 'mirrorId' | 'node' | 'name'>; commit: string }

type ReposSearch = {
  repos: readonly SearchedRepo[]
  query: CodeQuery
  limits: CodeSearchLimits
  signal?: AbortSignal | undefined
}

export type ReposFound = {
  is: 'found'
  /** By relevance those of the index, then those that git found, in the order of the repositories. `mirrorId` is that of the repository. */
  files: CodeFile[]
  /** There are more files or lines than these. */
  isCut: boolean
  /** The time limit ended the search. */
  isStopped: boolean
  /** Names of repositories that git searched, because the index does not have this commit of theirs. */
  byGit: string[]
  /** Names of repositories that were not searched to their end. */
  left: string[]
  /** Why the index gave no answer, if it was asked and gave none. */
  indexFailure: string | null
}

type ReposOutcome = ReposFound | { is: 'no_terms' } | { is: 'invalid_pattern'; message: string } | { is: 'aborted' }

/** Searches repositories of the user: with the code index where it has the commit, with git elsewhere, and says which. */
export async function searchRepos(ctx: UserCtx, ask: ReposSearch): Promise<ReposOutcome> {
  const started = performance.now()
  const indexed = await askIndex(ctx, ask)
  if (indexed.is !== 'found' && indexed.is !== 'failed') return indexed
  const answer = indexed.is === 'found' ? indexed : null
  const resolved = await resolveNames(ctx, ask.repos, answer?.files ?? [])
  const unsearched = new Set(answer?.unsearched.map(({ mirrorId }) => mirrorId))
  const rest = ask.repos.filter(({ repo: { mirrorId } }) => {
    return answer === null || unsearched.has(mirrorId) || resolved.ambiguous.has(mirrorId)
  })
  const ms = ask.limits.ms - (performance.now() - started)
  const grepped = await searchByGit(ctx, { ...ask, repos: rest, limits: { ...ask.limits, ms } })
  if (grepped.is !== 'found') return grepped
  return {
    is: 'found',
    files: [...resolved.files, ...grepped.files],
    isCut: (answer?.isCut ?? false) || grepped.isCut,
    isStopped: (answer?.isStopped ?? false) || grepped.isStopped,
    byGit: rest.map(({ repo }) => repo.name),
    left: ask.repos.filter(({ repo }) => grepped.left.includes(repo.mirrorId)).map(({ repo }) => repo.name),
    indexFailure: indexed.is === 'failed' ? indexed.reason : null,
  }
}

const NO_INDEX = { is: 'failed', reason: null } as const

async function askIndex(ctx: UserCtx, { repos, query, limits, signal }: ReposSearch) {
  if (ctx.codeIndex === null) return NO_INDEX
  const deps = { index: ctx.codeIndex, states: (ids: readonly string[]) => findIndexed(ctx.db, ids) }
  const mirrors = repos.map(({ repo, commit }) => ({ mirrorId: repo.mirrorId, commit }))
  const outcome = await searchCode(deps, { mirrors, query, limits, signal })
  if (outcome.is === 'failed') ctx.emit(codeIndexUnavailable, { reason: outcome.reason })
  return outcome
}

type Resolved = { files: CodeFile[]; ambiguous: Set<string> }

/** The index loses the bytes of names that are not UTF-8. Where the list of files does not tell which one is meant, git searches. */
async function resolveNames(
  ctx: UserCtx,
  repos: readonly SearchedRepo[],
  files: readonly CodeFile[],
): Promise<Resolved> {
  const ambiguous = new Set<string>()
  const paths = new Map<CodeFile, string>()
  for (const { repo, commit } of repos) {
    const unclear = files.filter(({ mirrorId, isApproximate }) => isApproximate && mirrorId === repo.mirrorId)
    if (unclear.length === 0) continue
    const names = await listByteNames(ctx.db, repo.mirrorId, commit)
    for (const file of unclear) {
      const same = names.filter(({ raw, path }) => (raw === null ? path : nameInReply(raw)) === file.path)
      if (same.length === 1 && same[0]) paths.set(file, same[0].path)
      else ambiguous.add(repo.mirrorId)
    }
  }
  const kept = files.filter(({ mirrorId }) => !ambiguous.has(mirrorId))
  return {
    files: kept.map((file) => ({ ...file, path: paths.get(file) ?? file.path, isApproximate: false })),
    ambiguous,
  }
}

const NOTHING: GrepFound = { is: 'found', files: [], isCut: false, left: [], isStopped: false, failures: [] }

async function searchByGit(ctx: UserCtx, { repos, query, limits, signal }: ReposSearch) {
  const [first] = repos
  if (!first) return NOTHING
  return heavyReading(ctx, first.repo, async () => {
    const targets = await Promise.all(
      repos.map(async (each) => {
        const { mirrorId } = each.repo
        return { mirrorId, mirror: ctx.mirrors.of(each.repo), commit: each.commit, skip: await largeFiles(ctx, each) }
      }),
    )
    const outcome = await grepCode(ctx.offload, { targets, query, limits, signal })
    // A repository that cannot be read is a problem of its page. Among several it is one that was left out.
    if (outcome.is === 'found' && repos.length === 1 && outcome.failures[0]) throw outcome.failures[0].error
    return outcome
  })
}

/** Names of files that are too large to be searched: from the list if it is of this commit, from git for others. */
export async function largeFiles(ctx: UserCtx, { repo, commit }: SearchedRepo): Promise<Buffer[]> {
  const listed = await largePaths(ctx.db, repo.mirrorId, commit, MAX_SEARCHED_BYTES)
  if (listed !== 'other_commit') return listed
  const large: Buffer[] = []
  for await (const entries of ctx.mirrors.of(repo).tree(commit))
    for (const { path, raw, size } of entries) if (size > MAX_SEARCHED_BYTES) large.push(raw ?? Buffer.from(path))
  return large
}
