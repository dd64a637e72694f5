import { describe, expect, it } from 'vitest'
import { currentPlace, type Place, placesFor } from './navigation.ts'

const place = (key: Place['key'], href: string): Place => ({
  key,
  href,
  icon: 'files',
  section: 'main',
  phone: false,
  built: true,
})
const places = [place('files', '/files'), place('recent', '/files?category=recent'), place('trash', '/trash')]

describe('where a page belongs', () => {
  it.each([
    { path: '/files', belongs: 'files' },
    { path: '/files?q=x', belongs: 'files' },
    { path: '/files?q=x&category=recent', belongs: 'recent' },
    { path: '/trash/old', belongs: 'trash' },
    { path: '/trashed', belongs: undefined },
    { path: '/', belongs: undefined },
  ])('$path: $belongs', ({ path, belongs }) => {
    expect(currentPlace(places, path)?.key).toBe(belongs)
  })
})

it('offers only places that exist, and those of administration only to administrators', () => {
  expect(placesFor('admin').every((each) => each.built)).toBe(true)
  expect(placesFor('user').some((each) => each.section === 'admin')).toBe(false)
})
