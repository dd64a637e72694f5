import type { Span } from './query.ts'

/**
 * A part of the query as it is written, without its meaning. `operator` is the word before a colon, where one is known; `form` says how the
 * value was written.
 */
export type Token = Span & {
  isExcluded: boolean
  operator: string | null
  form: 'plain' | 'quoted' | 'pattern'
  value: string
  /** Where the value begins: behind the operator and the opening quote. */
  valueFrom: number
  /** False for a quote that was opened and not closed. */
  isClosed: boolean
}

const SPACE = /\s/u

/** Splits a query at its spaces; quotes and patterns keep theirs. */
export function tokenize(text: string, isOperator: (word: string) => boolean): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (SPACE.test(text.charAt(at))) {
      at += 1
      continue
    }
    const token = readToken(text, at, isOperator)
    tokens.push(token)
    at = token.to
  }
  return tokens
}

function readToken(text: string, from: number, isOperator: (word: string) => boolean): Token {
  // A lone dash is a word.
  const isExcluded = text[from] === '-' && from + 1 < text.length && !SPACE.test(text.charAt(from + 1))
  const start = isExcluded ? from + 1 : from
  const named = /^([a-z]+):/.exec(text.slice(start, start + 20))?.[1] ?? null
  const operator = named !== null && isOperator(named) ? named : null
  const valueFrom = operator === null ? start : start + operator.length + 1
  const head = { from, isExcluded, operator }
  if (text[valueFrom] === '"') return { ...head, ...readQuoted(text, valueFrom) }
  const pattern = operator === null && text[valueFrom] === '/' ? readPattern(text, valueFrom) : null
  if (pattern) return { ...head, ...pattern }
  let to = valueFrom
  while (to < text.length && !SPACE.test(text.charAt(to))) to++
  return { ...head, form: 'plain', value: text.slice(valueFrom, to), valueFrom, to, isClosed: true }
}

type Value = Pick<Token, 'form' | 'value' | 'valueFrom' | 'to' | 'isClosed'>

/** `\"` and `\\` stand for themselves inside quotes. */
function readQuoted(text: string, quote: number): Value {
  let value = ''
  let at = quote + 1
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at += 1
    value += text.charAt(at)
    at += 1
  }
  const isClosed = at < text.length
  return { form: 'quoted', value, valueFrom: quote + 1, to: isClosed ? at + 1 : at, isClosed }
}

/**
 * Null unless a slash ends the part: `/etc/passwd` is a word. `\/` is a slash in the pattern, and a slash inside of brackets needs no
 * escape. Of `/[a-/`, whose bracket is never closed, it reads the pattern all the same: its compiler says what is missing.
 */
function readPattern(text: string, slash: number): Value | null {
  let isInBrackets = false
  let inBrackets: Value | null = null
  for (let at = slash + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at += 1
    else if (letter === '[') isInBrackets = true
    else if (letter === ']') isInBrackets = false
    else if (letter === '/' && endsAt(text, at + 1) && at > slash + 1) {
      const value = text.slice(slash + 1, at).replaceAll(String.raw`\/`, '/')
      const pattern: Value = { form: 'pattern', value, valueFrom: slash + 1, to: at + 1, isClosed: true }
      if (!isInBrackets) return pattern
      inBrackets ??= pattern
    }
  }
  return inBrackets
}

function endsAt(text: string, at: number): boolean {
  return at === text.length || SPACE.test(text.charAt(at))
}
