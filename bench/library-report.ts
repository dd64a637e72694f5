import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Target } from './library-cases.ts'
import type { Measured } from './library-measure.ts'

/** A row of fewer says so. */
const ENOUGH_ROUNDS = 200

const HEAD = [
  '| | user | p50 / p95 | by the clock | 4 clients | bare query | × | same SQL | × | CPU: web + PostgreSQL | target | |',
  '|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|---|',
]

export function tableOf(measured: readonly Measured[]): string[] {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}; milliseconds.`
  return [machine, '', ...HEAD, ...measured.map(row)]
}

function row({ subject, found }: Measured): string {
  const { title, who, target } = subject
  const figures = found ? figuresOf(found) : ['not built yet', ...Array.from({ length: 7 }, () => '')]
  const verdict = [target ? said(target) : '', found && target ? (isMet(target, found) ? '✓' : '✗') : '']
  const few = found && found.rounds < ENOUGH_ROUNDS ? ` (${found.rounds} times)` : ''
  return `| ${[title + few, who, ...figures, ...verdict].join(' | ')} |`
}

type Found = NonNullable<Measured['found']>

function figuresOf({ http, httpFour, bare, bareAll, cpu }: Found): string[] {
  return [
    pair(http.p50, http.p95),
    pair(http.wall50, http.wall95),
    pair(httpFour.wall50, httpFour.wall95),
    pair(bare.p50, bare.p95),
    (http.p50 / bare.p50).toFixed(1),
    pair(bareAll.p50, bareAll.p95),
    (http.p50 / bareAll.p50).toFixed(1),
    `${cpu.web.toFixed(1)} + ${cpu.postgres.toFixed(1)}`,
  ]
}

function pair(a: number, b: number): string {
  return `${short(a)} / ${short(b)}`
}

function short(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0)
}

function said(target: Target): string {
  switch (target.kind) {
    case 'ratio':
      return `≤ ${target.atMost} × the same SQL`
    case 'over':
      return `≤ ${target.atMost} ms over the query`
    case 'p95':
      return `p95 < ${target.below}`
  }
}

function isMet(target: Target, { http, bare, bareAll }: Found): boolean {
  switch (target.kind) {
    case 'ratio':
      return http.p50 <= target.atMost * bareAll.p50
    case 'over':
      return http.p50 - bare.p50 <= target.atMost
    case 'p95':
      return http.p95 < target.below
  }
}

/** One line for whoever watches. */
export function verdictOf(measured: Measured): string {
  return row(measured).replaceAll(' | ', '  ')
}

export function memoryLine(memory: readonly number[]): string {
  const shown = memory.map((mb) => mb.toFixed(0))
  return `Memory of the web process, MB, after each row and then during ten rounds of everything: ${shown.join(' ')}.`
}

/** Replaces what is between the comments `<!-- section -->` and `<!-- /section -->`. */
export function writeInto(file: string, text: string, section = 'library'): void {
  const present = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    present.replace(
      new RegExp(`(<!-- ${section} -->\\n)[^]*(<!-- /${section} -->)`),
      (_, open: string, close: string) => `${open}${text}\n${close}`,
    ),
  )
}
