import { describe, expect, it, test } from 'vitest'
import { findPageShowing, readNotice } from './notice.ts'

const words = (locale: 'he' | 'en') => ({ fallbackTitle: `title ${locale}`, fallbackBody: `body ${locale}` })
const read = (payload: unknown, speaks = 'en-US') =>
  readNotice(typeof payload === 'string' || payload === null ? payload : JSON.stringify(payload), speaks, words)

describe('every push displays a notification', () => {
  it.each([
    ['nothing', null],
    ['no JSON', 'hello'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['wrong types', '{"title":1,"tag":{},"url":[]}'],
    ['an unknown kind', '{"kind":"from the future"}'],
  ])('%s', (_, payload) => {
    expect(read(payload)).toEqual({
      title: 'title en',
      body: 'body en',
      tag: 'codeshelf',
      lang: 'en',
      url: '/reminders',
      seen: null,
    })
  })

  it('uses the language of the browser when the message has none', () => {
    expect(read(null, 'he-IL').title).toBe('title he')
    expect(read(null, 'iw').title).toBe('title he')
    expect(read({ lang: 'he' }).title).toBe('title he')
  })
})

test('a reminder has its note and time, and a tag of both', () => {
  const payload = {
    kind: 'reminder',
    lang: 'he',
    title: 'לבדוק',
    body: 'a.py:3',
    url: '/file/x?note=y#L3',
    tag: 'n@t',
    note_id: 'n',
    remind_at: 't',
  }
  expect(read(payload)).toEqual({
    title: 'לבדוק',
    body: 'a.py:3',
    url: '/file/x?note=y#L3',
    tag: 'n@t',
    lang: 'he',
    seen: { noteId: 'n', remindAt: 't' },
  })
})

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'leads to no other site: %s',
  (url) => expect(read({ url }).url).toBe('/reminders'),
)

test('findPageShowing returns only the page that displays the note', () => {
  const origin = 'https://shelf.test'
  const pages = [{ url: `${origin}/files` }, { url: `${origin}/file/a#L9` }]
  expect(findPageShowing(pages, '/file/a?note=n#L3', origin)).toBe(pages[1])
  expect(findPageShowing(pages, '/file/b?note=n', origin)).toBeNull()
})
