import type { Client } from 'pg'
import type { CodeQuery } from '#platform/code-index/query.ts'
import { HEAVY_USER } from './make-library.ts'
import { randomLine, textFiles } from './mirrors.ts'

/** The text of the box, and what of it the code index is asked. */
export type Asked = { text: string; terms: { kind: 'text' | 'pattern'; text: string }[] }

export type SearchKind = { title: string; next: () => Asked }

export function codeQueryOf({ terms }: Asked): CodeQuery | null {
  if (terms.length === 0) return null
  return {
    terms: terms.map((term) => ({ ...term, isNegated: false })),
    isCaseSensitive: false,
    languages: [],
    paths: [],
  }
}

const words = (...texts: string[]): Asked => ({
  text: texts.join(' '),
  terms: texts.map((text) => ({ kind: 'text', text })),
})
const pattern = (text: string): Asked => ({ text: `/${text}/`, terms: [{ kind: 'pattern', text }] })

const COMMON = 'function return const import value error string type name index'.split(' ')
const HEBREW = 'הקובץ פונקציה תזכורת גיבוי הרשאות חיפוש תאריך משימות'.split(' ')

/** What people type, taken from the texts that are searched. Each call gives another query. */
export async function searchKinds(client: Client, folders: readonly string[]): Promise<SearchKind[]> {
  const sources = folders.flatMap(textFiles)
  const names = await symbolNames(client)
  const inTurn = (list: readonly string[]) => {
    let n = 0
    return () => list[n++ % list.length] ?? ''
  }
  const word = () => /\w{4,}/.exec(randomLine(sources))?.[0] ?? 'function'
  const phrase = () => /\w{3,} \w{3,}( \w{3,})?/.exec(randomLine(sources))?.[0] ?? 'export function'
  const [common, hebrew, name] = [inTurn(COMMON), inTurn(HEBREW), inTurn(names)]
  return [
    { title: 'a word', next: () => words(word()) },
    { title: 'the first three letters of a word', next: () => words(word().slice(0, 3)) },
    { title: 'a common word', next: () => words(common()) },
    { title: 'a Hebrew word', next: () => words(hebrew()) },
    { title: 'a phrase', next: () => quoted(phrase()) },
    { title: 'two words', next: () => words(word(), word()) },
    { title: 'a word that is nowhere', next: () => words(`zq${Math.random().toString(36).slice(2, 10)}`) },
    { title: 'a pattern with a literal', next: () => pattern(`${word().slice(0, 8)}\\w*\\s*[(=:]`) },
    { title: 'a pattern of two literals', next: () => pattern(`${word().slice(0, 5)}.{0,20}${word().slice(0, 4)}`) },
    { title: 'a symbol, whole', next: () => ({ text: `sym:${name()}`, terms: [] }) },
    { title: 'a symbol, three letters', next: () => ({ text: `sym:${name().slice(0, 3)}`, terms: [] }) },
    { title: 'a symbol, inside', next: () => ({ text: `sym:${name().slice(1, 6)}`, terms: [] }) },
  ]
}

function quoted(text: string): Asked {
  return { text: `"${text}"`, terms: [{ kind: 'text', text }] }
}

/** Names of definitions in the library, in a fixed disorder. */
async function symbolNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.line->0->>0 as name from search_docs d, lateral (select jsonb_array_elements(d.symbols) as line limit 3) s
     where d.user_id = $1 and d.symbols is not null order by md5(d.file_id::text) limit 2000`,
    [HEAVY_USER],
  )
  return [...new Set(rows.map(({ name }) => name).filter((name) => /^\w{6,}$/.test(name)))]
}
