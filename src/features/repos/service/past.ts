import { diffStats } from '#base/diff/diff.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Change } from '#platform/git/diff.ts'
import { LINES_PER_FILE } from '#platform/git/grep.ts'
import type { FileCommit } from '#platform/git/history.ts'
import type { Mirror } from '#platform/git/mirrors.ts'
import { GitFailure } from '#platform/git/process.ts'
import { decodeText } from '#features/files/public.ts'
import { detectLanguage } from '#base/language/language.ts'
import { fileNameOf } from '../links.ts'
import { queryTooLong } from '../problems.ts'
import { HISTORY_PAGE, MAX_FOUND, MAX_SEARCH_CHARS } from '../repo.ts'
import type { At, ChangedFile, CommitItem, FoundLines } from '../view.ts'
import { reading } from './open.ts'
import { charLength } from '#base/text.ts'

export type History = { commits: FileCommit[]; skip: number; hasOlder: boolean }

/** Of a file, through its renames, newest first; of the whole repository when there is no path. One page of it. */
export async function historyOf(ctx: UserCtx, { repo, commit }: At, path: string, skip: number): Promise<History> {
  return reading(repo, async () => {
    const commits: FileCommit[] = []
    let seen = 0
    for await (const each of ctx.mirrors.of(repo.id).history({ commit, path })) {
      if ((seen += 1) > skip + HISTORY_PAGE) break
      if (seen > skip) commits.push(each)
    }
    return { commits, skip, hasOlder: seen > skip + HISTORY_PAGE }
  })
}

export type DrawDiff = (
  from: string,
  to: string,
  language: string,
) => Promise<{ html: string; isCut: boolean; hunks: Parameters<typeof diffStats>[0] }>

const MAX_CHANGED_FILES = 100
const MAX_DIFF_BYTES = 256 * 1024

export type OpenedCommit = { about: CommitItem; parent: string | null; files: ChangedFile[]; isCut: boolean }

/** What a commit changed, against its first parent. */
export async function openCommit(ctx: UserCtx, { repo, commit }: At, drawDiff: DrawDiff): Promise<OpenedCommit> {
  const mirror = ctx.mirrors.of(repo.id)
  return reading(repo, async () => {
    const [about] = await mirror.latest(commit, 1)
    const parent = await mirror.parentOf(commit)
    const changes: Change[] = []
    for await (const change of mirror.changes(parent, commit)) {
      if (changes.push(change) > MAX_CHANGED_FILES) break
    }
    const shown = changes.slice(0, MAX_CHANGED_FILES)
    const oids = [...new Set(shown.flatMap(({ fromOid, toOid, isText }) => (isText ? [fromOid, toOid] : [])))]
    const wanted = oids.filter((oid) => oid !== null)
    const bytes = new Map((await mirror.blobs(wanted, MAX_DIFF_BYTES)).map((blob, i) => [wanted[i] ?? '', blob]))
    const textOf = (oid: string | null) => (oid === null ? '' : decodeText(bytes.get(oid) ?? Buffer.from([0])))
    const files: ChangedFile[] = []
    for (const change of shown) files.push(await drawChange(change, textOf, drawDiff))
    const nobody = { commit, author: '', at: new Date(0), subject: '' }
    return { about: about ?? nobody, parent, files, isCut: changes.length > MAX_CHANGED_FILES }
  })
}

async function drawChange(
  { kind, from, to, fromOid, toOid, isText }: Change,
  textOf: (oid: string | null) => string | null,
  drawDiff: DrawDiff,
): Promise<ChangedFile> {
  const [before, after] = isText ? [textOf(fromOid), textOf(toOid)] : [null, null]
  if (before === null || after === null) return { kind, from, to, html: null, isCut: false, added: 0, removed: 0 }
  const { html, isCut, hunks } = await drawDiff(before, after, detectLanguage(fileNameOf(to), after))
  return { kind, from, to, html, isCut, ...diffStats(hunks) }
}

/** As git counts them: a line feed alone ends a line, and a lone carriage return stands inside one. */
export function gitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

export async function blameOf(ctx: UserCtx, { repo, commit }: At, path: string) {
  return reading(repo, () => ctx.mirrors.of(repo.id).blame(commit, path))
}

/** `isSlow`: it was stopped before it had seen everything. */
type Search = { found: FoundLines[]; isCut: boolean; isSlow: boolean }

/** Lines that contain these words, by file, as far as a page goes. */
export async function searchRepo(ctx: UserCtx, { repo, commit }: At, q: string): Promise<Search> {
  if (charLength(q) > MAX_SEARCH_CHARS) throw queryTooLong({ field: 'q', max: MAX_SEARCH_CHARS })
  return reading(repo, () => findLines(ctx.mirrors.of(repo.id), commit, q))
}

async function findLines(mirror: Mirror, commit: string, q: string): Promise<Search> {
  const found = new Map<string, FoundLines>()
  let count = 0
  let isSlow = false
  try {
    for await (const { path, line, text } of mirror.grep(commit, q)) {
      const file = found.get(path) ?? { path, lines: [], hasMore: false }
      file.hasMore = file.lines.length === LINES_PER_FILE
      if (file.hasMore) continue
      if ((count += 1) > MAX_FOUND) break
      file.lines.push({ line, text })
      found.set(path, file)
    }
  } catch (error) {
    // What was found until then is there; that there is nothing would not be known.
    isSlow = error instanceof GitFailure && error.trouble === 'timeout' && count > 0
    if (!isSlow) throw error
  }
  return { found: [...found.values()], isCut: isSlow || count > MAX_FOUND, isSlow }
}
