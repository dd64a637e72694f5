import { describe, expect, it } from 'vitest'
import { suggestionsFor, spellingIn } from './suggest.ts'

const counts = {
  languages: [
    { name: 'TypeScript', n: 30 },
    { name: 'Python', n: 12 },
    { name: 'Script', n: 1 },
  ],
  tags: [{ name: 'בית', n: 2 }],
  repos: [{ name: 'acme/api', n: 4 }],
  folders: [{ name: 'src/lib', n: 2 }],
  categories: [{ name: 'favorites', n: 3 }],
}
const typed = (qualifier: 'lang' | 'tag' | 'repo' | 'is', value: string) => ({ qualifier, value, before: '' })

describe('suggestions for a qualifier', () => {
  it('have counts and are sorted by use', () => {
    expect(suggestionsFor(typed('lang', ''), counts).map(({ value, n }) => `${value} ${n}`)).toEqual([
      'TypeScript 30',
      'Python 12',
      'Script 1',
    ])
  })

  it('list prefix matches before substring matches', () => {
    expect(suggestionsFor(typed('lang', 'scr'), counts).map(({ value }) => value)).toEqual(['Script', 'TypeScript'])
  })

  it('include the values of is:, with a count where one is kept', () => {
    expect(suggestionsFor(typed('is', 'fav'), counts)).toEqual([{ value: 'favourite', n: 3 }])
    expect(suggestionsFor(typed('is', 'rec'), counts)).toEqual([{ value: 'recent', n: null }])
  })
})

it('spellingIn uses the spelling of the library and keeps unknown names as typed', () => {
  expect(spellingIn(counts)(typed('lang', 'PYTHON'))).toBe('Python')
  expect(spellingIn(counts)(typed('tag', 'new'))).toBe('new')
})
