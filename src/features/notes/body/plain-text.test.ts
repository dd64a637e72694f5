import { expect, test } from 'vitest'
import { firstPlainLine, plainText } from '#base/plain-text.ts'
import { type Block, type Inline, parseNote } from './tree.ts'

const wordsIn = (list: readonly Inline[]): string =>
  list.map((each) => ('children' in each ? wordsIn(each.children) : 'text' in each ? each.text : '\n')).join('')

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return wordsIn(block.children)
    case 'list':
      return block.items.flatMap(({ children }) => children.map(wordsOf)).join('\n')
    case 'quote':
      return block.children.map(wordsOf).join('\n')
    case 'code':
      return block.text
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(wordsIn).join(' ')).join('\n')
    case 'rule':
      return ''
  }
}

const words = (text: string) => text.split(/\s+/u).filter(Boolean)

test.each([
  '**Fix** the `parse()` call and see [the docs](https://example.org/x)',
  '- [ ] לתקן את `vat = 0.17`\n- [x] לבדוק\n- [ ] לשלוח',
  '# כותרת\n\nטקסט עם **הדגשה** ו־`code`',
  '> quoted _text_\n\n1. one\n2. two\n3) three',
  '```py\nprint("**x**")\n```\nafter',
  '~~~\n# not a heading\n~~~',
  'a ***b*** __c__ ~~d~~ **e `f` g**',
  'snake_case_name and _em_ and __init__.py and 2 * 3 * 4 and a*b*c',
  '\\*not em\\* and \\`not code\\` and C:\\\\dir',
  '`` `code` `` and ` a ` and `**literal**`',
  '![alt text](https://a.example/p.png) then [](https://a.example/empty)',
  '[**bold** link](https://a.example/x_(y) "title") end',
  '<https://a.example/x> and <b>html</b> and a < b > c',
  '| a | **b** |\n|---|:-:|\n| 1 | `2` |',
  'before\n\n---\n\nafter\n\n* * *',
  '- a\n  - [x] nested **task**\n  - > quote in a list',
  '#hashtag and #1 and -5 and +3',
  '- \n- x',
  'https://example.org/a_b_c?d=e_f and https://example.org/_g_',
  '  [x] not a task, and [ ] neither',
  'a\uE0000\uE001b `code`',
  'x = a[0](b) ** 2 ** 3',
])('plainText has the words of the rendered note: %j', (content) => {
  expect(words(plainText(content))).toEqual(words(parseNote(content).map(wordsOf).join('\n')))
})

test('firstPlainLine skips lines without words', () => {
  expect(firstPlainLine('\n---\n```js\n\n  run(1)\n```\n')).toBe('run(1)')
  expect(firstPlainLine('- [ ] **buy** milk\nlater')).toBe('buy milk')
  expect(firstPlainLine(' \n***\n')).toBe('')
})
