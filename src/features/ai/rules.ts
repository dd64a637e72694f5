import type { Locale } from '#base/messages.ts'
import type { Explanation } from './explanation.ts'
import { RULE_BOOK, UNKNOWN } from './rule-book/book.ts'

/** Explains from the built-in rules, without a provider. `context` is masked JSON. */
export function explainByRules(context: string, locale: Locale): Explanation {
  const rule =
    RULE_BOOK.find(({ when }) => when.test(namesFirst(context))) ??
    RULE_BOOK.find(({ when }) => when.test(context)) ??
    UNKNOWN
  return {
    rootCause: rule.cause[locale],
    actions: rule.actions.map((words) => words[locale]),
    signals: [...rule.signals.map((words) => words[locale]), ...factsIn(context)],
  }
}

const NAMES = ['name', 'event', 'alertname', 'type']
const FACTS = ['name', 'event', 'severity', 'status', 'count', 'value', 'summary']
const MAX_FACT_CHARS = 200

/** Names only: a match in a name is more specific than a match in a sentence. */
function namesFirst(context: string): string {
  return fieldsOf(context, NAMES)
    .map(([, value]) => value)
    .join('\n')
}

/** Lines such as `severity: error`, taken from the context. */
function factsIn(context: string): string[] {
  return fieldsOf(context, FACTS)
    .filter(([, value]) => value.length <= MAX_FACT_CHARS)
    .map(([key, value]) => `${key}: ${value}`)
}

function fieldsOf(context: string, keys: readonly string[]): [string, string][] {
  const value: unknown = JSON.parse(context)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]): [string, string][] =>
    keys.includes(key) && (typeof field === 'string' || typeof field === 'number') ? [[key, String(field)]] : [],
  )
}
