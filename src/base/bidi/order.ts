/**
 * The order in which a left-to-right line is drawn: the part of the Unicode Bidirectional Algorithm (UAX #9) that one
 * line without embeddings needs.
 */
type Class = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'ON'

export type Drawn = {
  /** Level of each character: 0 left to right, 1 right to left, 2 a number inside right-to-left text. */
  levels: number[]
  /** Indexes of the characters from left to right. */
  order: number[]
}

const CLASSES: readonly (readonly [Class, RegExp])[] = [
  ['NSM', /^\p{Mn}$/u],
  ['L', /^\u200e$/],
  ['R', /^\u200f$/],
  ['AL', /^\u061c$/],
  ['EN', /^[0-9\u06f0-\u06f9]$/],
  ['AN', /^[\u0660-\u0669\u066b\u066c]$/],
  ['ES', /^[+-]$/],
  ['ET', /^[#$%°€£¥₪]$/],
  ['CS', /^[,./:\u00a0]$/],
  ['AL', /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]$/u],
  ['R', /^[\u0590-\u08ff\ufb1d-\ufb4f\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u],
  ['L', /^[\p{L}\p{N}\p{Mc}]$/u],
]

export function drawnOrder(chars: readonly string[]): Drawn {
  const classes = resolveNeutrals(resolveBrackets(chars, resolveNumbers(chars.map(classOf))))
  const levels = classes.map((c) => (c === 'R' ? 1 : c === 'EN' || c === 'AN' ? 2 : 0))
  return { levels, order: reordered(levels) }
}

function classOf(char: string): Class {
  return CLASSES.find(([, pattern]) => pattern.test(char))?.[0] ?? 'ON'
}

/** Rules W1 to W7: marks follow their letter, separators join numbers, numbers after left-to-right text are part of it. */
function resolveNumbers(found: readonly Class[]): Class[] {
  const classes: Class[] = []
  let strong: Class = 'L'
  for (const [i, one] of found.entries()) {
    const before = classes.at(-1) ?? 'L'
    let c: Class = one === 'NSM' ? before : one
    if (c === 'L' || c === 'R' || c === 'AL') strong = c
    if (c === 'EN' && strong === 'AL') c = 'AN'
    if ((c === 'ES' || c === 'CS') && before === 'EN' && found[i + 1] === 'EN') c = 'EN'
    if (c === 'CS' && before === 'AN' && found[i + 1] === 'AN') c = 'AN'
    if (c === 'ET' && (before === 'EN' || nextAfterTerminators(found, i) === 'EN')) c = 'EN'
    classes.push(c)
  }
  return numbersInLatin(classes)
}

function nextAfterTerminators(classes: readonly Class[], from: number): Class {
  let i = from
  while (classes[i] === 'ET') i++
  return classes[i] ?? 'ON'
}

function numbersInLatin(classes: readonly Class[]): Class[] {
  let strong: Class = 'L'
  return classes.map((c) => {
    if (c === 'L' || c === 'R' || c === 'AL') strong = c
    if (c === 'EN' && strong === 'L') return 'L'
    if (c === 'AL') return 'R'
    return c === 'ES' || c === 'ET' || c === 'CS' ? 'ON' : c
  })
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Rule N0: a pair of brackets goes one way, that of what it holds or of what stands before it. */
function resolveBrackets(chars: readonly string[], classes: readonly Class[]): Class[] {
  const resolved = [...classes]
  for (const [open, close] of bracketPairs(chars)) {
    const inside = resolved.slice(open + 1, close)
    if (!inside.some((c) => c === 'L' || isRight(c))) continue
    const before = resolved.slice(0, open).findLast((c) => c === 'L' || isRight(c))
    const right = !inside.includes('L') && isRight(before)
    resolved[open] = right ? 'R' : 'L'
    resolved[close] = right ? 'R' : 'L'
  }
  return resolved
}

function bracketPairs(chars: readonly string[]): [open: number, close: number][] {
  const pairs: [number, number][] = []
  const waiting: { closing: string; at: number }[] = []
  for (const [at, char] of chars.entries()) {
    const closing = CLOSING[char]
    if (closing) waiting.push({ closing, at })
    const index = waiting.findLastIndex((one) => one.closing === char)
    const open = waiting[index]
    if (!open) continue
    pairs.push([open.at, at])
    waiting.length = index
  }
  return pairs.toSorted((x, y) => x[0] - y[0])
}

/** Rules N1 and N2: neutrals between two right-to-left characters or numbers are right to left, all others are not. */
function resolveNeutrals(classes: readonly Class[]): Class[] {
  const resolved = [...classes]
  let from = 0
  while (from < classes.length) {
    let to = from
    while (classes[to] === 'ON') to++
    const inside = isRight(classes[from - 1]) && isRight(classes[to])
    resolved.fill(inside ? 'R' : 'L', from, to)
    from = to + 1
  }
  return resolved
}

function isRight(c: Class | undefined): boolean {
  return c === 'R' || c === 'EN' || c === 'AN'
}

/** Rule L2: from the highest level down, each run at that level or above is turned around. */
function reordered(levels: readonly number[]): number[] {
  let order = [...levels.keys()]
  for (const level of [2, 1]) {
    const next: number[] = []
    let run: number[] = []
    for (const index of order) {
      if ((levels[index] ?? 0) >= level) {
        run.push(index)
        continue
      }
      for (const one of run.toReversed()) next.push(one)
      run = []
      next.push(index)
    }
    for (const one of run.toReversed()) next.push(one)
    order = next
  }
  return order
}
