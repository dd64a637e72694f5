import fc from 'fast-check'
import hljs from 'highlight.js/lib/common'
import { describe, expect, test } from 'vitest'
import { linesWithEnds, splitLines } from '#base/lines.ts'
import { highlightName } from '#base/language/language.ts'
import { LANGUAGES } from '#base/language/menu.ts'
import { HIGHLIGHT_MAX_LINE_CHARS, highlightLines, loadGrammar } from './highlight.ts'
import { escapeHtml, unescapeHtml } from '../html.ts'
import { bestCpuMs } from '../../../test/cpu.ts'

function textOf(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^>]*>/g, ''))
}

/** Whether every span closes in its own line, in order, and there is no other tag. */
function isWellFormed(html: string): boolean {
  let depth = 0
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    if (tag === '</span>') depth--
    else if (/^<span class="[\w -]+">$/.test(tag)) depth++
    else return false
    if (depth < 0) return false
  }
  return depth === 0 && !/[<>]/.test(html.replaceAll(/<[^>]*>/g, ''))
}

const code = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r\n', '\r', '\t', '"', "'", '`', '/*', '*/', '//', '#', '<', '>', '&', '${', '}', '\\'),
    fc.constantFrom('const a = 1', 'def f():', 'שלום', '<b>', '</script>', '\u2028', '\u202e', '&lt;', '"""', '<?php '),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  ),
  maxLength: 60,
})
const language = fc.constantFrom('typescript', 'python', 'xml', 'php', 'markdown', 'css', 'bash', 'json', 'ini', 'none')

describe('highlighted lines', () => {
  test('keep the exact stored text, and each line is well-formed by itself', () => {
    fc.assert(
      fc.property(code, language, (text, name) => {
        const lines = highlightLines(text, name)
        const ends = linesWithEnds(text)
        expect(lines.map((line, i) => textOf(line) + (ends[i]?.end ?? '')).join('')).toBe(text)
        expect(lines.every(isWellFormed)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('mark a string or comment of several lines on each of them', () => {
    expect(highlightLines('/* אחת\nשתיים\n*/ x', 'typescript')).toEqual([
      '<span class="hljs-comment">/* אחת</span>',
      '<span class="hljs-comment">שתיים</span>',
      '<span class="hljs-comment">*/</span> x',
    ])
    expect(highlightLines('a = "שלום"', 'python')).toEqual(['a = <span class="hljs-string">&quot;שלום&quot;</span>'])
  })

  test('are as many as splitLines returns', () => {
    for (const text of ['', '\n', 'a', 'a\n', 'a\r\n\r\nb', 'a\rb']) {
      expect(highlightLines(text, 'python')).toHaveLength(splitLines(text).length)
    }
  })

  test('are plain for an unknown language and for a very long line', () => {
    expect(highlightLines('let a = "<b>"', 'klingon')).toEqual([escapeHtml('let a = "<b>"')])
    expect(highlightLines('let a', null)).toEqual(['let a'])
    const long = `let a = "${'x'.repeat(HIGHLIGHT_MAX_LINE_CHARS)}"`
    expect(highlightLines(`let b\n${long}\nlet c`, 'typescript')).toEqual([
      '<span class="hljs-keyword">let</span> b',
      escapeHtml(long),
      '<span class="hljs-keyword">let</span> c',
    ])
  })

  test('load a rare grammar on demand, by name or alias', async () => {
    expect(await loadGrammar('hs')).toBe(true)
    expect(highlightLines('main = "a"', 'haskell')[0]).toContain('hljs-string')
    expect([await loadGrammar('klingon'), await loadGrammar('__proto__')]).toEqual([false, false])
  })

  test('have a grammar for every language of the table that names one', async () => {
    const names = new Set(LANGUAGES.map(highlightName).filter((name) => name !== null))
    for (const name of names) expect([name, await loadGrammar(name)]).toEqual([name, true])
  })

  test('colour emphasis of Markdown only where it ends in the same paragraph', () => {
    const text = `| created_at | UTC |

\`\`\`python
a_b = 1
\`\`\`
_one
two_ and **a _b_ c**, 2 *3, if a <b
> _quote

# head _open
x_ y > z`
    expect(highlightLines(text, 'markdown')).toEqual([
      '| created_at | UTC |',
      '',
      '<span class="hljs-code">```python</span>',
      '<span class="hljs-code">a_b = 1</span>',
      '<span class="hljs-code">```</span>',
      '<span class="hljs-emphasis">_one</span>',
      '<span class="hljs-emphasis">two_</span> and <span class="hljs-strong">**a <span class="hljs-emphasis">_b_</span> c**</span>, 2 *3, if a &lt;b',
      '<span class="hljs-quote">&gt; _quote</span>',
      '',
      '<span class="hljs-section"># head _open</span>',
      'x_ y &gt; z',
    ])
  })

  test('take bounded time for Markdown full of marks that do not end', () => {
    const text = `${' _a *b **c __d <e'.repeat(250)}\n`.repeat(20)
    expect(bestCpuMs(() => highlightLines(text, 'markdown'))).toBeLessThan(2_000)
  })

  // Measured with five people on the 2 cores: 5,005 dense lines (165 kB) in 147–160 ms once warm, of which bare
  // highlight.js is 122–140 ms; the first call takes 390 ms. The test bounds our share, which does not depend on load.
  test('take little time to split, compared with highlighting 5,000 lines', () => {
    const block = `/** Adds. */
export async function add<T extends number>(a: T, b: T): Promise<number> {
  const label = \`sum of \${a} and \${b}\` // הערה
  if (a > 10 && label.includes('x')) return 0
  return a + b
}
`
    const text = block.repeat(834)
    const bare = bestCpuMs(() => hljs.highlight(text, { language: 'typescript', ignoreIllegals: true }))
    const ours = bestCpuMs(() => highlightLines(text, 'typescript'))
    expect(splitLines(text).length).toBeGreaterThan(5000)
    expect(ours).toBeLessThan(bare * 2)
  })
})
