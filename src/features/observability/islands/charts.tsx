import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { barsPath, CHART_HEIGHT, type ChartData, clockText, latestOf, peakOf, valueText } from '../chart.ts'
import { observabilityMessages } from '../messages.ts'
import type { SeriesBody } from '../schema/api.ts'
import { beat } from './parts/beat.ts'
import type { Plot } from './parts/plot.ts'

type Props = { locale: Locale; timeZone: string; charts: readonly ChartData[]; query: string }

/** Turns the server-rendered bars into interactive charts. */
function Charts({ locale, timeZone, charts, query }: Props) {
  return (
    <div class="obs-charts grid gap-5">
      {charts.map((data) => (
        <Chart key={data.metric} locale={locale} timeZone={timeZone} data={data} query={query} />
      ))}
    </div>
  )
}

type ChartProps = { locale: Locale; timeZone: string; data: ChartData; query: string }

function Chart({ locale, timeZone, data: first, query }: ChartProps) {
  const t = observabilityMessages(locale)
  const data = useSignal(first)
  const point = useSignal<number | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const isDrawn = usePlot(host, data, timeZone, point)
  useRefresh(data, query)
  const { metric, values, from, granularitySeconds } = data.value
  const text = (value: number | null) => valueText(metric, value, locale, t)
  const at = (index: number) => clockText(from + index * granularitySeconds * 1000, timeZone, true)
  const pointed = (index: number) => `${at(index)} · ${text(values[index] ?? null)}`
  return (
    <figure class="chart shrinks">
      <figcaption class="wraps small between below-2 gap-1-4">
        <span class="strong">{t[metric]}</span>
        <span class="chart-facts gap-3 muted numbers">
          {point.value === null ? (
            <>
              <bdi>{t.latest(text(latestOf(values)))}</bdi> <bdi>{t.peak(text(peakOf(values)))}</bdi>
            </>
          ) : (
            <bdi dir="ltr">{pointed(point.value)}</bdi>
          )}
        </span>
      </figcaption>
      <div
        class="chart-body"
        dir="ltr"
        aria-label={t.chartOf(t[metric], text(peakOf(values)), text(latestOf(values)))}
        role={isDrawn.value ? 'slider' : 'img'}
        {...(isDrawn.value && slider(point.value ?? values.length - 1, values.length, pointed))}
        ref={host}
      >
        {!isDrawn.value && <Bars values={values} from={at(0)} to={at(values.length - 1)} />}
      </div>
    </figure>
  )
}

/** Arrow keys choose a point, and screen readers announce its value. */
function slider(index: number, count: number, pointed: (index: number) => string) {
  const values = { 'aria-valuemin': 0, 'aria-valuemax': count - 1, 'aria-valuenow': index }
  return { ...values, tabIndex: 0, 'aria-valuetext': pointed(index) }
}

function Bars({ values, from, to }: { values: readonly (number | null)[]; from: string; to: string }) {
  return (
    <>
      <svg
        class="full rule-below"
        viewBox={`0 0 ${Math.max(1, values.length)} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={barsPath(values)} />
      </svg>
      <div class="flex muted tiny between numbers">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </>
  )
}

type Host = { current: HTMLDivElement | null }

/** Loads the chart library, which only this page needs, and keeps the charts up to date. */
function usePlot(host: Host, data: Signal<ChartData>, timeZone: string, point: Signal<number | null>) {
  const plot = useRef<Plot | null>(null)
  const isDrawn = useSignal(false)
  useEffect(() => {
    let isGone = false
    const onPoint = (index: number | null) => {
      point.value = index
    }
    void import('./parts/plot.ts').then(({ drawPlot }) => {
      if (isGone || !host.current) return
      isDrawn.value = true
      plot.current = drawPlot(host.current, data.value, { timeZone, onPoint })
    })
    const element = host.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      plot.current?.step(event.key === 'ArrowLeft' ? -1 : 1)
    }
    element?.addEventListener('keydown', onKey)
    return () => {
      isGone = true
      element?.removeEventListener('keydown', onKey)
      plot.current?.destroy()
    }
  }, [])
  useEffect(() => plot.current?.update(data.value), [data.value])
  return isDrawn
}

/** Reloads the series on each refresh of the page; a failed request keeps the previous series. */
function useRefresh(data: Signal<ChartData>, query: string): void {
  const turn = beat.value
  useEffect(() => {
    if (turn === 0) return
    const { metric } = data.value
    void call<SeriesBody>('GET', `/api/observability/timeseries?${query}${query && '&'}metric=${metric}`).then(
      (answer) => {
        if (answer.outcome !== 'done') return
        const { data: points, granularity_seconds: granularitySeconds } = answer.data
        const from = Date.parse(points[0]?.t ?? '')
        if (!Number.isNaN(from)) data.value = { metric, granularitySeconds, from, values: points.map(({ v }) => v) }
      },
    )
  }, [turn])
}

export const island = Charts
