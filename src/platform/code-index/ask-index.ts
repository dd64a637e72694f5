import { decodePath } from '../git/tree.ts'
import {
  type CodeIndex,
  IndexFailure,
  type IndexFailureReason,
  type ZoektAsk,
  type ZoektFile,
  type ZoektResult,
} from './client.ts'
import { checkQuery, type CodeQuery, toZoekt } from './query.ts'
import { type CodeLine, toCodeLine } from './ranges.ts'

/** A mirror, and the commit whose files the caller may read. */
export type SearchedMirror = { mirrorId: string; commit: string }
/** What the database knows of the index of a mirror. */
export type IndexState = { mirrorId: string; number: number; commit: string }

export type CodeSearchLimits = {
  files: number
  /** Of all files together. */
  lines: number
  linesPerFile: number
  lineChars: number
  /** For the code index. */
  indexMs: number
  /** For all, also what git searches. */
  ms: number
}

export type CodeFile = {
  mirrorId: string
  path: string
  /** The index does not know the name: it is empty, or has `�` for each byte that is not UTF-8. */
  isApproximate: boolean
  lines: CodeLine[]
  /** It has more matching lines. */
  hasMore: boolean
}

/** Why a mirror was not searched. `other_commit`: the index is of another commit than the caller reads. */
export type Unsearched = { mirrorId: string; reason: 'not_indexed' | 'other_commit' | 'not_served' }

/** Files in the order of their relevance. */
export type CodeFound = {
  is: 'found'
  files: CodeFile[]
  /** Of all answers, also those beyond the limits; a lower bound where `isCut`. */
  fileCount: number
  /** Matches, of which a line can have several. */
  matchCount: number
  isCut: boolean
  /** The time limit ended the search, and there may be more. */
  isStopped: boolean
  unsearched: Unsearched[]
}

export type CodeSearchOutcome =
  | CodeFound
  | { is: 'no_terms' }
  | { is: 'invalid_pattern'; message: string }
  | { is: 'aborted' }
  | { is: 'failed'; reason: Exclude<IndexFailureReason, 'invalid'>; message: string }

export type CodeSearchDeps = {
  index: CodeIndex
  /** The states of these mirrors; those without an index are missing. */
  states: (mirrorIds: readonly string[]) => Promise<readonly IndexState[]>
}

export type CodeSearch = {
  /** Only these are searched. The caller checks that the user may read them. */
  mirrors: readonly SearchedMirror[]
  query: CodeQuery
  limits: CodeSearchLimits
  signal?: AbortSignal | undefined
}

const NOTHING: CodeFound = {
  is: 'found',
  files: [],
  fileCount: 0,
  matchCount: 0,
  isCut: false,
  isStopped: false,
  unsearched: [],
}

/**
 * Asks the index about these mirrors and no others. A mirror whose index is of another commit is not searched and is named in
 * `unsearched`. Letter case is folded by zoekt, character by character; vowel points are not removed.
 */
export async function searchCode(deps: CodeSearchDeps, ask: CodeSearch): Promise<CodeSearchOutcome> {
  const checked = checkQuery(ask.query)
  if (checked.is === 'no_terms') return checked
  if (checked.is === 'never') return NOTHING
  try {
    return await searchIndexed(deps, { ...ask, query: checked.query })
  } catch (error) {
    if (ask.signal?.aborted) return { is: 'aborted' }
    if (!(error instanceof IndexFailure)) throw error
    if (error.reason === 'invalid') return { is: 'invalid_pattern', message: error.message }
    return { is: 'failed', reason: error.reason, message: error.message }
  }
}

async function searchIndexed({ index, states }: CodeSearchDeps, ask: CodeSearch): Promise<CodeFound> {
  const { mirrors, query, limits, signal } = ask
  signal?.throwIfAborted()
  const known = new Map((await states(mirrors.map(({ mirrorId }) => mirrorId))).map((each) => [each.mirrorId, each]))
  const unsearched: Unsearched[] = []
  const indexed = new Map<number, SearchedMirror>()
  for (const mirror of mirrors) {
    const { mirrorId, commit } = mirror
    const state = known.get(mirrorId)
    if (state?.commit === commit) indexed.set(state.number, mirror)
    else unsearched.push({ mirrorId, reason: state === undefined ? 'not_indexed' : 'other_commit' })
  }
  if (indexed.size === 0) return { ...NOTHING, unsearched }
  const names = new Map([...indexed].map(([number, { mirrorId }]) => [number, mirrorId]))
  // First of the two questions. Between them the server may load the commit: a search before that finds nothing, and the list after it names the commit.
  const served = await index.served(names, signal)
  const { files, lines, indexMs: ms } = limits
  const question = { query: toZoekt(query), numbers: [...names.keys()], files, lines, ms }
  const { result, askedForFewer } = await askForLessIfTooLarge(index, question, signal)
  if (result.Crashes > 0) throw new IndexFailure('failed', `${result.Crashes} shards could not be searched`)
  const wrong = wronglyServed(indexed, served, result.Files ?? [])
  index.forget(wrong)
  for (const number of wrong) unsearched.push({ mirrorId: names.get(number) ?? '', reason: 'not_served' })
  return toFound(result, indexed, wrong, { limits, unsearched, askedForFewer })
}

const LESS = { files: 5, lines: 15 }

/** zoekt sends whole lines, and some are megabytes long. Then only the best files are asked for: git would take much longer. */
async function askForLessIfTooLarge(index: CodeIndex, ask: ZoektAsk, signal?: AbortSignal) {
  try {
    return { result: await index.search(ask, signal), askedForFewer: false }
  } catch (error) {
    if (!(error instanceof IndexFailure) || error.reason !== 'too_large') throw error
    return { result: await index.search({ ...ask, ...LESS }, signal), askedForFewer: true }
  }
}

/** Mirrors of which the server has another commit than the database says, or none: its folder was emptied, or it is behind. */
function wronglyServed(
  indexed: ReadonlyMap<number, SearchedMirror>,
  served: ReadonlyMap<number, string>,
  files: readonly ZoektFile[],
): Set<number> {
  const wrong = new Set([...indexed].filter(([number, { commit }]) => served.get(number) !== commit).map(([n]) => n))
  for (const { RepositoryID: number = 0, Version } of files)
    if (indexed.has(number) && indexed.get(number)?.commit !== Version) wrong.add(number)
  return wrong
}

/** `askedForFewer`: the first answer was too large, so the index was asked again for at most 5 files. */
type Shape = { limits: CodeSearchLimits; unsearched: Unsearched[]; askedForFewer: boolean }

function toFound(
  result: ZoektResult,
  indexed: ReadonlyMap<number, SearchedMirror>,
  wrong: ReadonlySet<number>,
  { limits, unsearched, askedForFewer }: Shape,
): CodeFound {
  const files = (result.Files ?? []).flatMap((file) => {
    const mirror = indexed.get(file.RepositoryID ?? 0)
    // The name is checked as well: shards of a deleted mirror can have a number that was given again.
    if (!mirror || file.Repository !== mirror.mirrorId || wrong.has(file.RepositoryID ?? 0)) return []
    return toFile(file, mirror.mirrorId, limits) ?? []
  })
  const isCut = result.FilesSkipped > 0 || result.ShardsSkipped > 0 || result.FileCount > (result.Files ?? []).length
  const isLate = result.Duration >= limits.indexMs * 1_000_000
  return {
    is: 'found',
    files,
    fileCount: wrong.size > 0 ? files.length : result.FileCount,
    matchCount: result.MatchCount,
    isCut: isCut || askedForFewer || shownLines(result) >= limits.lines,
    isStopped: isLate && (result.FilesSkipped > 0 || result.ShardsSkipped > 0),
    unsearched,
  }
}

function shownLines({ Files }: ZoektResult): number {
  return (Files ?? []).reduce((sum, { LineMatches }) => sum + (LineMatches?.length ?? 0), 0)
}

function toFile(file: ZoektFile, mirrorId: string, limits: CodeSearchLimits): CodeFile | null {
  const matches = (file.LineMatches ?? [])
    .filter((match) => !match.FileName)
    .toSorted((a, b) => a.LineNumber - b.LineNumber)
  const lines = matches.slice(0, limits.linesPerFile).map(({ LineNumber, Line, LineFragments }) => {
    const ranges = (LineFragments ?? []).map(({ LineOffset, MatchLength }) => ({
      offset: LineOffset,
      length: MatchLength,
    }))
    return toCodeLine(LineNumber, withoutLineEnd(Buffer.from(Line ?? '', 'base64')), ranges, limits.lineChars)
  })
  if (lines.length === 0 || isPlaceholder(lines)) return null
  const hasMore = matches.length > lines.length
  // zoekt sends an empty name for one with control characters.
  const isApproximate = file.FileName === '' || file.FileName.includes('\ufffd')
  const path = isApproximate ? file.FileName : decodePath(Buffer.from(file.FileName)).path
  return { mirrorId, path, isApproximate, lines, hasMore }
}

function withoutLineEnd(bytes: Buffer): Buffer {
  return bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes
}

/** zoekt stores this text in place of a file that it does not index. */
const PLACEHOLDER =
  /^NOT-INDEXED: (exceeds the maximum size limit|contains (too (few|many) trigrams|binary content)|object missing from repository)$/

function isPlaceholder([first, ...others]: readonly CodeLine[]): boolean {
  return first?.line === 1 && others.length === 0 && PLACEHOLDER.test(first.text)
}
