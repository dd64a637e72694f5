import { foldForSearch } from '#base/fold.ts'
import type { Id } from '#base/ids.ts'
import { SEVERITIES, type Severity } from '#base/severity.ts'
import type { EventCount } from './counts.ts'

/** An event as it was recorded. */
export type Recorded = {
  at: Date
  id: Id<'event'>
  event: string
  severity: Severity
  requestId: string | null
  fields: Readonly<Record<string, unknown>>
}

/** One thing that happened: an event, or an alert that began. */
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
  /** The name of an event, or `alert`. */
  type?: string | undefined
  q?: string | undefined
  /** Plain information too; otherwise it is in only when somebody asks for it by its severity or name. */
  info: boolean
}

export const ALERT = 'alert'

/** Which events to read: of these severities, and only of these names when they matter. */
export type Choice = { severities: readonly Severity[]; names: readonly string[] | null }

/**
 * The counts know which events there were, so that nothing is looked for that is not there, and a rare one is found by its
 * name instead of by reading past millions of others.
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

/** `push_send_error` as words. */
export function spoken(event: string): string {
  const words = event.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The fields of an event in one line; the sentence for the operator is its title. */
export function fieldsLine(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([name, value]) => name !== 'msg_he' && value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${plain(value)}`)
    .join(' · ')
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain).join(', ')
  // The table does not keep the order of keys: a thing reads as `note 0190…`.
  if (typeof value === 'object' && value !== null && 'type' in value && 'id' in value)
    return `${plain(value.type)} ${plain(value.id)}`
  return JSON.stringify(value)
}
