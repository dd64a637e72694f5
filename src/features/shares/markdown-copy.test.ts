import { describe, expect, it, test } from 'vitest'
import { asMarkdown, defaultName, withMarkdownEnding } from './markdown-copy.ts'

describe('the name of a saved share', () => {
  it.each([
    ['notes.md', 'notes.md'],
    ['README.MD', 'README.MD'],
    ['main.py', 'main.py.md'],
    ['קובץ', 'קובץ.md'],
  ])('%s → %s', (name, saved) => {
    expect(withMarkdownEnding(name)).toBe(saved)
    expect(defaultName(name)).toBe(saved)
  })

  test('is shortened from 255 characters to fit the extension', () => {
    const saved = defaultName('א'.repeat(255))
    expect(saved).toBe(`${'א'.repeat(252)}.md`)
  })
})

describe('the text of a saved share', () => {
  test('is unchanged when it is Markdown', () => {
    expect(asMarkdown('# כותרת\r\n\r\n```x', 'Markdown')).toBe('# כותרת\r\n\r\n```x')
  })

  test('is a code block otherwise, with a fence that the text cannot close', () => {
    expect(asMarkdown('print(1)', 'Python')).toBe('```python\nprint(1)\n```\n')
    expect(asMarkdown('````\n', 'Text')).toBe('`````\n````\n`````\n')
  })
})
