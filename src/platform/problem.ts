import type { Locale, Words } from '#base/messages.ts'

/** Fields of an answer beyond the common ones. */
type Context = Record<string, unknown>

/** What the page of a refusal offers besides the way home: a form with one button, or a link. */
export type Remedy = { label: Words } & ({ post: string } | { href: string })

/** An expected refusal. Anything else that is thrown is a bug: 500 and an event. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  /** The exact string that the interface names for this refusal, else the code. */
  readonly wire: string
  readonly words: Words
  readonly context: Context
  readonly headers: Record<string, string>
  readonly remedy: Remedy | null

  constructor(kind: ProblemKind, context: Context, headers: Record<string, string>, remedy: Remedy | null = null) {
    super(kind.code)
    this.status = kind.status
    this.code = kind.code
    this.wire = kind.wire
    this.words = kind.words
    this.context = context
    this.headers = headers
    this.remedy = remedy
  }

  body(locale: Locale, requestId: string): Context {
    const { wire, code, words, context } = this
    return { ok: false, error: wire, code, message: words[locale], request_id: requestId, ...context }
  }
}

export type ProblemKind = { status: number; code: string; wire: string; words: Words }

/** A refusal, declared once; the type says which context every use must supply. */
export function problem<C extends Context = Record<never, never>>(
  status: number,
  code: string,
  words: Words,
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
