import type { Field } from './fields.ts'

const MEGABYTE = 1_048_576

const TEXTS: Readonly<Record<string, string>> = {
  NUL: '\0',
  'NUL inside': 'a\0b',
  'lone high surrogate': '\ud800',
  'lone low surrogate inside': 'a\udc00b',
  'reversed surrogates': '\udc00\ud800',
  empty: '',
  blank: ' \t\u00a0 ',
  'one megabyte': 'x'.repeat(MEGABYTE),
  marks: `a${'\u0301'.repeat(100)}`,
  controls: '\u0001\u001b[31m\u007f\u0085\u2028',
  'sql and wildcards': "%_\\'; drop table files; --",
  path: '../../etc/passwd',
  prototype: '__proto__',
  'direction override': '\u202egnp.exe',
  'thirty february': '2027-02-30T10:00:00+00:00',
  'year beyond': '99999-01-01T00:00:00Z',
  'number beyond int8': '99999999999999999999',
}

/** As they stand in JSON: 1e999 is infinite once parsed. */
const NUMBERS = [
  '0',
  '-1',
  '0.5',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '1e20',
  '1e308',
  '1e999',
  '-0',
]

const OTHERS: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  list: '[]',
  object: '{}',
  'deep list': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'object with NUL in a key': '{"a\\u0000b":1}',
  'list of NUL': '["a\\u0000b"]',
}

export type Hostile = { name: string; json: string; text: string }

export const hostileTexts = Object.entries(TEXTS).map(([name, text]): Hostile => ({
  name,
  text,
  json: JSON.stringify(text),
}))
const numbers = NUMBERS.map((json): Hostile => ({ name: json, json, text: json }))
const others = Object.entries(OTHERS).map(([name, json]): Hostile => ({ name, json, text: json }))

/** Every kind of value for every kind of field: a text where a number belongs must be refused as well. */
export function valuesFor({ part, kind }: Field, isJson: boolean): readonly Hostile[] {
  // An address cannot be a megabyte long, and everything in it is text, as in a form.
  if (part !== 'body') return [...hostileTexts.filter(({ text }) => text.length < 100_000), ...numbers]
  if (!isJson) return [...hostileTexts, ...numbers]
  const few = kind === 'text' ? numbers.slice(0, 6) : numbers
  return [...hostileTexts, ...few, ...others]
}

/** Percent-encoded: half a surrogate pair has no UTF-8, and a sender may write three bytes for it all the same. */
export function encode(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text)
  return Array.from(text, (char) => (char.isWellFormed() ? encodeURIComponent(char) : '%ED%A0%80')).join('')
}
