import type { MergePart } from '#base/diff/merge.ts'

export type Choice = 'mine' | 'theirs' | 'both'

/** The merged text, with one choice for each conflict in order; null while one is missing. */
export function mergedText(parts: readonly MergePart[], choices: readonly (Choice | undefined)[]): string | null {
  let conflict = 0
  const pieces: string[] = []
  for (const part of parts) {
    if (part.kind === 'agreed') pieces.push(part.text)
    else {
      const choice = choices[conflict++]
      if (choice === undefined) return null
      pieces.push(choice === 'both' ? bothTexts(part.mine, part.theirs) : part[choice])
    }
  }
  return pieces.join('')
}

export function countConflicts(parts: readonly MergePart[]): number {
  return parts.filter((part) => part.kind === 'conflict').length
}

/** A last line without a line end must not run into the first line of the other text. */
function bothTexts(mine: string, theirs: string): string {
  const needsEnd = mine !== '' && theirs !== '' && !/[\r\n]$/.test(mine)
  return mine + (needsEnd ? '\n' : '') + theirs
}
