import {
  MAX_SEARCH_CHARS,
  MAX_SEARCH_PARTS,
  type ParsedQuery,
  type Query,
  type QueryError,
  type SearchDay,
} from './query.ts'
import { type Token, tokenize } from './tokens.ts'
import { keyNamed, placeNamed, type SearchKey, stateNamed } from './vocabulary.ts'

type ReadToken = Token & { operator: SearchKey | null }

/** The parts of a query, also of one that has errors. */
export function tokensOf(text: string): ReadToken[] {
  return tokenize(text, (word) => keyNamed(word) !== undefined).map((token) => ({
    ...token,
    operator: keyNamed(token.operator ?? '') ?? null,
  }))
}

/** Reads the language of the search box and of `GET /api/search`. It does not compile patterns: see `platform/patterns`. */
export function parseQuery(text: string): ParsedQuery {
  if (text.length > MAX_SEARCH_CHARS)
    return failed({ code: 'too_long', from: MAX_SEARCH_CHARS, to: text.length, detail: String(MAX_SEARCH_CHARS) })
  const tokens = tokensOf(text)
  const surplus = tokens[MAX_SEARCH_PARTS]
  if (surplus) return failed(errorAt(surplus, 'too_many_parts', String(MAX_SEARCH_PARTS)))
  const draft = emptyDraft()
  for (const token of tokens) {
    const error = token.isClosed ? read(draft, token) : errorAt(token, 'unclosed_quote')
    if (error) return failed(error)
  }
  return onlyExclusions(draft) ?? { kind: 'query', query: draft }
}

type Draft = { -readonly [Key in keyof Query]: Query[Key] extends readonly (infer Item)[] ? Item[] : Query[Key] }

function emptyDraft(): Draft {
  return { terms: [], filters: [], places: [], states: [], before: null, after: null, isCaseSensitive: false }
}

function failed(error: QueryError): ParsedQuery {
  return { kind: 'error', error }
}

function errorAt(
  { from, to, operator }: Pick<Token, 'from' | 'to' | 'operator'>,
  code: QueryError['code'],
  detail?: string,
): QueryError {
  return { code, from, to, detail: detail ?? operator ?? '' }
}

/** Adds one part to the draft, or returns why it cannot. */
function read(draft: Draft, token: ReadToken): QueryError | null {
  const { operator } = token
  if (operator === null) return readTerm(draft, token)
  if (token.value === '') return errorAt(token, 'empty_value')
  switch (operator) {
    case 'repo':
    case 'lang':
    case 'tag':
    case 'path':
      draft.filters.push({ key: operator, value: token.value, ...placed(token) })
      return null
    case 'sym':
      draft.terms.push({ kind: 'symbol', text: token.value, ...placed(token) })
      return null
    case 'in':
    case 'is':
    case 'before':
    case 'after':
    case 'case':
      return token.isExcluded ? errorAt(token, 'cannot_exclude') : readSetting(draft, operator, token)
  }
}

function placed({ from, to, isExcluded }: Token) {
  return { from, to, isExcluded }
}

function readTerm(draft: Draft, token: Token): QueryError | null {
  const kind = token.form === 'pattern' ? 'pattern' : token.form === 'quoted' ? 'phrase' : 'word'
  // `""` asks for nothing.
  if (token.value !== '') draft.terms.push({ kind, text: token.value, ...placed(token) })
  return null
}

function readSetting(
  draft: Draft,
  operator: 'in' | 'is' | 'before' | 'after' | 'case',
  token: Token,
): QueryError | null {
  const { value } = token
  switch (operator) {
    case 'in':
      return addKnown(draft.places, placeNamed(value)) ? null : errorAt(token, 'unknown_value')
    case 'is':
      return addKnown(draft.states, stateNamed(value)) ? null : errorAt(token, 'unknown_value')
    case 'case':
      if (value !== 'yes' && value !== 'no') return errorAt(token, 'unknown_value')
      draft.isCaseSensitive = value === 'yes'
      return null
    case 'before':
    case 'after': {
      const day = parseDay(value)
      if (!day) return errorAt(token, 'invalid_day')
      draft[operator] = day
      return null
    }
  }
}

function addKnown<Value>(list: Value[], known: Value | undefined): boolean {
  if (known !== undefined && !list.includes(known)) list.push(known)
  return known !== undefined
}

/** `2026`, `2026-03` or `2026-03-12`. Null for a day that does not exist. */
function parseDay(value: string): SearchDay | null {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)]
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year > 0 ? { year, month, day } : null
}

/** `-css` alone would be everything but one word. It is more often a dash that belongs to the text, as in `-webkit-box`. */
function onlyExclusions(draft: Draft): ParsedQuery | null {
  const [first] = draft.terms
  const asksForSome =
    draft.terms.some(({ isExcluded }) => !isExcluded) ||
    draft.filters.some(({ isExcluded }) => !isExcluded) ||
    draft.states.length > 0 ||
    draft.before !== null ||
    draft.after !== null
  if (asksForSome) return null
  const excluded = first ?? draft.filters[0]
  return excluded ? failed({ code: 'only_exclusions', from: excluded.from, to: excluded.to, detail: '' }) : null
}
