import { dateFormats } from '#base/date-format.ts'
import { formatNumber, type Locale } from '#base/messages.ts'
import type { Metric } from './series.ts'

/** A series as plain data, so that it can be passed to an island as a prop. */
export type ChartData = { metric: Metric; granularitySeconds: number; from: number; values: readonly (number | null)[] }

export const CHART_HEIGHT = 40

/**
 * Draws bars from left to right in both languages, as every monitoring tool draws time. Uses one path, because a thousand
 * elements would be slow to lay out.
 */
export function barsPath(values: readonly (number | null)[]): string {
  const top = Math.max(0, ...values.map((value) => value ?? 0))
  if (top === 0) return ''
  return values
    .map((value, i) => {
      const height = Math.round(((value ?? 0) / top) * CHART_HEIGHT * 10) / 10
      return height === 0 ? '' : `M${i} ${CHART_HEIGHT}v-${height}h.85v${height}z`
    })
    .join('')
}

/** The indexes of samples between two gaps. */
export function loneSamples(values: ArrayLike<number | null | undefined>): number[] {
  const isGap = (i: number) => values[i] == null
  return Array.from(values, (_value, i) => i).filter((i) => !isGap(i) && isGap(i - 1) && isGap(i + 1))
}

export function peakOf(values: readonly (number | null)[]): number | null {
  const measured = values.filter((value) => value !== null)
  return measured.length === 0 ? null : Math.max(...measured)
}

export function latestOf(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null
}

type Words = { ms: (n: string) => string; noData: string }

export function valueText(metric: Metric, value: number | null, locale: Locale, words: Words): string {
  if (value === null) return words.noData
  const number = formatNumber(locale, value >= 100 ? Math.round(value) : value)
  if (metric === 'response_time') return words.ms(number)
  return metric === 'error_rate' ? `${number}%` : number
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const clocks = dateFormats(CLOCK)
const daysAndClocks = dateFormats({ day: '2-digit', month: '2-digit', ...CLOCK })

/** Date and time, or only the time where points are close; in digits, the same in both languages. */
export function clockText(at: number, timeZone: string, withDay: boolean): string {
  const formats = withDay ? daysAndClocks : clocks
  return formats('en-GB', timeZone).format(at).replace(',', '')
}
