import { charLength } from './text.ts'
import { escapeLike, likePattern } from './like.ts'
import { laterWords, matchName, type MatchRank, type NameMatch, splitName, type Wanted } from './symbol-match.ts'

/**
 * The layout of `search_docs.names` and `mirror_symbols.names`, in which LIKE finds the files with a name of a rank. The line of a symbol is its folded name, its initials, and each part of the name that
 * begins at a later word:
 *
 *     Qnormalisebodyfields⇥Znbf Jbodyfields Jfields
 *
 * The capitals are for the trigram index, which does not see the characters between words: without them, the beginning of a name would be looked for
 * in every file that has the same letters at the beginning of any word. Folded names have no capitals. The line of the file is the first one and has other marks, so that a
 * pattern for symbols does not find it. For files of repositories it is empty.
 */
const SYMBOL = { name: 'Q', initials: '\tZ', word: ' J' }
const FILE = { name: 'X', initials: '\vK', word: '\fV' }

export type FoundSymbol = { name: string; kind: string; container: string | null; line: number }
/** One definition as it is stored: name, kind, container and line. */
export type StoredSymbol = [name: string, kind: string, container: string | null, line: number]
/** `lines`: of the symbols, each behind a line break. `symbols` has one element per line. */
export type SymbolNames = { lines: string; symbols: StoredSymbol[][] }

export function symbolNames(symbols: readonly FoundSymbol[]): SymbolNames {
  const byLine = new Map<string, StoredSymbol[]>()
  for (const { name, kind, container, line } of symbols) {
    const stored: StoredSymbol = [name.toWellFormed(), kind, container?.toWellFormed() ?? null, line]
    const key = lineOf(name, SYMBOL)
    const same = byLine.get(key)
    if (same) same.push(stored)
    else byLine.set(key, [stored])
  }
  return { lines: [...byLine.keys()].map((line) => `\n${line}`).join(''), symbols: [...byLine.values()] }
}

/** The definitions of a file whose names match, by name and line. */
export function matchSymbols(
  stored: readonly (readonly StoredSymbol[])[],
  wanted: Wanted,
): ({ symbol: FoundSymbol } & NameMatch)[] {
  return stored
    .flat()
    .flatMap(([name, kind, container, line]) => {
      const match = matchName(name, wanted)
      return match ? [{ symbol: { name, kind, container, line }, ...match }] : []
    })
    .toSorted((a, b) => compareNames(a.symbol.name, b.symbol.name) || a.symbol.line - b.symbol.line)
}

/** The same order in every language of a machine. */
export function compareNames(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

export function fileNameLine(fileName: string): string {
  return lineOf(fileName, FILE)
}

function lineOf(fullName: string, { name, initials, word }: typeof SYMBOL): string {
  const split = splitName(fullName)
  const first = split.words.length > 1 ? initialsOf(split.words.map(({ folded }) => folded)) : ''
  const later = laterWords(split).map(({ at }) => word + split.folded.slice(at))
  return `${name}${split.folded}${initials}${first}${later.join('')}`
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0)).join('')
}

/**
 * LIKE patterns per rank, all of which a document with such a name matches; null when no name can have that rank. A name may match the patterns of a rank
 * and have a better one, or none.
 */
export type NamePatterns = Readonly<Record<MatchRank, readonly string[] | null>>

/** For the whole document, and for one of its lines behind a line break. */
export function symbolPatterns(wanted: Wanted): NamePatterns {
  const { folded } = wanted
  return {
    exact: [likePattern(`\n${SYMBOL.name}${folded}${SYMBOL.initials}`)],
    prefix: [likePattern(`\n${SYMBOL.name}${folded}`)],
    hump: humpPatterns(wanted, SYMBOL.initials),
    word: [likePattern(SYMBOL.word + folded)],
    // Behind a line break, because the first line is that of the file.
    substring: wanted.isSubstring ? [`%\n${likePattern(folded)}`] : null,
  }
}

/** For the whole document, which begins with the name of the file. */
export function fileNamePatterns(wanted: Wanted): NamePatterns {
  const { folded } = wanted
  return {
    exact: [likePattern(FILE.name + folded + FILE.initials).slice(1)],
    prefix: [likePattern(FILE.name + folded).slice(1)],
    hump: humpPatterns(wanted, FILE.initials),
    word: [likePattern(FILE.word + folded)],
    substring: wanted.isSubstring ? [likePattern(folded)] : null,
  }
}

/** Thousands of names may have the same two initials, so longer humps are looked for too. */
function humpPatterns({ humps }: Wanted, initials: string): string[] | null {
  if (humps.length === 0) return null
  const long = humps.filter((hump) => charLength(hump) >= TRIGRAM_CHARS)
  return [initials + initialsOf(humps), ...long].map(likePattern)
}

const TRIGRAM_CHARS = 3

/** Those that together find every name of any rank; first the one that most names match. */
export function widestPatterns({ prefix, hump, word, substring }: NamePatterns): (readonly string[])[] {
  return [...(substring === null ? [prefix, word] : [substring]), hump].filter((patterns) => patterns !== null)
}

/**
 * Patterns that every name matches in which `matchFuzzy` finds these letters as they are, the first of them at the beginning of the name (`prefix`) or of a later word. The
 * first `together` letters have nothing between them: three of them are what the trigram index needs.
 */
export function fuzzyPatterns(of: 'symbols' | 'files', letters: readonly string[], together = 1): NamePatterns {
  const { name, word } = of === 'symbols' ? { ...SYMBOL, name: `%\n${SYMBOL.name}` } : FILE
  const some = [letters.slice(0, together).join(''), ...letters.slice(together)].map(escapeLike).join('%')
  return { exact: null, prefix: [`${name}${some}%`], hump: null, word: [`%${word}${some}%`], substring: null }
}
