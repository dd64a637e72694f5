import { expect, test } from 'vitest'
import { formatNumber, INTL_LOCALES, messages, plural } from './messages.ts'

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

test.each(['he', 'en'] as const)('numbers and their forms in %s are those of Intl', (locale) => {
  const rules = new Intl.PluralRules(INTL_LOCALES[locale])
  const digits = new Intl.NumberFormat(INTL_LOCALES[locale])
  const forms = { one: 'one', two: 'two', other: 'other' }
  for (const n of [...Array(1_200).keys(), 9_999, 10_000, 123_456, 1_000_000, -1_234, 0.5, 1.5, 1234.5]) {
    expect(formatNumber(locale, n)).toBe(digits.format(n))
    if (Number.isInteger(n)) expect(plural(locale, n, forms)).toBe(rules.select(n))
  }
})
