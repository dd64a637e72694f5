import type { Locale } from '../messages.ts'
import { DAY_NAMES, dayNamed, formatDay, SEARCH_DAYS } from './days.ts'
import { tokensOf } from './parse.ts'
import { MAX_SEARCH_CHARS, type SearchDay, type SearchFilterKey, type Span } from './query.ts'
import { quotePhrase } from './text-terms.ts'
import {
  isInList,
  KEY_NAMES,
  PLACE_NAMES,
  SEARCH_KEYS,
  SEARCH_PLACES,
  SEARCH_STATES,
  type SearchedList,
  type SearchKey,
  STATE_NAMES,
} from './vocabulary.ts'

/** Values that the person has, the most used first. */
export type KnownValues = Readonly<Record<SearchFilterKey, readonly string[]>>

/** The meaning of a suggestion is in the language of the page, and can be typed too: `תגית` leads to `tag:`. `list`: the page that lists only this; null where everything is searched. */
export type Known = { values: KnownValues; today: SearchDay; locale: Locale; list: SearchedList | null }

/** `insert` replaces the letters of the span. A finished part ends with a space, so that the next one can be typed. `text` is what the list shows. */
export type Suggestion = Span & {
  kind: 'key' | 'value'
  text: string
  insert: string
  means: string | null
}

type Choice = { value: string; means: string | null }

const MOST_VALUES = 8
/** Most words begin with the first letter of some key. */
const MIN_KEY_CHARS = 2
const MIN_WORD_CHARS = 3

/** What can be typed at the caret: keys, or the values of the key before it. */
export function suggest(text: string, caret: number, known: Known): Suggestion[] {
  if (text.length > MAX_SEARCH_CHARS) return []
  const token = tokensOf(text).find(({ from, to }) => from < caret && caret <= to)
  if (!token) return keysInGap(text, caret, known)
  const { operator, isExcluded, valueFrom, to } = token
  const offered =
    operator === null
      ? token.form === 'plain' && caret === to
        ? keysFor(token.value, isExcluded, known).map((key) => toKey(key, { from: valueFrom, to }, known))
        : []
      : caret < valueFrom || (isExcluded && !SEARCH_KEYS[operator].isExcludable)
        ? []
        : valuesFor(operator, text.slice(valueFrom, caret), known).flatMap((choice) =>
            toValue(text, caret, token, choice),
          )
  return offered.filter(({ from, to: end, insert }) => text.length - (end - from) + insert.length <= MAX_SEARCH_CHARS)
}

/** What this page searches by. */
function keysOfPage({ list }: Known): SearchKey[] {
  return KEY_NAMES.filter((key) => list === null || isInList(SEARCH_KEYS[key], list))
}

/** Between two spaces every key is possible. Before a word none is: the word would become its value. */
function keysInGap(text: string, caret: number, known: Known): Suggestion[] {
  if (/^\S/u.test(text.slice(caret))) return []
  return keysOfPage(known).map((key) => toKey(key, { from: caret, to: caret }, known))
}

function keysFor(word: string, isExcluded: boolean, known: Known): SearchKey[] {
  const typed = word.toLowerCase()
  if (typed.length < MIN_KEY_CHARS) return []
  const isMeant = (key: SearchKey) =>
    key.startsWith(typed) ||
    (typed.length >= MIN_WORD_CHARS && SEARCH_KEYS[key].means[known.locale].toLowerCase().startsWith(typed))
  return keysOfPage(known).filter((key) => isMeant(key) && (!isExcluded || SEARCH_KEYS[key].isExcludable))
}

function toKey(key: SearchKey, span: Span, { locale }: Known): Suggestion {
  const text = key === 'case' ? 'case:yes' : `${key}:`
  return {
    ...span,
    kind: 'key',
    text,
    insert: key === 'case' ? `${text} ` : text,
    means: SEARCH_KEYS[key].means[locale],
  }
}

/** Values that hold what was typed, those that begin with it first. What is typed already is not offered. */
function valuesFor(operator: SearchKey, written: string, known: Known): Choice[] {
  const typed = written.toLowerCase()
  const begins = ({ value }: Choice) => Number(value.toLowerCase().startsWith(typed))
  return choicesOf(operator, known)
    .filter(({ value, means }) => {
      const texts = [value.toLowerCase(), means?.toLowerCase() ?? '']
      return value.toLowerCase() !== typed && texts.some((text) => text.includes(typed))
    })
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MOST_VALUES)
}

function choicesOf(operator: SearchKey, { values, today, locale, list }: Known): Choice[] {
  switch (operator) {
    case 'in':
      return PLACE_NAMES.map((value) => ({ value, means: SEARCH_PLACES[value][locale] }))
    case 'is':
      return STATE_NAMES.filter((value) => list === null || isInList(SEARCH_STATES[value], list)).map((value) => ({
        value,
        means: SEARCH_STATES[value].means[locale],
      }))
    case 'before':
    case 'after':
      return DAY_NAMES.map((name) => ({ value: formatDay(dayNamed(name, today)), means: SEARCH_DAYS[name][locale] }))
    case 'case':
      return [{ value: 'yes', means: SEARCH_KEYS.case.means[locale] }]
    case 'sym':
      return []
    case 'lang':
    case 'tag':
    case 'repo':
    case 'path':
      return values[operator].map((value) => ({ value, means: null }))
  }
}

type ValueToken = Span & { form: string; valueFrom: number; isClosed: boolean }

/** Nothing where no way of writing the value would be read as that value. */
function toValue(text: string, caret: number, token: ValueToken, { value, means }: Choice): Suggestion[] {
  const from = token.form === 'quoted' ? token.valueFrom - 1 : token.valueFrom
  // An open quotation mark takes in everything behind it, so that only what stands before the caret is replaced.
  const end = token.isClosed ? token.to : caret
  // A space that stands there already is replaced too: the caret then is behind it.
  const to = /^\s/u.test(text.slice(end)) ? end + 1 : end
  const inserts = [`${value} `, `${quotePhrase(value)} `]
  const insert = inserts.find((each) => isReadAs(value, text.slice(0, from) + each + text.slice(to), from))
  return insert === undefined ? [] : [{ from, to, kind: 'value', text: value, insert, means }]
}

/** A value may need quotes because of its own letters, and because of others: in `/ path:src/` the last slash would end a pattern. */
function isReadAs(value: string, text: string, at: number): boolean {
  const token = tokensOf(text).find(({ from, to }) => from <= at && at < to)
  return token?.isClosed === true && token.operator !== null && token.value === value
}
