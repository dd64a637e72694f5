import { foldForSearch } from '#base/fold.ts'
import type { Id } from '#base/ids.ts'
import { SEVERITIES, type Severity } from '#base/severity.ts'
import type { EventCount } from './counts.ts'

/** A recorded event. */
export type Recorded = {
  at: Date
  id: Id<'event'>
  event: string
  severity: Severity
  requestId: string | null
  fields: Readonly<Record<string, unknown>>
}

/** One timeline item: an event, or the start of an alert. */
export type Happening = {
  at: Date
  id: Id<string>
  type: string
  severity: Severity
  title: string
  summary: string
  link: string
  metadata: Readonly<Record<string, unknown>>
}

export type TimelineFilter = {
  severity?: Severity | undefined
  /** The event name, or `alert`. */
  type?: string | undefined
  q?: string | undefined
  /** Includes info events; otherwise they appear only when their severity or name is requested. */
  info: boolean
}

export const ALERT = 'alert'

/** Which events to read: these severities, and only these names unless null. */
export type Choice = { severities: readonly Severity[]; names: readonly string[] | null }

/**
 * Uses the counts to skip events that do not occur, and to find a rare event through the index on its name instead of
 * scanning millions of others.
 */
export function choose(
  counts: readonly EventCount[],
  filter: TimelineFilter,
  titleOf: (event: string) => string,
): { choice: Choice | null; chosen: EventCount[] } {
  const { severity, type, q } = filter
  const severities = severity ? [severity] : filter.info || type !== undefined ? SEVERITIES : SEVERITIES.slice(1)
  const needle = q === undefined ? undefined : foldForSearch(q)
  const chosen = counts.filter(
    (each) =>
      severities.includes(each.severity) &&
      (type === undefined || each.event === type) &&
      (needle === undefined || foldForSearch(`${each.event} ${titleOf(each.event)}`).includes(needle)),
  )
  if (chosen.length === 0) return { choice: null, chosen }
  const byName = type !== undefined || needle !== undefined
  const names = byName ? [...new Set(chosen.map(({ event }) => event))] : null
  return { choice: { severities, names }, chosen }
}

/** Formats `push_send_error` as words. */
export function spoken(event: string): string {
  const words = event.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of an event in one line, without the operator's sentence, which is the title. */
export function fieldsLine(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([name, value]) => name !== 'msg_he' && value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join(' · ')
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain).join(', ')
  // jsonb does not keep the order of keys; show a resource as `note 0190…`.
  if (typeof value === 'object' && value !== null && 'type' in value && 'id' in value)
    return `${plain(value.type)} ${plain(value.id)}`
  return JSON.stringify(value)
}
