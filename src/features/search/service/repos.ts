import type { Query } from '#base/search-query/query.ts'
import { joinRanges, markedTexts } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { findLanguage } from '#base/language/language.ts'
import { findRepoFilesByName, type FoundCode, repoHref, type Repo, searchRepos } from '#features/repos/public.ts'
import type { FoundGroup, SearchHit } from '../found.ts'
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
export async function searchRepoFiles(
  ctx: UserCtx,
  { query, limit, repos: listAsked, signal }: Asked,
): Promise<FoundGroup> {
  const repos = (await listAsked()).flatMap((repo) => (repo.head === null ? [] : [{ repo, commit: repo.head }]))
  const group = { name: 'repos' as const, hits: [], hasMore: false, unsearched: null }
  if (repos.length === 0) return group
  const [found, named] = await Promise.all([
    searchRepos(ctx, { repos, query: codeQuery(query), limits: limitsFor(limit), signal }),
    findNamed(
      ctx,
      repos.map(({ repo }) => repo),
      query,
      limit,
    ),
  ])
  // The patterns were compiled before, so that only an aborted search is left.
  if (found.is !== 'found') return group
  const names = new Map(repos.map(({ repo }) => [String(repo.mirrorId), repo.name]))
  const words = markedTexts(query)
  const byText = found.files.flatMap((file) => {
    const name = names.get(file.mirrorId)
    return name === undefined ? [] : [toHit(file, name, words, ctx.now)]
  })
  const isFound = new Set(byText.map(({ id }) => id))
  const byName = named.map(({ repoName, path }) => toHit({ path, lines: [] }, repoName, words, ctx.now))
  const hits = [...byText, ...byName.filter(({ id }) => !isFound.has(id))]
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

/** `read.h`, as it is typed by somebody who looks for a file. */
const FILE_NAME = /^[^\s/\\]+\.[\p{L}\p{N}]{1,10}$/u

/** Files with this name. Only a name with an extension is looked for, alone or in a repository: most words are no names. */
async function findNamed(ctx: UserCtx, repos: readonly Repo[], { terms, filters }: Query, limit: number) {
  const [term] = terms
  const isAlone = terms.length === 1 && filters.every(({ key }) => key === 'repo')
  if (!isAlone || !term || term.isExcluded || term.kind === 'pattern' || !FILE_NAME.test(term.text)) return []
  return findRepoFilesByName(ctx, repos, term.text, limit)
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

function toHit(
  { path, lines }: Pick<FoundCode, 'path' | 'lines'>,
  repoName: string,
  words: readonly string[],
  now: Date,
): SearchHit {
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
