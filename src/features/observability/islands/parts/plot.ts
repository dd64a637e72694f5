import uPlot from 'uplot'
import { type ChartData, clockText, loneSamples } from '../../chart.ts'

export type Plot = { update: (data: ChartData) => void; step: (by: number) => void; destroy: () => void }
type Options = { timeZone: string; onPoint: (index: number | null) => void }

const HEIGHT = 150
const WHOLE = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat()
const SHORT_WINDOW_SECONDS = 36 * 3600

/** Draws a series into an element with `dir="ltr"`. */
export function drawPlot(host: HTMLElement, data: ChartData, options: Options): Plot {
  const plot = new uPlot(settings(host, data, options), alignedOf(data), host)
  const resized = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT }))
  resized.observe(host)
  return {
    update: (next) => plot.setData(alignedOf(next)),
    step: (by) => {
      const last = plot.data[0].length - 1
      const index = Math.min(last, Math.max(0, (plot.cursor.idx ?? (by > 0 ? -1 : last + 1)) + by))
      plot.setCursor({ left: plot.valToPos(plot.data[0][index] ?? 0, 'x'), top: 0 })
    },
    destroy: () => {
      resized.disconnect()
      plot.destroy()
    },
  }
}

function settings(host: HTMLElement, data: ChartData, { timeZone, onPoint }: Options): uPlot.Options {
  const { metric, values, granularitySeconds } = data
  const isLine = metric === 'response_time'
  const withDay = values.length * granularitySeconds > SHORT_WINDOW_SECONDS
  // Read on each draw, so that the next draw applies a changed theme.
  const colour = (name: string) => () => colourOf(host, name)
  const axis = { stroke: colour('muted'), ticks: { show: false }, font: `11px ${getComputedStyle(host).fontFamily}` }
  return {
    width: host.clientWidth,
    height: HEIGHT,
    padding: [8, 12, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    cursor: { y: false, sync: { key: 'observability' }, drag: { x: false, y: false }, points: { show: isLine } },
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
    axes: [
      {
        ...axis,
        size: 28,
        space: withDay ? 90 : 60,
        grid: { show: false },
        values: (_plot, splits) => splits.map((at) => clockText(at * 1000, timeZone, withDay)),
      },
      {
        ...axis,
        size: 48,
        space: 36,
        grid: { stroke: colour('line'), width: 1 },
        // Counts are integers: show no fractional ticks.
        ...(metric.endsWith('_count') && { incrs: WHOLE }),
      },
    ],
    series: [{}, { stroke: colour('accent'), ...(isLine ? lineOf() : { points: { show: false }, ...barsOf(colour) }) }],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  }
}

/** A sample without a neighbour has no line through it and would be invisible. */
function lineOf() {
  return { width: 1.5, points: { show: true, size: 4, filter: (plot: uPlot) => loneSamples(plot.data[1] ?? []) } }
}

function barsOf(colour: (name: string) => () => string) {
  const paths = uPlot.paths.bars?.({ size: [0.85, 40], align: 1 })
  return { width: 0, fill: colour('accent'), ...(paths && { paths }) }
}

function alignedOf({ from, granularitySeconds, values }: ChartData): uPlot.AlignedData {
  return [values.map((_, i) => from / 1000 + i * granularitySeconds), [...values]]
}

/** Resolves a CSS custom property, because a canvas cannot evaluate `light-dark()`. */
function colourOf(host: HTMLElement, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(--${name})`
  host.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
