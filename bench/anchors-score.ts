import { detectLanguage } from '#base/language/language.ts'
import type { Case } from './anchors-cases.ts'

/** What the product says about the note of a case, as one line of `--json`. `lost` has no place. */
export type Found = {
  id: string
  state: 'anchored' | 'shifted' | 'moved' | 'changed' | 'lost'
  path: string | null
  line_start: number | null
  line_end: number | null
  ms: number
}

export type Verdict = 'correct' | 'wrong' | 'lost'

type Place = Pick<Found, 'path' | 'line_start' | 'line_end'>

/**
 * Correct: the right path and first line, and half of the longer range at least is shared. The state does not count, so
 * `changed` at the right lines is correct. Lost is never wrong, and right only when the code is gone.
 */
export function verdictOf({ truth }: Case, found: Found): Verdict {
  if (found.state === 'lost') return truth.state === 'gone' ? 'correct' : 'lost'
  if (truth.state === 'gone') return 'wrong'
  const isSameStart = found.path === truth.path && found.line_start === truth.line_start
  return isSameStart && overlap(found, truth) >= 0.5 ? 'correct' : 'wrong'
}

/** Shared lines as a part of the longer range. */
function overlap(a: Place, b: Place): number {
  const [aStart, aEnd, bStart, bEnd] = [a.line_start ?? 0, a.line_end ?? 0, b.line_start ?? 0, b.line_end ?? 0]
  const shared = Math.min(aEnd, bEnd) - Math.max(aStart, bStart) + 1
  return Math.max(0, shared) / (Math.max(aEnd - aStart, bEnd - bStart) + 1)
}

export type Judged = { case: Case; found: Found }

/** Tables in Markdown: all cases, then by kind, by language and by distance; last, how many wrong places are near. */
export function report(judged: readonly Judged[]): string {
  const groups = [
    table('', judged, () => 'all'),
    table('kind', judged, ({ case: { kind } }) => kind),
    table('language', judged, ({ case: { path } }) => detectLanguage(path, '')),
    table('distance', judged, ({ case: { distance } }) => distance),
  ]
  return [...groups, nearMisses(judged)].join('\n\n')
}

/** A wrong answer that shares lines with the truth still shows the reader the code. */
function nearMisses(judged: readonly Judged[]): string {
  const wrong = judged.filter((each) => verdictOf(each.case, each.found) === 'wrong')
  const near = wrong.filter(({ case: { truth }, found }) => found.path === truth.path && overlap(found, truth) > 0)
  return `Of ${wrong.length} wrong places, ${near.length} share lines with the truth.`
}

function table(title: string, judged: readonly Judged[], groupOf: (each: Judged) => string): string {
  const groups = [...Map.groupBy(judged, groupOf)].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  const head = [`| ${title} | cases | correct | wrong | lost | ms per commit |`, '|---|--:|--:|--:|--:|--:|']
  return [...head, ...groups.map(([name, group]) => row(name, group))].join('\n')
}

function row(name: string, group: readonly Judged[]): string {
  const verdicts = group.map((each) => verdictOf(each.case, each.found))
  const cells = (['correct', 'wrong', 'lost'] as const).map((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length
    return `${count} (${((100 * count) / group.length).toFixed(2)} %)`
  })
  const ms = sum(group.map(({ found }) => found.ms)) / sum(group.map(({ case: { n_commits: commits } }) => commits))
  return `| ${name} | ${group.length} | ${cells.join(' | ')} | ${ms.toFixed(2)} |`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
