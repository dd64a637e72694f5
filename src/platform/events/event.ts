import type { Severity } from '#base/severity.ts'

/** Identifies an object without its owner. */
export type Resource = { type: string; id: string }

/** Plain data only, so that a user object or an Error with its message cannot slip into a record. */
type Plain = string | number | boolean | null | readonly string[] | Resource | undefined
export type Fields = Record<string, Plain>

declare const fields: unique symbol
export type EventType<F extends Fields = Fields> = {
  readonly name: string
  readonly severity: Severity
  /** A short sentence for the Hebrew-reading operator. */
  readonly msgHe: string
  readonly [fields]?: F
}

/** `event('error')<{ share_id: string }>('share_view_error', '…')`: declared once, emitted through `ctx.emit`. */
export function event(severity: Severity) {
  return <F extends Fields = Record<never, never>>(name: string, msgHe: string): EventType<F> => ({
    name,
    severity,
    msgHe,
  })
}

/** `NoInfer` makes the declaration decide the fields: without it any object would fit. */
export type Emit = <F extends Fields>(type: EventType<F>, fields: NoInfer<F>) => void

export type EventRecord = {
  at: Date
  /** Created with the record, so that writing it twice is idempotent. */
  id: string
  event: string
  severity: Severity
  requestId: string | null
  fields: Fields & { msg_he: string }
}
