import { CATEGORIES, categoriesTyped, categoryNamed } from '../../categories.ts'
import { DEFAULT_PAGE_SORT, type Sort, SORTS } from '../../list-order.ts'

/** The filters of a list, named as in its URL. An empty string means that the filter is not set. */
export type Filters = { q: string; lang: string; category: string; repo: string; folder: string; sort: Sort }
export type FilterKey = 'lang' | 'category' | 'repo' | 'folder'
export type Chip = { key: FilterKey; text: string }

const QUALIFIERS = ['lang', 'tag', 'repo', 'folder', 'is', 'has'] as const
export type Qualifier = (typeof QUALIFIERS)[number]
/** A qualifier that is being typed at the end of the text. */
export type Typed = { qualifier: Qualifier; value: string; before: string }

export const NO_FILTERS: Filters = { q: '', lang: '', category: '', repo: '', folder: '', sort: DEFAULT_PAGE_SORT }

export function filtersFrom(ask: Partial<Record<keyof Filters, string | undefined>>): Filters {
  const { q = '', lang = '', category = '', repo = '', folder = '', sort } = ask
  return { q, lang, category, repo, folder, sort: SORTS.find((each) => each === sort) ?? NO_FILTERS.sort }
}

/** The canonical URL of a list: no empty parameters, always in the same order. */
export function filesHref(filters: Filters, cursor?: string | null): string {
  const query = queryOf(filters)
  if (cursor) query.set('cursor', cursor)
  return query.size === 0 ? '/files' : `/files?${query.toString()}`
}

export function queryOf({ q, lang, category, repo, folder, sort }: Filters): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ q, lang, category, repo, folder }))
    if (value !== '') query.set(name, value)
  if (sort !== NO_FILTERS.sort) query.set('sort', sort)
  return query
}

/** Chips in order; Backspace removes the last one first. */
export function chipsOf({ lang, category, repo, folder }: Filters): Chip[] {
  const chips: Chip[] = []
  if (lang) chips.push({ key: 'lang', text: `lang:${lang}` })
  if (category) chips.push({ key: 'category', text: categoryText(category) })
  if (repo) chips.push({ key: 'repo', text: `repo:${repo}` })
  if (folder) chips.push({ key: 'folder', text: `folder:${folder}` })
  return chips
}

/** Every other category is a tag. */
function categoryText(category: string): string {
  const known = categoryNamed(category)
  return known ? CATEGORIES[known].typed : `tag:${category}`
}

function categoryOf(stateWord: string): string {
  const typed = stateWord === 'favorite' ? 'favourite' : stateWord
  return categoriesTyped('is').find(({ word }) => word === typed)?.name ?? stateWord
}

export function without(filters: Filters, key: FilterKey): Filters {
  return { ...filters, [key]: '' }
}

/** A second filter of a kind replaces the first, because the URL holds one of each. */
export function withQualifier(filters: Filters, qualifier: Qualifier, value: string): Filters {
  switch (qualifier) {
    case 'lang':
      return { ...filters, lang: value }
    case 'repo':
      return { ...filters, repo: value }
    case 'folder':
      return { ...filters, folder: value.replace(/^\/+|\/+$/g, '') }
    case 'tag':
      return { ...filters, category: value }
    case 'has':
      return { ...filters, category: `has:${value.toLowerCase()}` }
    case 'is':
      return { ...filters, category: categoryOf(value) }
  }
}

const TYPING = /(?:^|\s)(lang|tag|repo|folder|is|has):(\S*)$/i

export function typedQualifier(text: string): Typed | null {
  const match = TYPING.exec(text)
  const qualifier = QUALIFIERS.find((each) => each === match?.[1]?.toLowerCase())
  if (!match || !qualifier) return null
  return { qualifier, value: match[2] ?? '', before: text.slice(0, match.index).trimEnd() }
}

/** Parses a typed or pasted text: qualifiers become filters, the rest is the query. */
export function readText(text: string, filters: Filters, spelling: (typed: Typed) => string): Filters {
  let rest = text.trim()
  let read = filters
  const words = rest.split(/\s+/)
  for (const word of words) {
    const typed = typedQualifier(word)
    if (!typed || typed.value === '') continue
    read = withQualifier(read, typed.qualifier, spelling(typed))
    rest = rest
      .replace(word, '')
      .trim()
      .replace(/\s{2,}/g, ' ')
  }
  return { ...read, q: rest }
}
