import { describe, expect, it, test } from 'vitest'
import { findLinks } from './found-links.ts'

const keys = (text: string, kind: 'note' | 'file' = 'file') => findLinks(text, kind).map(({ key }) => key)
const ID = '0123456789abcdef0123456789abcdef'

describe('findLinks', () => {
  it.each([
    ['see [[A.py]] and [[a.py|again]]', ['a.py']],
    ['`[[a]]` and ``[[b]] ` [[c]]``', []],
    ['```\n[[a]]\n```\n\n~~~md\n[[b]]\n~~~', []],
    ['    [[indented]]', []],
    ['\\[[a]]', []],
    ['- [ ] [[task]]\n> [[quoted]]\n\n| [[cell]] |\n|---|', ['task', 'quoted', 'cell']],
    ['[words [[a]]](b.md)', ['a']],
    ['**[[bold]]**', ['bold']],
    ['[[\u200f\u05d0.py\u200f]]', ['\u05d0.py']],
    [`[x](/file/${ID}) [y](/md/${ID}#a) [z](/boards/${ID}#note-${ID})`, [`[file:${ID}]`, `[note:${ID}]`]],
    [`[x](/file/${ID}?note=${ID}#L3)`, [`[note:${ID}]`]],
    ['[x](../a%20b.md#c) [y](https://a.b/c) [z](#d) [w](mailto:a@b.c) [v](//a.b) [u](/etc)', ['[../a b.md]']],
    ['[x](a%00b) [y](%)', ['[%]']],
    ['[x]: a.md\n\n[x]', ['[a.md]']],
  ])('finds in %j', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  test('a note has no folder, so that a path is no link in it', () => {
    expect(keys('[x](a.md) [[b]]', 'note')).toEqual(['b'])
  })

  test('says the line of the first one, without what is around it', () => {
    const text = 'one\r\ntwo\r\n- three [[a]]\r\n  four [[b]]\r\n\r\n[[a]]'
    expect(findLinks(text, 'note')).toMatchObject([
      { key: 'a', line: 3, excerpt: '- three [[a]]' },
      { key: 'b', line: 4, excerpt: 'four [[b]]' },
    ])
  })

  test('follows at most 200 links of a text', () => {
    expect(keys(Array.from({ length: 300 }, (_, i) => `[[n${i}]]`).join(' '))).toHaveLength(200)
  })

  test('a hundred thousand brackets are read in time', () => {
    const started = performance.now()
    for (const text of ['[['.repeat(100_000), ']]'.repeat(100_000), '[[a]]'.repeat(40_000)]) findLinks(text, 'file')
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
