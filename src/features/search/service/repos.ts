import type { Query } from '#base/search-query/query.ts'
import { joinRanges, markedTexts } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findLanguage } from '#base/language/language.ts'
import { type FoundCode, repoHref, searchRepos } from '#features/repos/public.ts'
import type { SearchGroup, SearchHit } from '../found.ts'
import { scoreOf } from '../rank.ts'
import type { Asked } from './asked.ts'

/** An answer takes little more. */
const INDEX_MS = 180
/** Longer, because git reads every file of a repository that the code index does not have. */
const SEARCH_MS = 400
/** Among so many files the best are chosen: git finds them in the order of their paths. */
const RANKED = 40
const LINES_PER_FILE = 3
const LINE_CHARS = 240

/** Files of the user's repositories. Niqqud counts there: the code index compares texts as they are. */
export async function searchRepoFiles(ctx: UserCtx, { query, limit, repos: listAsked }: Asked): Promise<SearchGroup> {
  const repos = (await listAsked()).flatMap((repo) => (repo.head === null ? [] : [{ repo, commit: repo.head }]))
  const group = { name: 'repos' as const, hits: [], hasMore: false, unsearched: null }
  if (repos.length === 0) return group
  const found = await searchRepos(ctx, { repos, query: codeQuery(query), limits: limitsFor(limit) })
  // The patterns were compiled before, and nobody aborts this search.
  if (found.is !== 'found') return group
  const names = new Map(repos.map(({ repo }) => [String(repo.mirrorId), repo.name]))
  const words = markedTexts(query)
  const hits = found.files.flatMap((file) => {
    const name = names.get(file.mirrorId)
    return name === undefined ? [] : [toHit(file, name, words, ctx.now)]
  })
  return {
    name: 'repos',
    hits: hits.toSorted((a, b) => b.score - a.score).slice(0, limit),
    hasMore: found.isCut || hits.length > limit,
    countsNiqqud: true,
    unsearched:
      found.left.length > 0 || found.isStopped
        ? { count: null, ms: found.byGit.length > 0 ? SEARCH_MS : INDEX_MS }
        : null,
  }
}

function limitsFor(limit: number) {
  const files = Math.max(limit + 1, RANKED)
  const lines = { lines: files * LINES_PER_FILE, linesPerFile: LINES_PER_FILE, lineChars: LINE_CHARS }
  return { files, ...lines, indexMs: INDEX_MS, ms: SEARCH_MS }
}

function codeQuery({ terms, filters, isCaseSensitive }: Query) {
  const of = (key: 'lang' | 'path') =>
    filters.flatMap((filter) => (filter.key === key ? [{ text: filter.value, isNegated: filter.isExcluded }] : []))
  return {
    terms: terms.map(({ kind, text, isExcluded }) => ({
      kind: kind === 'pattern' ? ('pattern' as const) : ('text' as const),
      text,
      isNegated: isExcluded,
    })),
    isCaseSensitive,
    languages: of('lang').map(({ text, isNegated }) => ({ text: findLanguage(text) ?? text, isNegated })),
    paths: of('path'),
  }
}

function toHit({ path, lines }: FoundCode, repoName: string, words: readonly string[], now: Date): SearchHit {
  const url = repoHref(repoName, path)
  const shown = lines.map(({ line, text, ranges }) => ({
    line,
    text,
    ranges: joinRanges(ranges.map(({ from, to }) => [from, to])),
    cut: { start: false, end: false },
    url: `${url}#L${line}`,
  }))
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = path.slice(0, -name.length - 1)
  return {
    id: `${repoName}/${path}`,
    url,
    title: name,
    ranges: [],
    place: folder === '' ? repoName : `${repoName} · ${folder}`,
    excerpt: null,
    lines: shown,
    updatedAt: null,
    language: null,
    symbolKind: null,
    isFavourite: false,
    score: scoreOf({ name, texts: shown, isFavourite: false, isOwn: false, updatedAt: null }, words, now),
  }
}
