import { findLanguage } from '#base/language/language.ts'
import { chosenBy, type Query } from '#base/search-query/query.ts'
import { joinRanges } from '#base/search-query/text-terms.ts'
import type { UserCtx } from '#platform/ctx.ts'
import {
  findRepoFilesByName,
  type FoundCode,
  listRepos,
  repoHref,
  type Repo,
  searchRepos,
} from '#features/repos/public.ts'
import type { Candidate } from '../../found.ts'
import type { Source } from './source.ts'

/** An answer takes little more. */
const INDEX_MS = 180
/** Longer, because git reads every file of a repository that the code index does not have. */
const SEARCH_MS = 400
/** Among so many files the best are chosen: git finds them in the order of their paths. */
const RANKED = 40
const LINES_PER_FILE = 3
const LINE_CHARS = 240

/** The user's repositories that the filters `repo:` of a query let through. */
export async function listNamedRepos(ctx: UserCtx, query: Query): Promise<Repo[]> {
  const { any, none } = chosenBy(query, 'repo', (value) => value.toLowerCase())
  return (await listRepos(ctx)).filter(({ name }) => {
    const isNamed = (value: string) => name.toLowerCase().includes(value)
    return (any.length === 0 || any.some(isNamed)) && !none.some(isNamed)
  })
}

/** Files of the user's repositories. Niqqud counts there: the code index compares texts as they are. */
export const findInRepos: Source = async (ctx, { query, limit, repos: listAsked, signal }) => {
  const repos = (await listAsked()).flatMap((repo) => (repo.head === null ? [] : [{ repo, commit: repo.head }]))
  const nothing = { candidates: [], hasMore: false, unsearched: null }
  if (repos.length === 0) return nothing
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
  if (found.is !== 'found') return nothing
  const names = new Map(repos.map(({ repo }) => [String(repo.mirrorId), repo.name]))
  const byText = found.files.flatMap((file) => {
    const name = names.get(file.mirrorId)
    return name === undefined ? [] : [toCandidate(file, name)]
  })
  const isFound = new Set(byText.map(({ id }) => id))
  const byName = named.map(({ repoName, path }) => toCandidate({ path, lines: [] }, repoName))
  return {
    candidates: [...byText, ...byName.filter(({ id }) => !isFound.has(id))],
    hasMore: found.isCut,
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

function codeQuery(query: Query) {
  const { terms, isCaseSensitive } = query
  return {
    terms: terms.map(({ kind, text, isExcluded }) => ({
      kind: kind === 'pattern' ? ('pattern' as const) : ('text' as const),
      text,
      isNegated: isExcluded,
    })),
    isCaseSensitive,
    languages: filtersOf(query, 'lang', (text) => findLanguage(text) ?? text),
    paths: filtersOf(query, 'path'),
  }
}

function filtersOf(query: Query, key: 'lang' | 'path', read?: (value: string) => string) {
  const { any, none } = chosenBy(query, key, read)
  return [...any.map((text) => ({ text, isNegated: false })), ...none.map((text) => ({ text, isNegated: true }))]
}

function toCandidate({ path, lines }: Pick<FoundCode, 'path' | 'lines'>, repoName: string): Candidate {
  const url = repoHref(repoName, path)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const folder = path.slice(0, -name.length - 1)
  return {
    id: `${repoName}/${path}`,
    url,
    title: name,
    place: folder === '' ? repoName : `${repoName} · ${folder}`,
    lines: lines.map(({ line, text, ranges }) => ({
      line,
      text,
      ranges: joinRanges(ranges.map(({ from, to }) => [from, to])),
      cut: { start: false, end: false },
      url: `${url}#L${line}`,
    })),
  }
}
