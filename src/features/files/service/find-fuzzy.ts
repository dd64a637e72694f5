import type { FileId } from '#base/ids.ts'
import { type FuzzyMatch, fuzzyLetters, matchFuzzy } from '#base/fuzzy.ts'
import { compareNames, fuzzyPatterns } from '#base/symbol-names.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { collectInTurns } from '#platform/turns.ts'
import type { File } from '../file.ts'
import { searchedHow } from '../store/counts.ts'
import { findFiles } from '../store/files.ts'
import * as store from '../store/names.ts'
import type { SymbolHit } from './find-names.ts'

type FuzzySymbol = FuzzyMatch & Pick<SymbolHit, 'file' | 'symbol'>
type FuzzyFile = FuzzyMatch & { file: File }

/** Letters may be left out in the names of these files. No index finds such names, so in a large library the others are not read. */
const WALKED = { newest: 1_500, favorites: 200 }
/** In other files only a name with three of the letters together is found, and only if at most so many files have one: an index finds those. */
const FEW = 100
const TOGETHER = 3
/** Names that are compared in one file. */
const SYMBOLS_READ = 20

/** Fewer letters have something in common with most names. */
const MIN_LETTERS = 3
const INDEXABLE = /^[\p{L}\p{N}]+$/u

/** Names of files and symbols in which letters are left out: `totl` finds `total`. The best first. */
export async function searchFuzzyNames(
  ctx: UserCtx,
  asked: string,
  limit: number,
): Promise<{ files: FuzzyFile[]; symbols: FuzzySymbol[] }> {
  const letters = fuzzyLetters(asked)
  if (letters.length < MIN_LETTERS) return { files: [], symbols: [] }
  const [files, symbols] = await Promise.all([findNamed(ctx, asked, letters), findDefined(ctx, asked, letters)])
  return {
    files: best(files, ({ file }) => file.fileName, limit),
    symbols: best(symbols, ({ symbol }) => symbol.name, limit),
  }
}

async function findNamed(ctx: UserCtx, asked: string, letters: readonly string[]): Promise<FuzzyFile[]> {
  const files = await findFiles(ctx.db, ctx.user.id, await listCandidates(ctx, 'files', letters))
  return collectInTurns(files, (file) => {
    const match = matchFuzzy(file.fileName, asked)
    return match && { file, ...match }
  })
}

async function findDefined(ctx: UserCtx, asked: string, letters: readonly string[]): Promise<FuzzySymbol[]> {
  const ids = await listCandidates(ctx, 'symbols', letters)
  const { prefix, word } = fuzzyPatterns('symbols', letters)
  const read = (patterns: readonly string[] | null) =>
    store.readMatchingSymbols(ctx.db, ctx.user.id, ids, patterns ?? [], SYMBOLS_READ)
  const found = (await Promise.all([read(prefix), read(word)])).flat()
  const names = found.flatMap(({ file: { id, folder, fileName, language }, symbols }) =>
    symbols.flat().map(([name, kind, container, line]) => ({
      file: { id, folder, fileName, language },
      symbol: { name, kind, container, line },
    })),
  )
  // A library may have forty such names in each of these files, and comparing one takes 30 µs.
  const hits = await collectInTurns(names, (hit): FuzzySymbol | null => {
    const match = matchFuzzy(hit.symbol.name, asked)
    return match && { ...hit, ...match }
  })
  // A name may match from its beginning and from a later word.
  return [...new Map(hits.map((hit) => [`${hit.file.id} ${hit.symbol.line} ${hit.symbol.name}`, hit])).values()]
}

/** Files that may have such a name. */
async function listCandidates(
  { db, user }: UserCtx,
  of: store.NameSearch['of'],
  letters: readonly string[],
): Promise<FileId[]> {
  const search = { of, language: null, pathPart: null }
  const { total, isHeavy } = await searchedHow(db, user.id)
  const walked = await store.walkNames(db, user.id, { ...search, patterns: fuzzyPatterns(of, letters) }, WALKED)
  const first = letters.slice(0, TOGETHER)
  const isAll = total <= WALKED.newest || !INDEXABLE.test(first.join(''))
  const patterns = fuzzyPatterns(of, first, TOGETHER)
  const others = isAll ? [] : await store.findNames(db, user.id, { ...search, patterns }, { isHeavy, limit: FEW })
  return [...new Set([...walked, ...(others ?? [])].map(({ id }) => id))]
}

function best<T extends FuzzyMatch>(hits: readonly T[], nameOf: (hit: T) => string, limit: number): T[] {
  return hits.toSorted((a, b) => b.score - a.score || compareNames(nameOf(a), nameOf(b))).slice(0, limit)
}
