import type { Query } from '#base/search-query/query.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { searchSymbols as findSymbols, type SymbolHit } from '#features/files/public.ts'
import { findLanguage } from '#base/language/language.ts'
import type { SearchGroup, SearchHit } from '../found.ts'
import { scoreOfSymbol } from '../rank.ts'
import type { Asked } from './asked.ts'

/** Definitions in the files of the library, by name. `unsearched` counts files whose symbols are not read yet. */
export async function searchSymbols(ctx: UserCtx, { query, limit }: Asked): Promise<SearchGroup> {
  const wanted = query.terms.find(({ isExcluded }) => !isExcluded)?.text ?? ''
  const language = valueOf(query, 'lang')
  const { hits, hasMore, unread } = await findSymbols(ctx, wanted, {
    limit,
    language: language === undefined ? undefined : (findLanguage(language) ?? language),
    pathPart: valueOf(query, 'path'),
  })
  return {
    name: 'symbols',
    hits: hits.map(toHit),
    hasMore,
    unsearched: unread > 0 ? { count: unread, ms: null } : null,
  }
}

function valueOf({ filters }: Query, key: 'lang' | 'path'): string | undefined {
  return filters.find((filter) => filter.key === key && !filter.isExcluded)?.value
}

function toHit({ file, symbol, rank, ranges }: SymbolHit): SearchHit {
  const path = file.folder ? `${file.folder}/${file.fileName}` : file.fileName
  return {
    id: `${file.id}-${symbol.line}-${symbol.name}`,
    url: `/file/${file.id}#L${symbol.line}`,
    title: symbol.name,
    ranges,
    place: symbol.container === null ? path : `${symbol.container} · ${path}`,
    excerpt: null,
    lines: [],
    updatedAt: null,
    language: file.language,
    symbolKind: symbol.kind,
    isFavourite: false,
    score: scoreOfSymbol(rank),
  }
}
