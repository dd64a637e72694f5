import type { Severity } from '#base/severity.ts'
import { PAGE } from './happenings.ts'
import type { Timerange } from './window.ts'

/** The filters that the query string of the page holds. */
export type Filters = {
  timerange?: Timerange | undefined
  startTime?: string | undefined
  endTime?: string | undefined
  severity?: Severity | undefined
  type?: string | undefined
  q?: string | undefined
  info: boolean
}

/** The filters as query parameters of the page and the API. */
export function queryOf(filters: Filters): URLSearchParams {
  const given = {
    timerange: filters.timerange,
    start_time: filters.startTime,
    end_time: filters.endTime,
    severity: filters.severity,
    type: filters.type,
    q: filters.q,
    info: filters.info ? 'true' : undefined,
  }
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** The URL of the page with these filters and further parameters. */
export function hrefOf(filters: Filters, more: Record<string, string> = {}, anchor = ''): string {
  const query = queryOf(filters)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  const text = query.toString()
  return `${PAGE}${text && `?${text}`}${anchor && `#${anchor}`}`
}

export function exportHref(filters: Filters, format: 'json' | 'ndjson'): string {
  const query = queryOf(filters)
  query.set('format', format)
  return `/api/observability/export?${query.toString()}`
}
