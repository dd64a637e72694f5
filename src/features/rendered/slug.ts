import { toNfc } from '#base/nfc.ts'

/** Gives each heading of a document a unique anchor: its words, in any script, joined by hyphens. */
export function slugger(reserved: readonly string[]): (heading: string) => string {
  const taken = new Set(reserved)
  const next = new Map<string, number>()
  return (heading) => {
    const base = slugOf(heading)
    let slug = base
    // Continue from the last number, not from 1: ten thousand equal headings would take a hundred million steps.
    for (let n = next.get(base) ?? 1; taken.has(slug); n++) {
      slug = `${base}-${n}`
      next.set(base, n + 1)
    }
    taken.add(slug)
    return slug
  }
}

const MAX_SLUG_CHARS = 100

/** The algorithm of the big code hosts, so that links written for them work here. */
function slugOf(heading: string): string {
  const words = toNfc(heading).trim().toLowerCase()
  const slug = words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
  return Array.from(slug).slice(0, MAX_SLUG_CHARS).join('') || 'section'
}
