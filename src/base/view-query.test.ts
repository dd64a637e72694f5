import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasViewFieldsOnly, VIEW_PAGES, viewHref, viewQuery, viewTargetOf } from './view-query.ts'

describe('viewTargetOf', () => {
  test.each([
    ['/search?q=%22total+price%22', { page: 'search', query: 'q=%22total+price%22' }],
    ['/search?q=a%20b', { page: 'search', query: 'q=a+b' }],
    ['/files?category=work&q=x&cursor=abc&done=trash', { page: 'files', query: 'q=x&category=work' }],
    ['/files?folder=%D7%A9%2Fb#results', { page: 'files', query: 'folder=%D7%A9%2Fb' }],
    ['/notes?show=tasks&note=1&color=', { page: 'notes', query: 'show=tasks' }],
  ])('%s is a view', (path, target) => {
    expect(viewTargetOf(path)).toEqual(target)
  })

  test.each([
    '/search',
    '/search?q=',
    '/files?sort=name_asc',
    '/files?cursor=a',
    '/filesx?q=1',
    '/file/1?q=1',
    '',
    '/',
  ])('%s is none', (path) => {
    expect(viewTargetOf(path)).toBeNull()
  })

  test('the address of a view leads to the same view, whatever it searches for', () => {
    fc.assert(
      fc.property(fc.constantFrom(...VIEW_PAGES), fc.string({ unit: 'grapheme', minLength: 1 }), (page, q) => {
        const query = new URLSearchParams({ q }).toString()
        expect(viewTargetOf(viewHref({ page, query }))).toEqual({ page, query })
        expect(new URLSearchParams(viewQuery(page, query) ?? '').get('q')).toBe(q)
      }),
    )
  })
})

test('hasViewFieldsOnly rejects fields of other pages and fields that come twice', () => {
  expect(hasViewFieldsOnly('files', 'q=a&sort=name_asc')).toBe(true)
  expect(hasViewFieldsOnly('search', 'q=a&lang=go')).toBe(false)
  expect(hasViewFieldsOnly('notes', 'q=a&q=b')).toBe(false)
  expect(hasViewFieldsOnly('files', 'q=a&cursor=x')).toBe(false)
})
