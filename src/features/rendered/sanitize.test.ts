import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dangersIn } from './dangers.fixture.ts'
import { HOSTILE } from './hostile.fixture.ts'
import { safeAddress, sanitizeHtml } from './sanitize.ts'

describe('S48: nothing dangerous remains of hostile HTML', () => {
  test('the corpus has at least 250 payloads', () => {
    expect(new Set(HOSTILE.map((hostile) => hostile.text)).size).toBeGreaterThanOrEqual(250)
  })

  test('the checker detects dangerous HTML', () => {
    const seen = HOSTILE.filter(({ kind, text }) => kind === 'html' && dangersIn(text).length > 0)
    expect(seen.length).toBeGreaterThan(250)
  })

  test.each(HOSTILE.map(({ text }, i) => [i, text] as const))('%i: %s', (_, text) => {
    const safe = sanitizeHtml(text)
    expect(dangersIn(safe)).toEqual([])
    expect(dangersIn(sanitizeHtml(safe))).toEqual([])
  })

  test('nothing dangerous remains of hostile pieces in any order', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE.map((hostile) => hostile.text)),
      fc.constantFrom(
        '<table>',
        '<svg>',
        '<math>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '<mtext>',
        '<p>',
        '</p>',
        '<a href="',
      ),
      fc.constantFrom(
        '<select>',
        '<template>',
        '<noscript>',
        '<textarea>',
        '">',
        "'>",
        '<b>',
        '<td>',
        '<form>',
        '\0',
        '<![CDATA[',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        expect(dangersIn(sanitizeHtml(pieces.join('')))).toEqual([])
      }),
      { numRuns: 1500 },
    )
  })
})

describe('sanitizeHtml keeps', () => {
  test.each([
    ['<p dir="rtl">שלום <b>עולם</b></p>', '<p dir="rtl">שלום <b>עולם</b></p>'],
    ['<h2 id="main" class="x" style="y">a</h2>', '<h2 id="user-content-main">a</h2>'],
    [
      '<img src="https://a.example/b.png" alt="תמונה">',
      '<a href="https://a.example/b.png" rel="noopener noreferrer nofollow">תמונה</a>',
    ],
    [
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="x" width="20">',
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="x" width="20">',
    ],
    ['<img src="a.png" alt="x">', 'x'],
    ['<a href="mailto:a@b.example">m</a>', '<a href="mailto:a@b.example" rel="noopener noreferrer nofollow">m</a>'],
    ['<a href="#x">m</a>', '<a href="#x">m</a>'],
    ['<a href="/logout">m</a>', '<a>m</a>'],
    ['<custom>text</custom>', 'text'],
    ['<details open><summary>a</summary>b</details>', '<details open><summary>a</summary>b</details>'],
    [
      '<td>x</td><table><tr><td colspan="2">y</table>',
      'x<table><tbody><tr><td colspan="2">y</td></tr></tbody></table>',
    ],
    ['<frameset><frame></frameset>a', 'a'],
    ['', ''],
  ])('%s', (html, kept) => {
    expect(sanitizeHtml(html)).toBe(kept)
  })

  test('plain text unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'ש', '<', '>', '&', '"', "'", ' ', '👍', '\u202e') }),
        (text) => {
          const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
          expect(sanitizeHtml(sanitizeHtml(escaped))).toBe(sanitizeHtml(escaped))
          expect(sanitizeHtml(escaped).replaceAll('&#x3C;', '<').replaceAll('&#x26;', '&')).toBe(text)
        },
      ),
    )
  })
})

test('safeAddress accepts only allowed URLs', () => {
  const allowed = [
    'https://a.example',
    'HTTP://a.example/b?c#d',
    'mailto:a@b.example',
    '#כותרת',
    '/file/abc#L3',
    '/md/abc',
  ]
  const refused = [
    '//a.example',
    '/\\a.example',
    '/logout',
    '/file/../logout',
    'a.md',
    'ftp://a',
    'javascript:x',
    'https:',
    'tel:1',
    '',
  ]
  expect(allowed.map(safeAddress)).toEqual(allowed)
  expect(refused.map(safeAddress)).toEqual(refused.map(() => null))
})

// Without the limits of parse-html.ts the first took 145 s; now each takes 10 to 1,500 ms on the shared cores.
test.each([
  ['deep nesting', '<div>'.repeat(100_000)],
  ['deep formatting', '<b>'.repeat(30_000)],
  ['many attributes', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>`],
  ['formatting opened again', Array.from({ length: 250 }, (_, i) => `<b a=${i}>`).join('') + '<p></p>'.repeat(200_000)],
  ['nested tables', '<table><tr><td>'.repeat(20_000)],
  ['a wide unknown element', `<x>${'<p>a</p>'.repeat(200_000)}</x>`],
])('sanitizeHtml takes bounded time for %s', (_, html) => {
  const started = process.threadCpuUsage()
  expect(dangersIn(sanitizeHtml(html).slice(0, 10_000))).toEqual([])
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(8000)
})
