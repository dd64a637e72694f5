import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folderMessages } from '../messages/folder.ts'
import { type FolderNote, openFence, writeNotes } from './markdown.ts'

const at = new Date('2026-11-15T07:30:00Z')
const style = { words: folderMessages('en'), locale: 'en' as const, timeZone: 'Asia/Jerusalem' }
const note = (more: Partial<FolderNote>): FolderNote => ({
  title: '',
  content: 'text',
  tags: [],
  where: { kind: 'whole' },
  quote: null,
  createdAt: at,
  updatedAt: at,
  reminder: null,
  ...more,
})

describe('writeNotes', () => {
  test('writes lines, title, dates in the time zone of the owner, reminder, quote and text', () => {
    const written = writeNotes(
      'קוד.py',
      '[קוד.py](<../files/קוד.py>)',
      [
        note({
          title: 'VAT',
          content: '- [ ] לבדוק\n- [x] done',
          tags: ['כסף', 'to *do*'],
          where: { kind: 'lines', start: 2, end: 3 },
          quote: 'b = "```"\nc\n',
          updatedAt: new Date('2026-11-16T07:30:00Z'),
          reminder: { remindAt: new Date('2026-12-01T06:00:00Z'), status: 'pending', ackAt: null, series: null },
        }),
        note({ where: { kind: 'lost', start: 7, end: 7 }, content: '' }),
      ],
      style,
    )
    expect(written).toBe(`# קוד.py

File: [קוד.py](<../files/קוד.py>)

## Lines 2–3 · VAT

- Created: 2026-11-15 09:30
- Changed: 2026-11-16 09:30
- Tags: כסף, to \\*do\\*
- Reminder: 2026-12-01 08:00 (pending)

\`\`\`\`
b = "\`\`\`"
c
\`\`\`\`

- [ ] לבדוק
- [x] done

---

## Deleted line (was 7)

- Created: 2026-11-15 09:30

`)
  })

  test('contains the text of each note unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }), (texts) => {
        const notes = texts.map((content) => note({ content }))
        const written = writeNotes('x', null, notes, style)
        for (const content of texts) expect(written).toContain(content)
      }),
    )
  })
})

test.each([
  ['```\ncode', '```'],
  ['````\n```\n', '````'],
  ['~~~js\n```', '~~~'],
  ['```\ncode\n```', null],
  ['```\ncode\n`````  ', null],
  ['``` `x`', null],
  ['    ```', null],
  ['```\r\ncode', '```'],
  ['```js\n```py', '```'],
])('openFence(%j) is %j', (text, fence) => {
  expect(openFence(text)).toBe(fence)
})
