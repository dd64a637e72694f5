import { formatSize } from '#base/size.ts'
import type { Locale, LocalizedText } from '#base/messages.ts'

/** Fields of the response beyond the common ones. */
type Context = Record<string, unknown>

/** What the error page offers besides the link home: a form with one button, or a link. */
export type Remedy = { label: LocalizedText } & ({ post: string } | { href: string })

/** An expected error. Anything else that is thrown is a bug: 500 and an event. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The text of `error` in the contract, where it differs from the code. */
  readonly wire: string
  readonly words: LocalizedText
  readonly context: Context
  readonly headers: Record<string, string>
  readonly remedy: Remedy | null

  constructor(kind: ProblemKind, context: Context, headers: Record<string, string>, remedy: Remedy | null = null) {
    super(kind.code)
    this.status = kind.status
    this.code = kind.code
    this.wire = kind.wire
    this.words = fillIn(kind.words, context)
    this.context = context
    this.headers = headers
    this.remedy = remedy
  }

  /** The same problem with further fields. */
  with(context: Context): Problem {
    return new Problem(this, { ...this.context, ...context }, this.headers, this.remedy)
  }

  body(locale: Locale, requestId: string): Context {
    const { wire, code, words, context } = this
    return { ok: false, error: wire, code, message: words[locale], request_id: requestId, ...context }
  }
}

/** `{name}` in the words is that field of the context, and `{size}` the field `max`, which is in bytes. */
function fillIn({ he, en }: LocalizedText, context: Context): LocalizedText {
  const valueOf = (locale: Locale, name: string) => {
    const { max } = context
    if (name === 'size') return typeof max === 'number' ? formatSize(max, locale) : ''
    const value = context[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const fill = (words: string, locale: Locale) =>
    words.replaceAll(/\{(\w+)\}/g, (_all, name: string) => valueOf(locale, name))
  return { he: fill(he, 'he'), en: fill(en, 'en') }
}

export type ProblemKind = { status: number; code: string; wire: string; words: LocalizedText }

/** A problem, declared once; the type requires the context that every use must supply. */
export function problem<C extends Context = Record<never, never>>(
  status: number,
  code: string,
  words: LocalizedText,
  wire = code,
  remedy?: (context: C) => Remedy,
) {
  const kind: ProblemKind = { status, code, wire, words }
  const make = (...args: keyof C extends never ? [] : [context: C, headers?: Record<string, string>]) => {
    const [context, headers = {}] = args
    return new Problem(kind, context ?? {}, headers, context && remedy ? remedy(context) : null)
  }
  return Object.assign(make, { kind })
}

/** Services check it too: not every text comes from a request body. */
export const invalidText = problem<{ field: string }>(400, 'invalid_text', {
  he: 'הטקסט מכיל תו שאי אפשר לשמור (NUL או חצי תו).',
  en: 'The text contains a character that cannot be stored (NUL or half a surrogate pair).',
})
