import type { FileId } from '#base/ids.ts'
import { MATCH_RANKS, matchName, type MatchRank, type NameMatch, readWanted, type Wanted } from '#base/symbol-match.ts'
import { compareNames, fileNamePatterns, type FoundSymbol, matchSymbols, symbolPatterns } from '#base/symbol-names.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { File } from '../file.ts'
import { WALK_FIRST } from '../search-index.ts'
import { searchedHow } from '../store/counts.ts'
import { findFiles } from '../store/files.ts'
import * as store from '../store/names.ts'
import { countUnread } from '../store/search-docs.ts'

export type SymbolHit = NameMatch & {
  file: Pick<File, 'id' | 'folder' | 'fileName' | 'language'>
  symbol: FoundSymbol
}
type FileNameHit = NameMatch & { file: File }

type SymbolSearch = { limit: number; language?: string | undefined; pathPart?: string | undefined }
/** `unread`: files whose symbols are not read yet, so that nothing is found in them. */
type SymbolHits = { hits: SymbolHit[]; hasMore: boolean; unread: number }

/** Symbols of the library by name: the best rank first, then favourites, then the files that changed last, then by name. */
export async function searchSymbols(ctx: UserCtx, asked: string, how: SymbolSearch): Promise<SymbolHits> {
  const unread = await countUnread(ctx.db, ctx.user.id)
  const wanted = readWanted(asked)
  if (!wanted) return { hits: [], hasMore: false, unread }
  const patterns = symbolPatterns(wanted)
  const { language = null, pathPart = '' } = how
  const search = {
    of: 'symbols',
    patterns,
    language,
    pathPart: pathPart === '' ? null : pathPart.toLowerCase(),
  } as const
  const found = await collectHits(ctx, search, wanted, how.limit, async (ids, rank, most) => {
    const files = await store.readMatchingSymbols(ctx.db, ctx.user.id, ids, patterns[rank] ?? [], most)
    return new Map(files.map((each) => [each.file.id, symbolHits(each, wanted)]))
  })
  return { hits: found.slice(0, how.limit), hasMore: found.length > how.limit, unread }
}

/** Files by their name, without the folder, in the same order. */
export async function searchFileNames(
  ctx: UserCtx,
  asked: string,
  { limit }: { limit: number },
): Promise<FileNameHit[]> {
  const wanted = readWanted(asked)
  if (!wanted) return []
  const search = { of: 'files', patterns: fileNamePatterns(wanted), language: null, pathPart: null } as const
  const found = await collectHits(ctx, search, wanted, limit, async (ids) => {
    const files = await findFiles(ctx.db, ctx.user.id, ids)
    return new Map(files.map((file) => [file.id, fileNameHits(file, wanted)]))
  })
  return found.slice(0, limit)
}

function symbolHits({ file, symbols }: store.MatchingFile, wanted: Wanted): SymbolHit[] {
  const { id, folder, fileName, language } = file
  return matchSymbols(symbols, wanted).map((match) => ({ file: { id, folder, fileName, language }, ...match }))
}

function fileNameHits(file: File, wanted: Wanted): FileNameHit[] {
  const match = matchName(file.fileName, wanted)
  return match ? [{ file, ...match }] : []
}

/** Of a library with more than `WALK_FIRST` files; in a smaller one, all of them are walked. */
const WALK_BRIEFLY = { newest: 250, favorites: 100 }
/** For names that occur `OFTEN` among the first: an index would find more files than can be read quickly. */
const WALK_ON = { newest: 1_500, favorites: 200 }
/** With so few candidates their ranks are read at once. */
const FEW = 100
const OFTEN = 5
/** Where the first have less than this part of a page, `WALK_ON` is not likely to fill it, and the index has few candidates. */
const LIKELY = WALK_BRIEFLY.newest / WALK_ON.newest
/** Less than two letters or digits in a row narrow nothing down: then only the newest files are walked. */
const INDEXABLE = /[\p{L}\p{N}]{2}/u

/** Reads at least the first `most` hits of a rank in each of these files. */
type ReadHits<Hit> = (ids: readonly FileId[], rank: MatchRank, most: number) => Promise<Map<FileId, Hit[]>>

/** A file often has several hits. Splitting the names of more files than needed takes longer than a second statement. */
const READ_FIRST = 17

/** The first `limit + 1` hits, rank by rank, of as many files as that takes. */
async function collectHits<Hit extends NameMatch>(
  ctx: UserCtx,
  search: store.NameSearch,
  wanted: Wanted,
  limit: number,
  read: ReadHits<Hit>,
): Promise<Hit[]> {
  const candidatesOf = await openCandidates(ctx, search, wanted, limit)
  const hits: Hit[] = []
  for (const rank of MATCH_RANKS) {
    if (search.patterns[rank] === null || hits.length > limit) continue
    const ids = (await candidatesOf(rank, limit + 1 - hits.length)).map(({ id }) => id)
    for (let done = 0; done < ids.length && hits.length <= limit;) {
      const some = ids.slice(done, done + Math.min(limit + 1, done === 0 ? READ_FIRST : limit + 1))
      done += some.length
      // Names of a better rank match the patterns of this one too, and there are no more of them than hits were found.
      const found = await read(some, rank, limit + 1 + hits.length)
      hits.push(...some.flatMap((id) => (found.get(id) ?? []).filter((hit) => hit.rank === rank)))
    }
  }
  return hits.slice(0, limit + 1)
}

type CandidatesOf = (rank: MatchRank, needed: number) => Promise<store.FoundFile[]>

/**
 * The files that may have a name of a rank, in the order of the hits. A common name fills its page from the newest files; of a rare one all files are
 * known after one statement; only what is neither is asked for rank by rank.
 */
async function openCandidates(
  { db, user }: UserCtx,
  search: store.NameSearch,
  wanted: Wanted,
  limit: number,
): Promise<CandidatesOf> {
  const { total, isHeavy } = await searchedHow(db, user.id)
  const walk = (howMany: typeof WALK_ON) => store.walkNames(db, user.id, search, howMany)
  let isEvery = total <= WALK_FIRST || !INDEXABLE.test(wanted.folded)
  let isWide = isEvery
  let known = await walk(isEvery ? WALK_ON : WALK_BRIEFLY)
  if (!isEvery && known.length * total <= 2 * FEW * WALK_BRIEFLY.newest) {
    const every = await store.findNames(db, user.id, search, { isHeavy, limit: FEW })
    isEvery = every !== null
    known = every ?? known
  }
  const countOwn = (rank: MatchRank) => known.filter(({ ranks }) => ranks[0] === rank).length
  return async (rank, needed) => {
    const own = countOwn(rank)
    if (!isEvery && !isWide && own < needed && own >= Math.max(OFTEN, needed * LIKELY)) {
      isWide = true
      known = await walk(WALK_ON)
    }
    if (isEvery || countOwn(rank) >= needed) return known.filter(({ ranks }) => ranks.includes(rank)).toSorted(inOrder)
    // A file of a rank may have only names of a better one; of those there are no more than hits were found.
    return store.findNamesOfRank(db, user.id, search, rank, { isHeavy, limit: 2 * (limit + 1) + 20 })
  }
}

function inOrder(a: store.FoundFile, b: store.FoundFile): number {
  const favorites = Number(b.isFavorite) - Number(a.isFavorite)
  return favorites || b.updatedAt.getTime() - a.updatedAt.getTime() || compareNames(b.id, a.id)
}
