import { describe, expect, it, test } from 'vitest'
import { asMarkdown, defaultName, withMarkdownEnding } from './markdown-copy.ts'

describe('a saved share is called', () => {
  it.each([
    ['notes.md', 'notes.md'],
    ['README.MD', 'README.MD'],
    ['main.py', 'main.py.md'],
    ['קובץ', 'קובץ.md'],
  ])('%s → %s', (name, saved) => {
    expect(withMarkdownEnding(name)).toBe(saved)
    expect(defaultName(name)).toBe(saved)
  })

  test('a name of 255 characters makes room for the ending', () => {
    const saved = defaultName('א'.repeat(255))
    expect(saved).toBe(`${'א'.repeat(252)}.md`)
  })
})

describe('its text', () => {
  test('is the same to the character when it is Markdown', () => {
    expect(asMarkdown('# כותרת\r\n\r\n```x', 'Markdown')).toBe('# כותרת\r\n\r\n```x')
  })

  test('is a code block when it is not, with a fence that the text cannot close', () => {
    expect(asMarkdown('print(1)', 'Python')).toBe('```python\nprint(1)\n```\n')
    expect(asMarkdown('````\n', 'Text')).toBe('`````\n````\n`````\n')
  })
})
