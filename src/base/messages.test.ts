import { expect, test } from 'vitest'
import { messages, plural } from './messages.ts'

test('plural has one, two and other in Hebrew', () => {
  const forms = { one: 'קובץ אחד', two: 'שני קבצים', other: 'הרבה קבצים' }
  expect([1, 2, 3, 10].map((n) => plural('he', n, forms))).toEqual([
    'קובץ אחד',
    'שני קבצים',
    'הרבה קבצים',
    'הרבה קבצים',
  ])
})

test('messages with a missing key or a different argument do not compile', () => {
  const t = messages({
    he: { title: 'קבצים', count: (n: number) => `${n} קבצים` },
    en: { title: 'Files', count: (n) => `${n} files` },
  })
  expect(t('he').count(3)).toBe('3 קבצים')
  expect(t('en').title).toBe('Files')
  // @ts-expect-error English lacks `title`
  messages({ he: { title: 'קבצים' }, en: {} })
})
