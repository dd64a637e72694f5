import type { Query } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { searchSymbols as findSymbols, type SymbolHit } from '#features/files/public.ts'
import { findLanguage } from '#base/language/language.ts'
import { repoHref, type RepoSymbolHit, searchRepoSymbols } from '#features/repos/public.ts'
import type { FoundGroup, SearchHit } from '../found.ts'
import { scoreOfSymbol } from '../rank.ts'
import type { Asked } from './asked.ts'

/** Definitions in the files of the library and of repositories, by name. `unsearched` counts what is not read yet: files of the library and repositories. */
export async function searchSymbols(ctx: UserCtx, asked: Asked): Promise<FoundGroup> {
  const wanted = asked.query.terms.find(({ isExcluded }) => !isExcluded)?.text ?? ''
  const [own, others] = await Promise.all([inLibrary(ctx, wanted, asked), inRepos(ctx, wanted, asked)])
  const found = [...own.hits.map((hit) => toHit(hit, wanted)), ...others.hits.map((hit) => toRepoHit(hit, wanted))]
  const hits = found.toSorted((a, b) => b.score - a.score)
  const isUnread = own.unread + others.unread > 0
  return {
    name: 'symbols',
    hits: hits.slice(0, asked.limit),
    hasMore: own.hasMore || others.hasMore || hits.length > asked.limit,
    unsearched: isUnread ? { count: own.unread, ms: null, repos: others.unread } : null,
  }
}

const NOTHING = { hits: [], hasMore: false, unread: 0 }

/** The names of the library know nothing of repositories, so `repo:` leaves them out. */
async function inLibrary(ctx: UserCtx, wanted: string, { query, limit }: Asked) {
  const { places, filters } = query
  if (!isIn(places, 'files') || filters.some(({ key }) => key === 'repo')) return NOTHING
  const [language] = valuesOf(query, 'lang', false)
  const [pathPart] = valuesOf(query, 'path', false)
  return findSymbols(ctx, wanted, { limit, language: language && languageOf(language), pathPart })
}

async function inRepos(ctx: UserCtx, wanted: string, { query, limit, repos }: Asked) {
  if (!isIn(query.places, 'repos')) return NOTHING
  const lower = (isExcluded: boolean) => valuesOf(query, 'path', isExcluded).map((part) => part.toLowerCase())
  const languages = (isExcluded: boolean) => valuesOf(query, 'lang', isExcluded).map(languageOf)
  const filter = {
    languages: { any: languages(false), none: languages(true) },
    paths: { all: lower(false), none: lower(true) },
  }
  return searchRepoSymbols(ctx, wanted, { repos: await repos(), limit, filter })
}

function isIn(places: Query['places'], place: 'files' | 'repos'): boolean {
  return places.length === 0 || places.includes(place)
}

function valuesOf({ filters }: Query, key: 'lang' | 'path', isExcluded: boolean): string[] {
  return filters.flatMap((filter) => (filter.key === key && filter.isExcluded === isExcluded ? [filter.value] : []))
}

function languageOf(word: string): string {
  return findLanguage(word) ?? word
}

type Symbol = Pick<SymbolHit, 'symbol' | 'rank' | 'ranges'> & { language: string; wanted: string }

function toHit({ file, ...hit }: SymbolHit, wanted: string): SearchHit {
  const path = file.folder ? `${file.folder}/${file.fileName}` : file.fileName
  return ofSymbol({ ...hit, language: file.language, wanted }, { id: file.id, url: `/file/${file.id}`, place: path })
}

function toRepoHit({ repo: { name }, path, ...hit }: RepoSymbolHit, wanted: string): SearchHit {
  return ofSymbol({ ...hit, wanted }, { id: `${name}/${path}`, url: repoHref(name, path), place: `${name} · ${path}` })
}

function ofSymbol(
  { symbol: { name, kind, container, line }, language, rank, ranges, wanted }: Symbol,
  { id, url, place }: Pick<SearchHit, 'id' | 'url' | 'place'>,
): SearchHit {
  return {
    id: `${id}-${line}-${name}`,
    url: `${url}#L${line}`,
    title: name,
    ranges,
    place: container === null ? place : `${container} · ${place}`,
    excerpt: null,
    lines: [],
    updatedAt: null,
    language,
    symbolKind: kind,
    isFavourite: false,
    score: scoreOfSymbol(rank, wanted),
  }
}
