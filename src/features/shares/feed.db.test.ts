import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

const HOSTILE_NAME = `<b>Dana</b> & ]]> "`
const HOSTILE_FILE = `<x> & ]]> '".py`

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user(HOSTILE_NAME)
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

async function link(who: TestUser, fileName: string, more: object = {}) {
  const id = await who.saveFile(fileName, 'x = 1\n')
  const { share_url: url } = replyOf(await who.post('/api/files/create-share-link', { file_ids: [id], ...more }))
  const share = replyOf(await who.get('/api/shares')).shares.find((each) => each.url === url)
  return { fileId: id, url, shareId: String(share?.share_id) }
}

const addToFeed = (who: TestUser, shareId: string, in_feed = 'yes') => who.form(`/shares/${shareId}/feed`, { in_feed })
const settings = async (who: TestUser) => (await who.page('/settings/shares')).text
const feedUrl = async (who: TestUser) =>
  /https:\/\/shelf\.test(\/feeds\/[\w-]{43})/.exec(await settings(who))?.[1] ?? ''

async function turnOn(who: TestUser): Promise<string> {
  expect(await who.form('/shares/feed', { feed: 'on' })).toMatchObject({
    status: 303,
    headers: { location: settingsHref('shares') },
  })
  return feedUrl(who)
}

describe('the feed of a user', () => {
  test('does not exist until its owner turns it on, and turning it off ends its address for good', async () => {
    expect(await feedUrl(omer)).toBe('')
    const first = await turnOn(omer)
    expect(await turnOn(omer)).toBe(first)
    expect((await app.visitor().get(first)).status).toBe(200)
    await omer.form('/shares/feed', { feed: 'off' })
    expect((await app.visitor().get(first)).status).toBe(404)
    expect(await feedUrl(omer)).toBe('')
    expect(await turnOn(omer)).not.toBe(first)
    expect((await app.visitor().get(first)).status).toBe(404)
  })

  test('contains only the links that its owner added, and is well-formed with hostile names', async () => {
    const url = await turnOn(dana)
    const [added, other] = [await link(dana, HOSTILE_FILE), await link(dana, 'unlisted.py')]
    expect(await addToFeed(dana, added.shareId)).toMatchObject({ status: 303 })
    const { headers, text } = await app.visitor().get(url)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>https://shelf.test${url}</id>
<title>Code shared by &lt;b&gt;Dana&lt;/b&gt; &amp; ]]&gt; &quot;</title>
<updated>2026-11-15T09:30:00.123+00:00</updated>
<link rel="self" type="application/atom+xml" href="https://shelf.test${url}"/>
<author><name>&lt;b&gt;Dana&lt;/b&gt; &amp; ]]&gt; &quot;</name></author>
<generator>Codeshelf</generator>
<entry>
<id>${added.url}</id>
<title>&lt;x&gt; &amp; ]]&gt; &apos;&quot;.py</title>
<link rel="alternate" type="text/html" href="${added.url}"/>
<published>2026-11-15T09:30:00.123+00:00</published>
<updated>2026-11-15T09:30:00.123+00:00</updated>
<summary>Python</summary>
</entry>
</feed>
`)
    expect(text).not.toContain(other.url)
    const etag = String(headers['etag'])
    expect((await app.visitor().get(url, { 'if-none-match': etag })).status).toBe(304)
    await addToFeed(dana, added.shareId, 'no')
    expect((await app.visitor().get(url, { 'if-none-match': etag })).text).not.toContain('<entry>')
  })

  test('drops links that are revoked, expired or without live files', async () => {
    const url = await turnOn(dana)
    const revoked = await link(dana, 'revoked.py')
    const expired = await link(dana, 'expired.py', { days: 1 })
    const trashed = await link(dana, 'trashed.py')
    for (const { shareId } of [revoked, expired, trashed]) await addToFeed(dana, shareId)
    expect((await app.visitor().get(url)).text.match(/<entry>/g)).toHaveLength(3)
    await dana.delete(`/api/shares/${revoked.shareId}`)
    await dana.post(`/api/files/${trashed.fileId}/trash`)
    app.advance(86_401)
    expect((await app.visitor().get(url)).text).not.toContain('<entry>')
  })

  test('takes no internal share, and no share of another user', async () => {
    const id = await dana.saveFile('internal.py', 'x\n')
    const { share_id: internal } = replyOf(await dana.post(`/api/files/${id}/share`, {}))
    expect((await addToFeed(dana, internal)).status).toBe(404)
    const theirs = await link(omer, 'theirs.py')
    expect((await addToFeed(dana, theirs.shareId)).status).toBe(404)
    expect((await addToFeed(dana, 'nonsense')).status).toBe(404)
  })

  test('at an unknown address is 404, whoever asks', async () => {
    for (const path of [`/feeds/${'x'.repeat(43)}`, '/feeds/x', `/feeds/${String(dana.id)}`])
      expect((await dana.get(path)).status, path).toBe(404)
  })
})
