import { isExcludable, type Operator, SEARCH_OPERATORS, tokensOf } from './parse.ts'
import { MAX_SEARCH_CHARS, SEARCH_PLACES, SEARCH_STATES, type SearchDay, type Span } from './query.ts'
import { DAY_NAMES, dayNamed, formatDay } from './days.ts'
import { quotePhrase } from './text-terms.ts'

/** What a suggestion means. The messages of the page explain each of them. */
export type Meaning =
  | `key_${Operator}`
  | `in_${(typeof SEARCH_PLACES)[number]}`
  | `is_${(typeof SEARCH_STATES)[number]}`
  | `day_${(typeof DAY_NAMES)[number]}`

/** Values that the person has, the most used first. */
export type KnownValues = Readonly<Record<'lang' | 'tag' | 'repo' | 'path', readonly string[]>>

/**
 * `words`: what each suggestion means, in the language of the page. They can be typed too: `תגית` leads to `tag:`.
 * `unused`: what this page does not search by.
 */
export type Known = {
  values: KnownValues
  today: SearchDay
  words: Readonly<Record<Meaning, string>>
  unused: readonly Meaning[]
}

/** `insert` replaces the letters of the span. A finished part ends with a space, so that the next one can be typed. `text` is what the list shows. */
export type Suggestion = Span & {
  kind: 'key' | 'value'
  text: string
  insert: string
  meaning: Meaning | null
}

type Choice = { value: string; meaning: Meaning | null }

const MOST_VALUES = 8
/** Most words begin with the first letter of some key. */
const MIN_KEY_CHARS = 2
const MIN_WORD_CHARS = 3

/** What can be typed at the caret: keys, or the values of the key before it. */
export function suggest(text: string, caret: number, known: Known): Suggestion[] {
  if (text.length > MAX_SEARCH_CHARS) return []
  const token = tokensOf(text).find(({ from, to }) => from < caret && caret <= to)
  if (!token) return keysInGap(text, caret).filter(({ meaning }) => isUsed(meaning, known))
  const { operator, isExcluded, valueFrom, to } = token
  const offered =
    operator === null
      ? token.form === 'plain' && caret === to
        ? keysFor(token.value, isExcluded, known).map((key) => toKey(key, { from: valueFrom, to }))
        : []
      : caret < valueFrom || (isExcluded && !isExcludable(operator))
        ? []
        : valuesFor(operator, text.slice(valueFrom, caret), known).flatMap((choice) =>
            toValue(text, caret, token, choice),
          )
  return offered.filter(
    ({ from, to: end, insert, meaning }) =>
      text.length - (end - from) + insert.length <= MAX_SEARCH_CHARS && isUsed(meaning, known),
  )
}

function isUsed(meaning: Meaning | null, { unused }: Known): boolean {
  return meaning === null || !unused.includes(meaning)
}

/** Between two spaces every key is possible. Before a word none is: the word would become its value. */
function keysInGap(text: string, caret: number): Suggestion[] {
  if (/^\S/u.test(text.slice(caret))) return []
  return SEARCH_OPERATORS.map((key) => toKey(key, { from: caret, to: caret }))
}

function keysFor(word: string, isExcluded: boolean, { words }: Known): Operator[] {
  const typed = word.toLowerCase()
  if (typed.length < MIN_KEY_CHARS) return []
  const isMeant = (key: Operator) =>
    key.startsWith(typed) || (typed.length >= MIN_WORD_CHARS && words[`key_${key}`].toLowerCase().startsWith(typed))
  return SEARCH_OPERATORS.filter((key) => isMeant(key) && (!isExcluded || isExcludable(key)))
}

function toKey(key: Operator, span: Span): Suggestion {
  const text = key === 'case' ? 'case:yes' : `${key}:`
  return { ...span, kind: 'key', text, insert: key === 'case' ? `${text} ` : text, meaning: `key_${key}` }
}

/** Values that hold what was typed, those that begin with it first. What is typed already is not offered. */
function valuesFor(operator: Operator, written: string, { values, today, words }: Known): Choice[] {
  const typed = written.toLowerCase()
  const begins = ({ value }: Choice) => Number(value.toLowerCase().startsWith(typed))
  return choicesOf(operator, values, today)
    .filter(({ value, meaning }) => {
      const explained = meaning === null ? '' : words[meaning].toLowerCase()
      return value.toLowerCase() !== typed && (value.toLowerCase().includes(typed) || explained.includes(typed))
    })
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MOST_VALUES)
}

function choicesOf(operator: Operator, values: KnownValues, today: SearchDay): Choice[] {
  switch (operator) {
    case 'in':
      return SEARCH_PLACES.map((value) => ({ value, meaning: `in_${value}` }))
    case 'is':
      return SEARCH_STATES.map((value) => ({ value, meaning: `is_${value}` }))
    case 'before':
    case 'after':
      return DAY_NAMES.map((name) => ({ value: formatDay(dayNamed(name, today)), meaning: `day_${name}` }))
    case 'case':
      return [{ value: 'yes', meaning: 'key_case' }]
    case 'sym':
      return []
    case 'lang':
    case 'tag':
    case 'repo':
    case 'path':
      return values[operator].map((value) => ({ value, meaning: null }))
  }
}

type ValueToken = Span & { form: string; valueFrom: number; isClosed: boolean }

/** Nothing where no way of writing the value would be read as that value. */
function toValue(text: string, caret: number, token: ValueToken, { value, meaning }: Choice): Suggestion[] {
  const from = token.form === 'quoted' ? token.valueFrom - 1 : token.valueFrom
  // An open quotation mark takes in everything behind it, so that only what stands before the caret is replaced.
  const end = token.isClosed ? token.to : caret
  // A space that stands there already is replaced too: the caret then is behind it.
  const to = /^\s/u.test(text.slice(end)) ? end + 1 : end
  const inserts = [`${value} `, `${quotePhrase(value)} `]
  const insert = inserts.find((each) => isReadAs(value, text.slice(0, from) + each + text.slice(to), from))
  return insert === undefined ? [] : [{ from, to, kind: 'value', text: value, insert, meaning }]
}

/** A value may need quotes because of its own letters, and because of others: in `/ path:src/` the last slash would end a pattern. */
function isReadAs(value: string, text: string, at: number): boolean {
  const token = tokensOf(text).find(({ from, to }) => from <= at && at < to)
  return token?.isClosed === true && token.operator !== null && token.value === value
}
