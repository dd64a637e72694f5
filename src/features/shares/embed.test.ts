import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { unescapeHtml } from '#base/html.ts'
import { escapeXml, renderAtom } from './atom.ts'
import { embedCode, embedPath, formatRange, HEIGHT, parseRange, readHeight } from './embed.ts'
import { describeEmbed, parseTarget } from './oembed.ts'

const ORIGIN = 'https://shelf.test'
const TOKEN = 'a'.repeat(43)
const PART = { token: TOKEN, position: null, range: null }

describe('parseRange', () => {
  it.each([
    ['7', '7'],
    ['3-9', '3-9'],
    ['L3-L9', '3-9'],
    ['#L3-9', '3-9'],
    ['9-3', '3-9'],
  ])('parses %s', (text, range) => {
    const parsed = parseRange(text)
    expect(parsed && formatRange(parsed)).toBe(range)
  })

  it.each(['', '0', 'L', '-3', '3-', '3-9-12', '3,9', ' 3', '３', '12345678', '3-9<script>'])('rejects %j', (text) => {
    expect(parseRange(text)).toBeNull()
  })
})

describe('readHeight', () => {
  it.each([
    [{ type: HEIGHT, height: 240 }, 240],
    [{ type: HEIGHT, height: 1e9 }, 20_000],
    [{ type: HEIGHT, height: 0 }, null],
    [{ type: HEIGHT, height: -1 }, null],
    [{ type: HEIGHT, height: 1.5 }, null],
    [{ type: HEIGHT, height: '240' }, null],
    [{ type: HEIGHT, height: Number.NaN }, null],
    [{ type: HEIGHT, height: Infinity }, null],
    [{ type: 'another', height: 240 }, null],
    [{ height: 240 }, null],
    ['codeshelf-embed-height', null],
    [null, null],
    [240, null],
  ])('of %j is %j', (message, height) => {
    expect(readHeight(message)).toBe(height)
  })
})

describe('parseTarget', () => {
  it.each([
    [`/shared/${TOKEN}`, PART],
    [`/shared/${TOKEN}/embed`, PART],
    [`/shared/${TOKEN}?file=2#L3-L9`, { token: TOKEN, position: 2, range: { from: 3, to: 9 } }],
    [`/shared/${TOKEN}/embed?lines=4`, { token: TOKEN, position: null, range: { from: 4, to: 4 } }],
  ])('finds the link of %s', (path, part) => {
    expect(parseTarget(ORIGIN + path, ORIGIN)).toEqual({ kind: 'link', part })
  })

  it.each([
    `https://evil.test/shared/${TOKEN}`,
    `http://shelf.test/shared/${TOKEN}`,
    `https://shelf.test@evil.test/shared/${TOKEN}`,
    `${ORIGIN}/shared/${TOKEN}/1`,
    `${ORIGIN}/shared/${TOKEN}/embed/more`,
    `${ORIGIN}/shared/${TOKEN}x`,
    `${ORIGIN}/shared/${TOKEN}?file=x`,
    `${ORIGIN}/shared/${TOKEN}#other`,
    `${ORIGIN}/file/${TOKEN}`,
    ORIGIN,
    `/shared/${TOKEN}`,
    'javascript:alert(1)',
    '',
  ])('does not know %s', (url) => {
    expect(parseTarget(url, ORIGIN)).toEqual({ kind: 'unknown' })
  })

  it('reports every internal share as private, whether it exists or not', () => {
    expect(parseTarget(`${ORIGIN}/share/anything`, ORIGIN)).toEqual({ kind: 'private' })
  })
})

describe('describeEmbed', () => {
  const embed = (name: string, size = {}) =>
    describeEmbed(
      ORIGIN,
      PART,
      { name, range: { from: 1, to: 10 } },
      { maxWidth: undefined, maxHeight: undefined, ...size },
    )

  test('keeps the limits of the consumer', () => {
    expect(embed('a.py')).toMatchObject({ width: 720, height: 262 })
    expect(embed('a.py', { maxWidth: 300, maxHeight: 100 })).toMatchObject({ width: 300, height: 100 })
    expect(embed('a.py', { maxWidth: 5_000, maxHeight: 5_000 })).toMatchObject({ width: 720, height: 262 })
  })

  test('writes any name as one attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const { html } = embed(name)
        expect(html.match(/[<>]/g)).toHaveLength(4)
        expect(unescapeHtml(/ title="([^"]*)" sandbox="/.exec(html)?.[1] ?? '')).toBe(name)
      }),
    )
  })
})

test('embedCode and embedPath contain only the address, the token and numbers', () => {
  expect(embedCode(ORIGIN, { token: TOKEN, position: 2 })).toBe(
    `<script async src="https://shelf.test/embed.js" data-share="${TOKEN}" data-file="2"></script>`,
  )
  expect(embedPath({ token: TOKEN, position: 2, range: { from: 3, to: 9 } })).toBe(
    `/shared/${TOKEN}/embed?file=2&lines=3-9`,
  )
})

describe('renderAtom', () => {
  const at = new Date('2026-11-15T09:30:00.123Z')
  const feed = (title: string) =>
    renderAtom({
      url: `${ORIGIN}/feeds/x`,
      title,
      language: 'en',
      author: title,
      updated: at,
      entries: [{ url: `${ORIGIN}/shared/y`, title, summary: title, published: at, updated: at }],
    })

  test('has the same elements whatever the texts contain', () => {
    const elements = (xml: string) => xml.match(/<[^>]*>/g)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(elements(feed(text))).toEqual(elements(feed('plain')))
      }),
    )
  })

  test('escapeXml returns only characters that XML allows', () => {
    expect(escapeXml('a\u0000\u001f\ufffe\ud800b')).toBe('a\ufffd\ufffd\ufffd\ufffdb')
    expect(escapeXml(`]]>&<"'\n\u{1f600}`)).toBe(']]&gt;&amp;&lt;&quot;&apos;&#10;\u{1f600}')
  })
})
