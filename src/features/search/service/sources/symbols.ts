import { findLanguage } from '#base/language/language.ts'
import { chosenBy, wantedName } from '#base/search-query/query.ts'
import type { SearchPlace } from '#base/search-query/vocabulary.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { searchSymbols, type SymbolHit } from '#features/files/public.ts'
import { repoHref, type RepoSymbolHit, searchRepoSymbols } from '#features/repos/public.ts'
import type { Candidate } from '../../found.ts'
import type { Asked, Source } from './source.ts'

/** Definitions in the files of the library and of repositories, by name. `unsearched` counts what is not read yet: files of the library and repositories. */
export const findSymbols: Source = async (ctx, asked) => {
  const wanted = wantedName(asked.query)
  const [own, others] = await Promise.all([inLibrary(ctx, wanted, asked), inRepos(ctx, wanted, asked)])
  return {
    candidates: [
      ...own.hits.map((hit) => ({ ...fromLibrary(hit), symbolRank: hit.rank })),
      ...others.hits.map((hit) => ({ ...fromRepo(hit), symbolRank: hit.rank })),
    ],
    hasMore: own.hasMore || others.hasMore,
    unsearched: own.unread + others.unread > 0 ? { count: own.unread, ms: null, repos: others.unread } : null,
  }
}

const NOTHING = { hits: [], hasMore: false, unread: 0 }

/** The names of the library know nothing of repositories, so `repo:` leaves them out. */
async function inLibrary(ctx: UserCtx, wanted: string, { query, limit }: Asked) {
  if (!isIn(query, 'files') || query.filters.some(({ key }) => key === 'repo')) return NOTHING
  const [language] = chosenBy(query, 'lang', languageOf).any
  const [pathPart] = chosenBy(query, 'path').any
  return searchSymbols(ctx, wanted, { limit, language, pathPart })
}

async function inRepos(ctx: UserCtx, wanted: string, { query, limit, repos }: Asked) {
  if (!isIn(query, 'repos')) return NOTHING
  const filter = {
    languages: chosenBy(query, 'lang', languageOf),
    paths: chosenBy(query, 'path', (part) => part.toLowerCase()),
  }
  return searchRepoSymbols(ctx, wanted, { repos: await repos(), limit, filter })
}

function isIn({ places }: Asked['query'], place: SearchPlace): boolean {
  return places.length === 0 || places.includes(place)
}

function languageOf(word: string): string {
  return findLanguage(word) ?? word
}

type LibrarySymbol = Pick<SymbolHit, 'file' | 'symbol' | 'ranges'>
type RepoSymbol = Pick<RepoSymbolHit, 'repo' | 'path' | 'language' | 'symbol' | 'ranges'>

export function fromLibrary({ file, ...hit }: LibrarySymbol): Candidate {
  const path = file.folder ? `${file.folder}/${file.fileName}` : file.fileName
  return toCandidate({ ...hit, language: file.language }, { id: file.id, url: `/file/${file.id}`, place: path })
}

export function fromRepo({ repo: { name }, path, ...hit }: RepoSymbol): Candidate {
  return toCandidate(hit, { id: `${name}/${path}`, url: repoHref(name, path), place: `${name} · ${path}` })
}

function toCandidate(
  { symbol, language, ranges }: Pick<SymbolHit, 'symbol' | 'ranges'> & { language: string },
  { id, url, place }: Pick<Candidate, 'id' | 'url' | 'place'>,
): Candidate {
  const { name, kind, container, line } = symbol
  return {
    id: `${id}-${line}-${name}`,
    url: `${url}#L${line}`,
    title: name,
    ranges,
    place: container === null ? place : `${container} · ${place}`,
    language,
    symbolKind: kind,
  }
}
