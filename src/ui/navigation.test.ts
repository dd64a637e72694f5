import { describe, expect, it } from 'vitest'
import { currentPlace, type Place, placesFor, rarePlacesFor } from './navigation.ts'

const place = (key: Place['key'], href: string): Place => ({
  key,
  href,
  icon: 'files',
  section: 'main',
  phone: false,
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

it('offers places of administration only to administrators', () => {
  expect(placesFor('user').some((each) => each.section === 'admin')).toBe(false)
})

it('keeps what is rare out of the sidebar; a page of it belongs to /admin', () => {
  const [rare] = rarePlacesFor('admin')
  expect(rare && placesFor('admin').includes(rare)).toBe(false)
  expect(currentPlace(placesFor('admin'), rare?.href ?? '')?.key).toBe('admin')
  expect(rarePlacesFor('premium')).toEqual([])
})
