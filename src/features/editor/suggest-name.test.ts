import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isFileName } from '#features/files/name.ts'
import { suggestFileName } from './suggest-name.ts'

describe('suggestName', () => {
  it.each([
    ['Python', 'import os\n\ndef parse_config(path):\n  ...', 'parse_config.py'],
    ['Python', '# helper\nclass תזכורת:\n  pass', 'תזכורת.py'],
    ['Markdown', '# רשימת קניות\n\n- [ ] חלב', 'רשימת-קניות.md'],
    ['HTML', '<!doctype html><title>Hello, world</title>', 'Hello-world.html'],
    ['SQL', 'create table if not exists invoices (id int);', 'invoices.sql'],
    ['TypeScript', 'export const total = (a: number[]) => 0', 'total.ts'],
    ['Dockerfile', 'FROM node:26', 'Dockerfile'],
    ['Shell', 'echo hi', 'snippet.sh'],
    ['Text', '', 'snippet.txt'],
  ])('names a %s text: %j', (language, content, name) => {
    expect(suggestFileName(content, language)).toBe(name)
  })

  test('returns a valid file name for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('Python', 'Markdown', 'HTML', 'Text'),
        (text, language) => {
          expect(isFileName(suggestFileName(`# ${text}\nclass ${text}\n<title>${text}</title>`, language))).toBe(true)
        },
      ),
    )
  })
})
