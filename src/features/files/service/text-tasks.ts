import { compareTexts } from 'codeshelf-follow/diff'
import { findCheckboxes } from '#base/checkboxes.ts'
import { diffStats } from '#base/diff/diff.ts'
import { countLines } from '#base/lines.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { packBody, type Packed, unpackBody } from '#platform/db/body-codec.ts'
import type { Task } from '#platform/threads.ts'
import { firstLine } from '../file.ts'
import { type MatchingLine, matchingLines } from '../matching-lines.ts'
import { foldContent, type SearchDoc } from '../search-index.ts'

/** All tasks are linear; two megabytes take less than a second each. */
const DEADLINE_MS = 10_000
/** Shorter texts take less than three milliseconds, which is less than the transfer to a thread costs. */
const HERE_BYTES = 16_000

type Packing = {
  sha256: Uint8Array
  sizeBytes: number
  codec: 'raw' | 'zstd'
  body: Uint8Array
  lineCount: number
  firstLine: string
}

export const packTextTask: Task<string, Packing> = {
  name: 'pack-text',
  deadlineMs: DEADLINE_MS,
  run: (content) => ({ ...packBody(content), lineCount: countLines(content), firstLine: firstLine(content) }),
}

export async function pack(ctx: UserCtx, content: string): Promise<Packing> {
  return content.length <= HERE_BYTES ? packTextTask.run(content) : ctx.offload(packTextTask, content)
}

export const foldContentTask: Task<Packed, SearchDoc> = {
  name: 'fold-content',
  deadlineMs: DEADLINE_MS,
  run: (packed) => foldContent(unpackBody(packed)),
}

/** The searched form of a text. */
export async function foldPacked(ctx: UserCtx, packed: Packed, sizeBytes: number): Promise<SearchDoc> {
  return sizeBytes <= HERE_BYTES ? foldContentTask.run(packed) : ctx.offload(foldContentTask, packed)
}

type Stats = { added: number; removed: number }

export const countChangesTask: Task<{ before: Packed; after: Packed }, Stats> = {
  name: 'count-changed-lines',
  deadlineMs: DEADLINE_MS,
  run: ({ before, after }) => diffStats(compareTexts(unpackBody(before), unpackBody(after)).hunks),
}

/** `sizeBytes`: of both texts together. */
export async function countChangedLines(
  ctx: UserCtx,
  job: { before: Packed; after: Packed },
  sizeBytes: number,
): Promise<Stats> {
  return sizeBytes <= HERE_BYTES ? countChangesTask.run(job) : ctx.offload(countChangesTask, job)
}

/** What to mark in the lines of a result: texts, and the patterns that must match. */
export type WantedLines = { texts: readonly string[]; patterns: readonly string[]; isCaseSensitive: boolean }
type Search = { bodies: readonly Packed[]; wanted: WantedLines; max: number }
type PatternSearch = Search & { limitMs: number }

/** The lines of each text that show most of what is wanted. `sizeBytes`: of all texts together. `limitMs`: for patterns. */
export async function findLines(ctx: UserCtx, job: PatternSearch, sizeBytes: number): Promise<MatchingLine[][]> {
  if (job.wanted.patterns.length > 0) return ctx.offload(patternLinesTask, job)
  return sizeBytes <= HERE_BYTES ? matchingLinesTask.run(job) : ctx.offload(matchingLinesTask, job)
}

export const matchingLinesTask: Task<Search, MatchingLine[][]> = {
  name: 'matching-lines',
  deadlineMs: DEADLINE_MS,
  run: ({ bodies, wanted: { texts }, max }) =>
    bodies.map((body) => matchingLines(unpackBody(body), { texts, patterns: [] }, max)),
}

/** RE2 needs milliseconds for the ranges of some patterns in a thousand characters, so longer lines are cut. */
const PATTERN_LINE_CHARS = 10_000

/** The same with patterns. Texts have no lines when the time is up; a page of them would take a minute with some patterns. */
export const patternLinesTask: Task<PatternSearch, MatchingLine[][]> = {
  name: 'pattern-lines',
  // More than any `limitMs`, which is looked at between two lines.
  deadlineMs: 500,
  run: async ({ bodies, wanted: { texts, patterns, isCaseSensitive }, max, limitMs }) => {
    // Loaded only for patterns: the engine is large.
    const { findInLine } = await import('#platform/patterns/find.ts')
    const end = performance.now() + limitMs
    const finds = patterns.map((pattern) => findInLine({ pattern, isCaseSensitive }))
    const inTime = finds.map(
      (find) => (line: string) => (performance.now() > end ? [] : find(line.slice(0, PATTERN_LINE_CHARS))),
    )
    return bodies.map((body) =>
      performance.now() > end ? [] : matchingLines(unpackBody(body), { texts, patterns: inTime }, max),
    )
  },
}

export const openTasksTask: Task<readonly string[], boolean[]> = {
  name: 'open-tasks',
  deadlineMs: DEADLINE_MS,
  run: (contents) => contents.map((content) => findCheckboxes(content).some(({ checked }) => !checked)),
}

/** For each note, whether it has an open task. */
export async function haveOpenTasks(ctx: UserCtx, contents: readonly string[]): Promise<boolean[]> {
  const chars = contents.reduce((sum, content) => sum + content.length, 0)
  return chars <= HERE_BYTES ? openTasksTask.run(contents) : ctx.offload(openTasksTask, contents)
}
