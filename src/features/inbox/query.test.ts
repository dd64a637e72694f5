import { describe, expect, test } from 'vitest'
import { parseNotesQuery, textsToMark } from './query.ts'

describe('parseNotesQuery', () => {
  test.each([
    ['', 'none'],
    ['  ', 'none'],
    ['case:yes', 'none'],
    ['in:notes', 'none'],
    ['milk', 'query'],
    ['is:task', 'query'],
    ['milk in:files in:notes', 'query'],
    ['std::vector', 'query'],
    ['repo:owner/name before:2026', 'query'],
  ] as const)('%j is read as %s', (q, kind) => {
    expect(parseNotesQuery(q).kind).toBe(kind)
  })

  test.each([
    ['milk lang:go', 'not_for_notes', 5, 12, 'lang:'],
    ['path:"a b" milk', 'not_for_notes', 0, 10, 'path:'],
    ['milk -path:src', 'not_for_notes', 5, 14, 'path:'],
    ['sym:total', 'not_for_notes', 0, 9, 'sym:'],
    ['חלב is:trash', 'not_for_notes', 4, 12, 'is:trash'],
    ['milk in:boards', 'not_for_notes', 5, 14, 'in:boards'],
    ['milk "bread', 'unclosed_quote', 5, 11, ''],
  ] as const)('%s points at the letters that are wrong', (q, code, from, to, detail) => {
    expect(parseNotesQuery(q)).toEqual({ kind: 'error', error: { code, from, to, detail } })
  })
})

test('words and phrases are marked, exclusions and filters are not', () => {
  expect(textsToMark('milk "two words" -bread /x+/ is:task')).toEqual(['milk', 'two words'])
  expect(textsToMark('milk lang:go')).toEqual([])
})
