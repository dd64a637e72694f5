import { expect, test } from 'vitest'
import type { GroupName } from '#base/search-query/vocabulary.ts'
import type { SearchGroup } from './found.ts'
import { isVisible, markStale, placeGroup, type ShownGroup } from './shown.ts'

const group = (name: GroupName, ...scores: number[]): SearchGroup => ({
  name,
  hits: scores.map((score) => ({
    id: `${name}-${score}`,
    url: '/',
    title: name,
    ranges: [],
    place: '',
    excerpt: null,
    lines: [],
    updatedAt: null,
    language: null,
    symbolKind: null,
    isFavourite: false,
    score,
  })),
  hasMore: false,
  unsearched: null,
  countsNiqqud: false,
  moreUrl: null,
})
const place = (groups: readonly SearchGroup[], mayMove: boolean, shown: readonly ShownGroup[] = []) =>
  groups.reduce<readonly ShownGroup[]>((all, each) => placeGroup(all, each, mayMove), shown)
const names = (shown: readonly ShownGroup[]) => shown.map(({ name, isStale }) => (isStale ? `${name} (stale)` : name))

test('groups are put into the order of the page, in whatever order they arrive', () => {
  const groups = [group('notes', 20), group('boards'), group('repos', 48), group('files', 48, 180)]
  expect(names(place(groups, true))).toEqual(['files', 'repos', 'notes'])
  expect(names(place(groups.toReversed(), true))).toEqual(['files', 'repos', 'notes'])
})

test('a group that arrives after the reader has begun to choose goes below the others', () => {
  const shown = place([group('notes', 20)], true)
  expect(names(place([group('files', 180)], false, shown))).toEqual(['notes', 'files'])
})

test('groups of the query before stay in their positions until their own results arrive', () => {
  const before = markStale(place([group('files', 180), group('notes', 20)], true))
  expect(names(before)).toEqual(['files (stale)', 'notes (stale)'])
  const [, notes] = place([group('notes', 48)], false, before)
  expect(notes).toMatchObject({ isStale: false, hits: [{ score: 48 }] })
  expect(names(place([group('files')], false, before))).toEqual(['notes (stale)'])
})

test('a group without results is shown when something was left out', () => {
  expect(isVisible({ ...group('repos'), unsearched: { count: null, ms: 180 } })).toBe(true)
  expect(isVisible(group('repos'))).toBe(false)
})
