import { type FuzzyMatch, matchFuzzy } from '#base/fuzzy.ts'
import { writeNamedLink } from '#base/named-link.ts'
import type { Range } from '#base/needle.ts'

export const SUGGESTED = 8

/** A thing that a link could mean. `link`: as it is written in a text. */
export type Suggestion = {
  kind: 'file' | 'symbol' | 'note' | 'board'
  title: string
  /** The folder or the file that it is in. */
  place: string
  ranges: readonly Range[]
  link: string
}

export type Scored = Omit<Suggestion, 'link' | 'ranges'> & FuzzyMatch & { name: string; part?: string }

/** The best first. A name that cannot be written between brackets is left out, and so is one that stands for another thing. */
export function bestSuggestions(found: readonly Scored[], limit: number): Suggestion[] {
  const links = new Set<string>()
  return found
    .toSorted((a, b) => b.score - a.score)
    .flatMap(({ kind, title, place, ranges, name, part }) => {
      const link = writeNamedLink(name, part ?? null)
      if (link === null || links.has(link)) return []
      links.add(link)
      return [{ kind, title, place, ranges, link }]
    })
    .slice(0, limit)
}

/** What the text may mean of these names; an empty text means all. */
export function scoreNamed(kind: 'note' | 'board', name: string, asked: string): Scored | null {
  const match = matchFuzzy(name, asked)
  return match && { kind, title: name, place: '', name, ...match }
}
