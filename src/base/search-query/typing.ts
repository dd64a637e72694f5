import { parseQuery } from './parse.ts'

/** What to look for while somebody types: the phrase so far, while a quotation mark is open. Null while a key waits for its value. */
export function queryWhileTyping(text: string): string | null {
  const parsed = parseQuery(text)
  if (parsed.kind === 'query') return text
  if (parsed.error.code === 'empty_value') return null
  return parsed.error.code === 'unclosed_quote' ? `${text}"` : text
}
