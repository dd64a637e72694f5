import { describe, expect, it } from 'vitest'
import {
  chipsOf,
  filesHref,
  filtersFrom,
  NO_FILTERS,
  readText,
  typedQualifier,
  withQualifier,
  without,
} from './filters.ts'

const asTyped = ({ value }: { value: string }) => value

describe('filesHref', () => {
  it('contains only the filters that are set', () => {
    expect(filesHref(NO_FILTERS)).toBe('/files')
    expect(filesHref({ ...NO_FILTERS, q: 'שלום', lang: 'C++' })).toBe('/files?q=%D7%A9%D7%9C%D7%95%D7%9D&lang=C%2B%2B')
    expect(filesHref({ ...NO_FILTERS, sort: 'created_at_asc' }, 'abc')).toBe('/files?sort=created_at_asc&cursor=abc')
  })

  it('is parsed back to the same filters', () => {
    const filters = {
      q: 'a&b',
      lang: 'C#',
      category: 'בית',
      repo: 'o/r',
      folder: 'src/ספר',
      sort: 'created_at_asc' as const,
    }
    const [, query = ''] = filesHref(filters).split('?')
    expect(filtersFrom(Object.fromEntries(new URLSearchParams(query)))).toEqual(filters)
  })
})

describe('chips', () => {
  it.each([
    { filters: { lang: 'Python' }, chips: ['lang:Python'] },
    { filters: { category: 'favorites' }, chips: ['is:favourite'] },
    { filters: { category: 'has:task' }, chips: ['has:task'] },
    { filters: { category: 'is:untagged' }, chips: ['is:untagged'] },
    // A tag of this name stays a tag.
    { filters: { category: 'untagged' }, chips: ['tag:untagged'] },
    { filters: { category: 'work' }, chips: ['tag:work'] },
    { filters: { lang: 'Go', category: 'large', repo: 'a/b' }, chips: ['lang:Go', 'is:large', 'repo:a/b'] },
    { filters: { folder: 'src/lib' }, chips: ['folder:src/lib'] },
    { filters: {}, chips: [] },
  ])('$chips', ({ filters, chips }) => {
    expect(chipsOf(filtersFrom(filters)).map(({ text }) => text)).toEqual(chips)
  })

  it('replace a favourite by a tag, because the URL holds one category', () => {
    const favourites = withQualifier(NO_FILTERS, 'is', 'favourite')
    expect(favourites.category).toBe('favorites')
    expect(withQualifier(NO_FILTERS, 'is', 'favorite')).toEqual(favourites)
    expect(withQualifier(favourites, 'tag', 'work').category).toBe('work')
    expect(without(favourites, 'category')).toEqual(NO_FILTERS)
  })
})

describe('a qualifier being typed', () => {
  it.each([
    { text: 'lang:', is: { qualifier: 'lang', value: '', before: '' } },
    { text: 'retry LANG:py', is: { qualifier: 'lang', value: 'py', before: 'retry' } },
    { text: 'שלום tag:ב', is: { qualifier: 'tag', value: 'ב', before: 'שלום' } },
    { text: 'has:no', is: { qualifier: 'has', value: 'no', before: '' } },
    { text: 'slang:py', is: null },
    { text: 'lang:py and more', is: null },
  ])('$text', ({ text, is }) => {
    expect(typedQualifier(text)).toEqual(is)
  })
})

it('readText turns qualifiers of a pasted text into filters and searches for the rest', () => {
  expect(readText('  retry lang:Go is:favourite  loop ', NO_FILTERS, asTyped)).toEqual({
    ...NO_FILTERS,
    q: 'retry loop',
    lang: 'Go',
    category: 'favorites',
  })
  expect(readText('http://x lang: y', NO_FILTERS, asTyped).q).toBe('http://x lang: y')
  // Without a qualifier the text is searched unchanged: two spaces stay two spaces.
  expect(readText('a  b', NO_FILTERS, asTyped).q).toBe('a  b')
})
