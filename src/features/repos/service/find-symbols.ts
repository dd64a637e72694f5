import { type FuzzyMatch, fuzzyLetters, matchFuzzy } from '#base/fuzzy.ts'
import { languageOfName } from '#base/language/language.ts'
import type { Range } from '#base/needle.ts'
import { MATCH_RANKS, type MatchRank, readWanted, type Wanted } from '#base/symbol-match.ts'
import { compareNames, type FoundSymbol, fuzzyPatterns, matchSymbols, symbolPatterns } from '#base/symbol-names.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { collectInTurns } from '#platform/turns.ts'
import { fileNameOf } from '../links.ts'
import type { MirrorId, Repo } from '../repo.ts'
import * as store from '../store/mirror-symbols.ts'

/** A definition in a file of the commit that the user reads. */
export type RepoSymbolHit = {
  repo: SearchedRepo
  path: string
  language: string
  symbol: FoundSymbol
  rank: MatchRank
  ranges: Range[]
}

type SearchedRepo = Pick<Repo, 'mirrorId' | 'name' | 'head'>
type SymbolSearch = { repos: readonly SearchedRepo[]; limit: number; filter: store.SymbolFilter }
/** `unread`: how many of the repositories were not searched completely, because the symbols of the commit that the user reads are not read yet. */
type RepoSymbols = { hits: RepoSymbolHit[]; hasMore: boolean; unread: number }

/** Symbols of these repositories of the user by name: the best rank first, then by repository and path. */
export async function searchRepoSymbols(ctx: UserCtx, asked: string, how: SymbolSearch): Promise<RepoSymbols> {
  const repos = readRepos(how.repos)
  if (repos.size === 0) return { hits: [], hasMore: false, unread: 0 }
  const commits = await store.findReadCommits(ctx.db, [...repos.keys()])
  const unread = [...repos.values()].filter(({ mirrorId, head }) => commits.get(mirrorId) !== head).length
  const wanted = readWanted(asked)
  const found = wanted ? await collectHits(ctx, wanted, repos, how) : []
  return { hits: found.slice(0, how.limit), hasMore: found.length > how.limit, unread }
}

/** Those that have a commit to read. */
function readRepos(repos: readonly SearchedRepo[]): Map<MirrorId, SearchedRepo> {
  return new Map(repos.flatMap((repo) => (repo.head === null ? [] : [[repo.mirrorId, repo]])))
}

/** Files whose names are compared: each has a name with three of the letters together. */
const FUZZY_FILES = 60
const TOGETHER = 3
const SYMBOLS_READ = 20

/** Symbols in whose names letters are left out. The first three must be there: no index finds other ones, and repositories have millions of names. */
export async function searchFuzzyRepoSymbols(
  { db }: UserCtx,
  asked: string,
  found: readonly SearchedRepo[],
  limit: number,
): Promise<(Omit<RepoSymbolHit, 'rank'> & FuzzyMatch)[]> {
  const letters = fuzzyLetters(asked)
  const first = letters.slice(0, TOGETHER)
  const { prefix } = fuzzyPatterns('symbols', first, TOGETHER)
  const repos = readRepos(found)
  if (repos.size === 0 || prefix === null || !/^[\p{L}\p{N}]{3}$/u.test(first.join(''))) return []
  const search = { mirrorIds: [...repos.keys()], patterns: prefix, filter: NO_FILTER, objects: null }
  const files = await store.findMatchingSymbols(db, search, { files: FUZZY_FILES, most: SYMBOLS_READ })
  const names = files.flatMap((file) => symbolsIn(file, repos))
  const hits = await collectInTurns(names, (hit) => {
    const match = matchFuzzy(hit.symbol.name, asked)
    return match && { ...hit, ...match }
  })
  return hits.toSorted((a, b) => b.score - a.score || compareNames(a.path, b.path)).slice(0, limit)
}

const NO_FILTER = { languages: { any: [], none: [] }, paths: { any: [], none: [] } }

/** Less than two letters or digits in a row have no trigram: every name would be read for a substring. */
const INDEXABLE = /[\p{L}\p{N}]{2}/u

/** Of so few files the names are compared one by one. A common name in a rare path would be looked for in all files that have it. */
const FEW_FILES = 300

/** At least the first `limit + 1` hits, if there are so many, rank by rank. */
async function collectHits(
  { db }: UserCtx,
  wanted: Wanted,
  repos: ReadonlyMap<MirrorId, SearchedRepo>,
  { limit, filter }: SymbolSearch,
): Promise<RepoSymbolHit[]> {
  const mirrorIds = [...repos.keys()]
  const hasPath = filter.paths.any.length > 0
  const objects = hasPath ? await store.findObjects(db, mirrorIds, filter, FEW_FILES) : null
  if (objects?.length === 0) return []
  const ranks = symbolPatterns(wanted)
  const nameOf = ({ mirrorId }: store.MatchingFile) => repos.get(mirrorId)?.name ?? ''
  const hits: RepoSymbolHit[] = []
  for (const rank of MATCH_RANKS) {
    const patterns = ranks[rank]
    if (patterns === null || hits.length > limit) continue
    if (rank === 'substring' && !INDEXABLE.test(wanted.folded)) continue
    const search = { mirrorIds, patterns, filter, objects }
    // Names of a better rank match the patterns of this one too, and there are no more of them than hits were found.
    const most = limit + 1 + hits.length
    const files = await store.findMatchingSymbols(db, search, { files: 2 * most, most })
    const inOrder = files.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)) || compareNames(a.path, b.path))
    for (const file of inOrder)
      if (hits.length <= limit) hits.push(...hitsIn(file, wanted, repos).filter((hit) => hit.rank === rank))
  }
  return hits
}

/** None while a sync moves the users of a mirror: its list is of a commit that this user does not read yet. */
function repoOf({ mirrorId, commit, path, language }: store.MatchingFile, repos: ReadonlyMap<MirrorId, SearchedRepo>) {
  const repo = repos.get(mirrorId)
  // Of two copies with different names, each has the symbols of its own language.
  return repo && repo.head === commit && languageOfName(fileNameOf(path)) === language ? repo : null
}

function hitsIn(file: store.MatchingFile, wanted: Wanted, repos: ReadonlyMap<MirrorId, SearchedRepo>): RepoSymbolHit[] {
  const repo = repoOf(file, repos)
  const { path, language, symbols } = file
  return repo ? matchSymbols(symbols, wanted).map((match) => ({ repo, path, language, ...match })) : []
}

function symbolsIn(file: store.MatchingFile, repos: ReadonlyMap<MirrorId, SearchedRepo>) {
  const repo = repoOf(file, repos)
  const { path, language, symbols } = file
  if (!repo) return []
  return symbols.flat().map(([name, kind, container, line]) => {
    return { repo, path, language, symbol: { name, kind, container, line } }
  })
}
