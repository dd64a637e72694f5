import type { UserCtx } from '#platform/ctx.ts'
import { type GrepQuery, LINES_PER_FILE, MAX_SEARCHED_BYTES } from '#platform/git/grep.ts'
import type { FileCommit } from '#platform/git/history.ts'
import type { Mirror } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { queryTooLong } from '../problems.ts'
import { HISTORY_PAGE, MAX_FOUND, MAX_SEARCH_CHARS } from '../repo.ts'
import { largePaths } from '../store/files.ts'
import type { At, FoundLines } from '../view.ts'
import { heavyReading } from './open.ts'
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

export async function blameOf(ctx: UserCtx, { repo, commit }: At, path: string) {
  return heavyReading(ctx, repo, () => ctx.mirrors.of(repo).blame(commit, path))
}

/** `isSlow`: the search was stopped before it had seen everything. */
type Search = { found: FoundLines[]; isCut: boolean; isSlow: boolean }

/** Matching lines by file, as many as one page shows. */
export async function searchRepo(ctx: UserCtx, at: At, q: string): Promise<Search & { skipped: number }> {
  const { repo, commit } = at
  if (charLength(q) > MAX_SEARCH_CHARS) throw queryTooLong({ field: 'q', max: MAX_SEARCH_CHARS })
  return heavyReading(ctx, repo, async () => {
    const skip = await largeFiles(ctx, at)
    return { ...(await findLines(ctx.mirrors.of(repo), { commit, words: q, skip })), skipped: skip.length }
  })
}

/** Names of files that are too large to be searched: from the list if it is of this commit, from git for others. */
async function largeFiles(ctx: UserCtx, { repo, commit }: At): Promise<Buffer[]> {
  const listed = await largePaths(ctx.db, repo.mirrorId, commit, MAX_SEARCHED_BYTES)
  if (listed !== 'other_commit') return listed
  const large: Buffer[] = []
  for await (const entries of ctx.mirrors.of(repo).tree(commit))
    for (const { path, raw, size } of entries) if (size > MAX_SEARCHED_BYTES) large.push(raw ?? Buffer.from(path))
  return large
}

async function findLines(mirror: Mirror, ask: GrepQuery): Promise<Search> {
  const found = new Map<string, FoundLines>()
  let count = 0
  let isSlow = false
  try {
    for await (const { path, line, text } of mirror.grep(ask)) {
      const file = found.get(path) ?? { path, lines: [], hasMore: false }
      file.hasMore = file.lines.length === LINES_PER_FILE
      if (file.hasMore) continue
      if ((count += 1) > MAX_FOUND) break
      file.lines.push({ line, text })
      found.set(path, file)
    }
  } catch (error) {
    // Show partial results after a timeout. Without any, "nothing found" would be a guess, so rethrow.
    isSlow = error instanceof GitFailure && error.trouble === 'timeout' && count > 0
    if (!isSlow) throw error
  }
  return { found: [...found.values()], isCut: isSlow || count > MAX_FOUND, isSlow }
}
