import { expect, test } from 'vitest'
import { linksAsText } from './links-as-text.ts'
import { type Block, type Inline, parseNote } from './tree.ts'

const words = (list: readonly Inline[]): string =>
  list.map((each) => ('children' in each ? words(each.children) : 'text' in each ? each.text : '\n')).join('')

const shown = (content: string): Block[] => linksAsText(parseNote(content))

test.each([
  ['see [the docs](https://a.example/x) first', 'see the docs (https://a.example/x) first'],
  ['https://a.example/x', 'https://a.example/x'],
  ['https://a.example/שלום', 'https://a.example/שלום'],
  ['![a picture](https://a.example/p.png)', 'a picture (https://a.example/p.png)'],
  ['[**bold**](/file/1)', 'bold (/file/1)'],
])('linksAsText displays %s as text', (content, expected) => {
  const [first] = shown(content)
  expect(first?.kind === 'paragraph' && words(first.children)).toBe(expected)
})

test('linksAsText leaves no link in headings, quotes, lists, tasks and tables', () => {
  const link = '[a](https://b.example)'
  const content = `# ${link}\n\n> ${link}\n\n- ${link}\n- [ ] *${link}*\n\n| ${link} |\n|---|\n| ${link} |\n`
  expect(JSON.stringify(parseNote(content)).match(/"kind":"link"/g)).toHaveLength(6)
  expect(JSON.stringify(shown(content))).not.toContain('"kind":"link"')
})

test('linksAsText changes nothing else', () => {
  const content = '# Title\n\n1. one\n2. two\n\n```js\n[a](b)\n```\n\n---\n\n`[a](b)` ~~gone~~'
  expect(shown(content)).toEqual(parseNote(content))
})
