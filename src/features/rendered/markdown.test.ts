import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../test/cpu.ts'
import { CHECKBOX_TEXTS } from '#base/checkboxes.fixture.ts'
import { findCheckboxes } from '#base/checkboxes.ts'
import { splitLines } from '#base/lines.ts'
import { dangersIn } from './dangers.fixture.ts'
import { HOSTILE } from './hostile.fixture.ts'
import { fenceLanguages, renderMarkdown } from './markdown.ts'

const html = (text: string) => renderMarkdown(text).html
/** Removes the attributes that every block has. */
const bare = (text: string) =>
  html(text)
    .replaceAll(/ (?:dir="auto"|data-line="\d+")/g, '')
    .trim()

describe('blocks', () => {
  test.each([
    ['**a** ~~b~~', '<p><strong>a</strong> <s>b</s></p>'],
    [
      '| a |\n|--:|\n| b |',
      '<table dir="ltr">\n<thead>\n<tr>\n<th align="right">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="right">b</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'see https://a.example and main.py',
      '<p>see <a href="https://a.example" rel="noopener noreferrer nofollow">https://a.example</a> and main.py</p>',
    ],
    [
      '![תמונה](https://a.example/b.png)',
      '<p><a href="https://a.example/b.png" rel="noopener noreferrer nofollow">תמונה</a></p>',
    ],
    ['a <kbd>b</kbd>', '<p>a <kbd>b</kbd></p>'],
    [
      '$a_1 * b_2$ and $5 or $6',
      '<p><code class="math" data-math="inline" dir="ltr">a_1 * b_2</code> and $5 or $6</p>',
    ],
    ['$$\nx < y\n$$', '<div class="math-block"><code class="math" data-math="display" dir="ltr">x &lt; y</code></div>'],
    ['```mermaid\na-->b\n```', '<pre data-mermaid dir="ltr"><code>a--&gt;b\n</code></pre>'],
    [
      '```py\nx = "א"\n```',
      '<div class="code-block" data-language="py"><pre dir="ltr"><code class="hljs language-py">x = <span class="hljs-string">&quot;א&quot;</span>\n</code></pre></div>',
    ],
    [
      '    a < b',
      '<div class="code-block" data-language=""><pre dir="ltr"><code class="hljs">a &lt; b\n</code></pre></div>',
    ],
    ['`a`', '<p><code dir="ltr">a</code></p>'],
    [
      '> [!WARNING]\n> x',
      '<blockquote class="alert alert-warning"><p class="alert-title">Warning</p>\n<p>x</p>\n</blockquote>',
    ],
    ['> [!OTHER]\n> x', '<blockquote>\n<p>[!OTHER]\nx</p>\n</blockquote>'],
  ])('%j', (text, expected) => {
    expect(bare(text)).toBe(expected)
  })

  test('footnotes link there and back', () => {
    const out = html('a[^x] b[^x]\n\n[^x]: note')
    expect(out).toContain('<a href="#fn:1" id="fnref:1" class="footnote-ref">1</a>')
    expect(out).toContain('<a href="#fn:1" id="fnref:1:1" class="footnote-ref">1</a>')
    expect(out).toContain('<section class="footnotes" aria-label="Footnotes">')
    expect(out).toMatch(/<li id="fn:1" dir="auto"><p data-line="3">note <a href="#fnref:1" class="footnote-back"/)
  })

  test('labels are in the language of the reader', () => {
    const alerts = { note: 'הערה', tip: 'עצה', important: 'חשוב', warning: 'אזהרה', caution: 'זהירות' }
    const labels = { alerts, headingLink: 'קישור', footnotes: 'הערות שוליים', backToText: 'חזרה' }
    expect(renderMarkdown('> [!NOTE]\n> x', { labels }).html).toContain('הערה')
  })
})

describe('headings', () => {
  test('have unique anchors in any script, and record their line', () => {
    const { headings, html: out } = renderMarkdown('# שָׁלוֹם, עולם!\n\n## A `b` c\n\nA b c\n---\n\n## a b c\n\n# !\n')
    expect(headings).toEqual([
      { id: 'שָׁלוֹם-עולם', text: 'שָׁלוֹם, עולם!', level: 1, line: 1 },
      { id: 'a-b-c', text: 'A b c', level: 2, line: 3 },
      { id: 'a-b-c-1', text: 'A b c', level: 2, line: 5 },
      { id: 'a-b-c-2', text: 'a b c', level: 2, line: 8 },
      { id: 'section', text: '!', level: 1, line: 10 },
    ])
    expect(out).toContain('<h2 id="a-b-c" data-line="3" dir="auto">A <code dir="ltr">b</code> c<a class="heading-link"')
  })

  test('never take an id of the page or of another heading', () => {
    const { headings } = renderMarkdown('# Main\n# a\n# a-1\n# a\n', { reservedIds: ['main'] })
    expect(headings.map((heading) => heading.id)).toEqual(['main-1', 'a', 'a-1', 'a-2'])
    const words = fc.array(fc.constantFrom('a', 'a 1', 'a-1', 'a-1-1', 'ב', '!', '__proto__'))
    fc.assert(
      fc.property(words, (titles) => {
        const ids = renderMarkdown(titles.map((title) => `# ${title}\n`).join('')).headings.map((heading) => heading.id)
        expect(new Set(ids).size).toBe(titles.length)
      }),
    )
  })

  test('take precedence over an anchor of the text with the same name', () => {
    expect(html('<a name="x"></a>\n\n[go](#x)')).toContain('<a href="#user-content-x">go</a>')
    expect(html('<a name="x"></a>\n\n# x\n\n[go](#x)')).toContain('<a href="#x">go</a>')
  })

  test('render in bounded time when ten thousand are equal', () => {
    const started = process.threadCpuUsage()
    expect(renderMarkdown('# a\n'.repeat(10_000)).headings.at(-1)?.id).toBe('a-9999')
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(5000)
  })
})

describe('task lists', () => {
  test.each(CHECKBOX_TEXTS)('S18: a rendered box has the number that the server toggles: $name', ({ content }) => {
    const boxes = findCheckboxes(content)
    const drawn = [
      ...html(content).matchAll(/<input type="checkbox" disabled(?<checked> checked)?[^>]*data-task="(?<n>\d+)"/g),
    ]
    for (const { groups } of drawn)
      expect(boxes[Number(groups?.['n'])]?.checked).toBe(groups?.['checked'] !== undefined)
    const numbers = drawn.map(({ groups }) => Number(groups?.['n']))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  })

  test('render all boxes of an ordinary list, nested ones too', () => {
    const out = html('- [ ] אחת\n  - [x] שתיים\n- [X] three\n\n```\n- [ ] no\n```\n* [ ] four')
    expect(out.match(/data-task="\d"/g)).toEqual([0, 1, 2, 3].map((n) => `data-task="${n}"`))
    expect(out).toContain('aria-label="אחת"')
  })

  test('render a box without a number when its line is not a task', () => {
    expect(html('1. [x] a\n\n> - [ ] b')).not.toContain('data-task')
    expect(html('1. [x] a').match(/<input/g)).toHaveLength(1)
  })
})

describe('direction and lines', () => {
  test('each text block has its own direction, lists have none', () => {
    expect(html('- a\n- ב\n')).toBe(
      '<ul data-line="1">\n<li data-line="1" dir="auto">a</li>\n<li data-line="2" dir="auto">ב</li>\n</ul>\n',
    )
  })

  test('in a mostly right-to-left document, a block that starts with a Latin word and goes on in Hebrew is right to left', () => {
    const out = html('# מדריך להתקנת השרת\n\n- Node 26 ומעלה\n- C++ או Rust\n- Linux only\n\n`npm` install של הכול\n')
    expect(out).toContain('<li data-line="3" dir="rtl">Node 26 ומעלה</li>')
    expect(out).toContain('<li data-line="4" dir="rtl"><bdi dir="ltr">C++</bdi> או Rust</li>')
    expect(out).toContain('<li data-line="5" dir="auto">Linux only</li>')
    expect(out).toContain('<p data-line="7" dir="rtl"><code dir="ltr">npm</code> install של הכול</p>')
    expect(html('# שרת\n\n- Node 26 ומעלה\n\n  עוד שורה\n')).toContain('dir="rtl">\n<p data-line="3">Node')
    expect(html('# שרת בעברית\n\n| PORT | הסבר |\n|--|--|\n| x | טקסט |\n')).toContain('dir="rtl"')
    expect(html('# A guide to the server\n\n- Node 26 ומעלה\n')).toContain('<li data-line="3" dir="auto">')
  })

  test('the first paragraph of a list item gives the item its direction', () => {
    expect(html('- שלום\n\n  עוד\n')).toBe(
      '<ul data-line="1">\n<li data-line="1" dir="auto">\n<p data-line="1">שלום</p>\n<p data-line="3" dir="auto">עוד</p>\n</li>\n</ul>\n',
    )
  })

  test('the first paragraph of a quote gives the quote its direction, not the title of an alert', () => {
    expect(html('> שלום\n')).toBe('<blockquote data-line="1" dir="auto">\n<p data-line="1">שלום</p>\n</blockquote>\n')
    expect(html('> [!NOTE]\n> תוכן\n')).toMatch(/<p class="alert-title" dir="auto">[^<]*<\/p>\s*<p data-line="1">תוכן/)
  })

  test('line numbers are those of the file for any line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['a', '', 'find me', '', '```', 'x', '```', '', '- y'].join(end)
      const line = (pattern: RegExp) => Number(pattern.exec(html(text))?.[1])
      expect(splitLines(text)[line(/<p data-line="(\d+)" dir="auto">find me/) - 1]).toBe('find me')
      expect(line(/code-block" data-language="" data-line="(\d+)"/)).toBe(5)
      expect(line(/<li data-line="(\d+)"/)).toBe(9)
    }
  })
})

describe('S48: nothing dangerous remains of hostile Markdown', () => {
  test.each(HOSTILE.map(({ text }, i) => [i, text] as const))('%i: %s', (_, text) => {
    expect(dangersIn(html(text))).toEqual([])
    expect(dangersIn(html(`- a\n  ${text}\n\n> ${text}`))).toEqual([])
  })

  test('the text cannot forge our own attributes', () => {
    const out = html('<p data-cs0="0" data-cs1="1" class="math" data-task="0" id="x">a</p>\n\n# b\n')
    expect(out).toContain('<p id="user-content-x" dir="auto">a</p>')
    expect(out).not.toContain('data-cs')
  })

  test('nothing dangerous remains of hostile pieces in combination', () => {
    const piece = fc.constantFrom(
      ...HOSTILE.map((hostile) => hostile.text),
      '\n',
      '\n\n',
      '> ',
      '- ',
      '`',
      '```\n',
      '$',
      '|',
      '[^1]',
      '<div>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(dangersIn(html(pieces.join('')))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['quotations', '> '.repeat(20_000) + 'a'],
    ['lists', '- '.repeat(20_000) + 'a'],
    ['brackets', '['.repeat(20_000)],
    ['emphasis', '*a _b '.repeat(10_000)],
    ['backticks', Array.from({ length: 1500 }, (_, n) => '`'.repeat(n)).join(' ')],
    ['dollars', '$a '.repeat(30_000)],
    ['tags', '<div>'.repeat(50_000)],
    ['footnotes', 'a[^1]'.repeat(5000) + '\n\n[^1]: b'],
    ['tables', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'|a\n'.repeat(500)}`],
  ])('a large amount of %s is rendered in bounded time', (_, text) => {
    const started = process.threadCpuUsage()
    html(text)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(8000)
  })
})

// Measured on 2 shared cores (CPU time, warm): 82 kB of design documents take 81 ms at the median, 54 ms at best; of
// that markdown-it takes 16, parse5 13, sanitising 6, serialising 8, the rest highlighting of code blocks and our marks.
test('renderMarkdown takes bounded time for an 82 kB document', () => {
  const block =
    '## כותרת\n\nטקסט עם **הדגשה**, `code` ו[קישור](https://a.example). Some more words of prose here.\n\n- אחת\n- two\n\n'
  const text = block.repeat(Math.ceil(82_000 / block.length))
  for (let i = 0; i < 3; i++) html(text)
  const started = process.threadCpuUsage()
  html(text)
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1000)
})

test('the languages of code blocks are found before rendering', () => {
  expect(fenceLanguages('```ts\n```\n~~~ rust\n~~~\n> ```py {1}\n```\n```\nx')).toEqual(['ts', 'rust', 'py'])
})

test('renderMarkdown reads unclosed $$ in linear time', () => {
  for (const unit of ['$$a\n', '$$', '$$ ', '$a', '$\\$', '> $$a\n', '- $$a\n'])
    expect(
      cpuMs(() => renderMarkdown(unit.repeat(64_000 / unit.length))),
      unit,
    ).toBeLessThan(1_500)
})
