import { describe, expect, it } from 'vitest'
import { currentItem, type NavItem, sidebarItemsFor, adminPageItemsFor } from './navigation.ts'

const item = (key: NavItem['key'], href: string): NavItem => ({
  key,
  href,
  icon: 'files',
  section: 'main',
  phone: false,
})
const items = [item('files', '/files'), item('recent', '/files?category=recent'), item('trash', '/trash')]

describe('the current navigation item', () => {
  it.each([
    { path: '/files', belongs: 'files' },
    { path: '/files?q=x', belongs: 'files' },
    { path: '/files?q=x&category=recent', belongs: 'recent' },
    { path: '/trash/old', belongs: 'trash' },
    { path: '/trashed', belongs: undefined },
    { path: '/', belongs: undefined },
  ])('$path: $belongs', ({ path, belongs }) => {
    expect(currentItem(items, path)?.key).toBe(belongs)
  })
})

it('sidebarItemsFor returns admin items only to administrators', () => {
  expect(sidebarItemsFor('user').some((each) => each.section === 'admin')).toBe(false)
})

it('sidebarItemsFor omits rare items, whose pages belong to /admin', () => {
  const [rare] = adminPageItemsFor('admin')
  expect(rare && sidebarItemsFor('admin').includes(rare)).toBe(false)
  expect(currentItem(sidebarItemsFor('admin'), rare?.href ?? '')?.key).toBe('admin')
  expect(adminPageItemsFor('premium')).toEqual([])
})
