import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findCheckboxes } from '#base/checkboxes.ts'
import { type Block, type Inline, type Item, parseNote } from './tree.ts'

function wordsOf(blocks: readonly Block[]): string {
  return blocks.map(blockWords).join('\n')
}
function blockWords(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineWords(block.children)
    case 'list':
      return block.items.map(({ children }) => wordsOf(children)).join('\n')
    case 'quote':
      return wordsOf(block.children)
    case 'code':
      return `${block.info}\n${block.text}`
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(inlineWords).join(' ')).join('\n')
    case 'rule':
      return '---'
  }
}
function inlineWords(inlines: readonly Inline[]): string {
  return inlines
    .map((each) => (each.kind === 'break' ? '\n' : 'text' in each ? each.text : inlineWords(each.children)))
    .join('')
}
function tasksOf(blocks: readonly Block[]): NonNullable<Item['task']>[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'quote') return tasksOf(block.children)
    if (block.kind !== 'list') return []
    return block.items.flatMap(({ task, children }) => [...(task ? [task] : []), ...tasksOf(children)])
  })
}

describe('S17: every line of a note is shown', () => {
  it.each([
    'one\ntwo\nthree',
    'title\n===\nmore',
    '[a]: https://example.org "definition"',
    '<!-- a comment -->\n<b>bold</b>',
    '```note to self\ncode\n```',
    '| a | b |\n|---|---|\n| c | d |',
    '![](https://example.org/picture.png)',
    '> quoted\nlazy',
    '    indented\n\ttabbed',
    'שורה אחת\nשורה שתיים',
  ])('%j', (content) => {
    const shown = wordsOf(parseNote(content))
    const words = content.match(/[\p{L}\p{N}]+/gu) ?? []
    for (const word of words.filter((each) => !['https', 'example', 'org', 'picture', 'png', 'b'].includes(each)))
      expect(shown).toContain(word)
  })

  test('every word of any text is rendered', () => {
    const mark = fc.constantFrom(
      '# ',
      '- ',
      '- [ ] ',
      '1. ',
      '> ',
      '    ',
      '```',
      '---',
      '| ',
      '',
      '',
      '<p> ',
      '**',
      '[x]: ',
    )
    const line = fc.tuple(mark, fc.nat(9_999)).map(([prefix, n]) => `${prefix}w${n}z`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const shown = wordsOf(parseNote(lines.join('\n')))
        for (const [word] of lines.join(' ').matchAll(/w\d+z/g)) expect(shown).toContain(word)
      }),
    )
  })
})

describe('checkboxes', () => {
  test('have the same index as on the server', () => {
    const content = '- [ ] a\n```\n- [ ] not one\n```\n- [x] b\n  - [ ] c\n\n1. x\n* [X] ד'
    const tasks = tasksOf(parseNote(content))
    expect(tasks).toEqual(findCheckboxes(content).map(({ checked }, index) => ({ index, checked })))
    expect(wordsOf(parseNote('- [ ] milk'))).toBe('milk')
  })

  test('are not parsed in a quotation, which shows the brackets', () => {
    expect(wordsOf(parseNote('> - [ ] a'))).toBe('[ ] a')
  })
})

test('links are rendered only for allowed protocols', () => {
  const links = JSON.stringify(parseNote('https://a.example [x](javascript:alert(1)) <data:text/html,x> config.py'))
  expect(links).toContain('"href":"https://a.example"')
  expect(links.match(/"href"/g)).toHaveLength(1)
})
