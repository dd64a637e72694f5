import { detectLanguage } from '#base/language/language.ts'
import { truncateChars } from '#base/text.ts'
import type { GrepMatch, GrepOptions } from '../git/grep.ts'
import type { Mirror } from '../git/mirrors.ts'
import { GitFailure, withGitLimits } from '../git/process.ts'
import { isDeadlineOrBusy, type Offload } from '../threads.ts'
import type { LineMatches } from './line-matches.ts'
import { matchLinesTask, readTermsTask } from './line-task.ts'
import { checkQuery, type CodeQuery } from './query.ts'
import type { CodeLine } from './ranges.ts'
import type { CodeFile, CodeSearchLimits } from './ask-index.ts'

/** A mirror with the files that are too large to be searched. */
export type GrepTarget = { mirrorId: string; mirror: Mirror; commit: string; skip: readonly Buffer[] }

export type CodeGrep = {
  targets: readonly GrepTarget[]
  query: CodeQuery
  limits: CodeSearchLimits
  signal?: AbortSignal | undefined
}

export type GrepFound = {
  is: 'found'
  files: CodeFile[]
  isCut: boolean
  /** Mirrors that were not searched to their end, because the time was over or there were enough lines. */
  left: string[]
  isStopped: boolean
  failures: { mirrorId: string; error: GitFailure }[]
}

export type GrepOutcome =
  | GrepFound
  | { is: 'no_terms' }
  | { is: 'invalid_pattern'; message: string }
  | { is: 'aborted' }

/** Enough for a line with a match to be found in it, and few enough for a thread. */
const LINE_CHARS = 10_000
const BATCH_CHARS = 500_000

/** The same search with `git grep`, one mirror after another, until the time is over. */
export async function grepCode(offload: Offload, ask: CodeGrep): Promise<GrepOutcome> {
  const checked = checkQuery(ask.query)
  const found: GrepFound = { is: 'found', files: [], isCut: false, left: [], isStopped: false, failures: [] }
  if (checked.is === 'no_terms') return checked
  if (checked.is === 'never') return found
  const { query } = checked
  const { terms, isCaseSensitive } = query
  try {
    const read = await offload(readTermsTask, { terms, isCaseSensitive })
    if (read.is === 'invalid') return { is: 'invalid_pattern', message: read.message }
    const search = { ...ask, query, texts: read.required, offload, until: performance.now() + ask.limits.ms }
    for (const target of ask.targets) await grepTarget(search, target, found)
  } catch (error) {
    // Compiling the patterns took too long, or no thread was free.
    if (isDeadlineOrBusy(error)) return { ...found, isCut: true, isStopped: true, left: mirrorIds(ask) }
    if (!ask.signal?.aborted) throw error
  }
  return ask.signal?.aborted ? { is: 'aborted' } : found
}

function mirrorIds({ targets }: CodeGrep): string[] {
  return targets.map(({ mirrorId }) => mirrorId)
}

/** `texts`: what git looks for. The lines that it finds are compared with the terms. */
type Search = CodeGrep & { texts: readonly string[]; offload: Offload; until: number }

async function grepTarget(search: Search, target: GrepTarget, found: GrepFound): Promise<void> {
  const seconds = (search.until - performance.now()) / 1000
  if (seconds <= 0 || isFull(search, found)) {
    found.left.push(target.mirrorId)
    found.isStopped ||= seconds <= 0
    found.isCut = true
    return
  }
  try {
    const run = () => collect(search, target, seconds, found)
    const isWhole = await (search.signal ? withGitLimits({ signal: search.signal }, run) : run())
    if (isWhole) return
    found.isCut = true
    found.left.push(target.mirrorId)
  } catch (error) {
    if (search.signal?.aborted) throw error
    const isLate = (error instanceof GitFailure && error.trouble === 'timeout') || isDeadlineOrBusy(error)
    if (!isLate && !(error instanceof GitFailure)) throw error
    found.left.push(target.mirrorId)
    found.isCut ||= isLate
    found.isStopped ||= isLate
    if (!isLate && error instanceof GitFailure) found.failures.push({ mirrorId: target.mirrorId, error })
  }
}

function isFull({ limits }: Search, { files }: GrepFound): boolean {
  return files.length >= limits.files || files.reduce((sum, { lines }) => sum + lines.length, 0) >= limits.lines
}

/** False when it ended before the last line. */
async function collect(search: Search, target: GrepTarget, seconds: number, found: GrepFound): Promise<boolean> {
  const { query, limits, texts } = search
  const options = optionsFor(query, limits)
  const [words = '', ...also] = texts
  const { commit, skip } = target
  const grep = target.mirror.grep({ commit, words, skip, options: { ...options, also, seconds } })
  for await (const files of batchesOf(grep, query, options.isAllMatch)) {
    const lines = files.flatMap((file) => file.map(({ text }) => text))
    const { terms, isCaseSensitive } = query
    const matched = await search.offload(matchLinesTask, { terms, isCaseSensitive, lines })
    if (matched.is === 'invalid') throw new Error(matched.message)
    let next = 0
    for (const file of files) {
      const marks = matched.lines.slice(next, (next += file.length))
      const kept = fileOf(file, marks, { query, limits, isAllMatch: options.isAllMatch, mirrorId: target.mirrorId })
      if (kept) found.files.push(kept)
      if (isFull(search, found)) return false
    }
    if (performance.now() > search.until) throw new GitFailure('timeout', '')
  }
  return true
}

/** Git finds the lines of negated terms too: they show which files to leave out. */
function optionsFor({ terms, isCaseSensitive }: CodeQuery, limits: CodeSearchLimits) {
  const isAllMatch = terms.every(({ kind, isNegated }) => kind === 'text' && !isNegated)
  const linesPerFile = isAllMatch ? limits.linesPerFile + 1 : null
  return { isAllMatch, isCaseSensitive, linesPerFile, lineChars: LINE_CHARS } satisfies Omit<
    GrepOptions,
    'also' | 'seconds'
  >
}

/** Lines of one file each, several files at a time. Git prints all lines of a file one after another. */
async function* batchesOf(
  matches: AsyncIterable<GrepMatch>,
  query: CodeQuery,
  isAllMatch: boolean,
): AsyncGenerator<GrepMatch[][]> {
  let batch: GrepMatch[][] = []
  let chars = 0
  let file: { path: string | null; lines: GrepMatch[] | null } = { path: null, lines: null }
  try {
    for await (const match of matches) {
      if (match.path !== file.path) {
        if (chars > BATCH_CHARS) {
          yield batch
          batch = []
          chars = 0
        }
        file = { path: match.path, lines: passes(match.path, query) ? [] : null }
        if (file.lines) batch.push(file.lines)
      }
      if (!file.lines) continue
      file.lines.push(match)
      chars += match.text.length
    }
  } catch (error) {
    // What was found before the time was over counts. The last file was not read to its end: a term may be missing or excluded.
    if (error instanceof GitFailure && error.trouble === 'timeout') yield isAllMatch ? batch : batch.slice(0, -1)
    throw error
  }
  if (batch.length > 0) yield batch
}

/** Languages by the name of the file alone: reading every file to be sure would cost more than the search. */
function passes(path: string, { languages, paths }: CodeQuery): boolean {
  const lower = path.toLowerCase()
  const inPath = paths.every(({ text, isNegated }) => lower.includes(text.toLowerCase()) !== isNegated)
  if (!inPath || languages.length === 0) return inPath
  const language = detectLanguage(path.slice(path.lastIndexOf('/') + 1), '').toLowerCase()
  const wanted = languages.filter(({ isNegated }) => !isNegated)
  return (
    (wanted.length === 0 || wanted.some(({ text }) => text.toLowerCase() === language)) &&
    languages.every(({ text, isNegated }) => !isNegated || text.toLowerCase() !== language)
  )
}

type Shape = { query: CodeQuery; limits: CodeSearchLimits; isAllMatch: boolean; mirrorId: string }

/** Null when the file lacks a term or contains a negated one. */
function fileOf(matches: readonly GrepMatch[], marks: readonly LineMatches[], shape: Shape): CodeFile | null {
  const { query, limits, isAllMatch, mirrorId } = shape
  const seen = new Set(marks.flatMap(({ terms }) => terms))
  const isWanted = query.terms.every(({ isNegated }, i) => (isNegated ? !seen.has(i) : isAllMatch || seen.has(i)))
  if (!isWanted) return null
  const lines: CodeLine[] = []
  for (const [i, { line, text }] of matches.entries()) {
    const ranges = marks[i]?.ranges ?? []
    if ((marks[i]?.terms.length ?? 0) > 0 || isAllMatch) lines.push(cutLine({ line, text, ranges }, limits.lineChars))
  }
  const [first] = matches
  if (!first || lines.length === 0) return null
  const hasMore = lines.length > limits.linesPerFile
  return { mirrorId, path: first.path, isApproximate: false, lines: lines.slice(0, limits.linesPerFile), hasMore }
}

function cutLine({ line, text, ranges }: CodeLine, maxChars: number): CodeLine {
  const cut = text.length > maxChars ? truncateChars(text, maxChars) : text
  const kept = ranges
    .map(({ from, to }) => ({ from, to: Math.min(to, cut.length) }))
    .filter(({ from, to }) => to > from)
  return { line, text: cut.length < text.length ? `${cut}…` : cut, ranges: kept }
}
