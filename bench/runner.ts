import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { EngineName } from '#platform/config/runner.ts'
import { ENGINES, ROOT, startTestRunner } from '../test/runner/harness.ts'

/**
 * `node --import ./tools/tsx.ts bench/runner.ts [--record]`: what a wall costs. Every number stands beside the same
 * program run bare, in turns, so that a busy machine slows both. `--record` writes the table into bench/results.md.
 */
const ROUNDS = 30
const BURST = 48
const CODE = 'print(1)'
const RESULTS = join(import.meta.dirname, 'results.md')
const MARKS = /(<!-- runner -->\n)[^]*(<!-- \/runner -->)/

type Way = { name: string; run: () => Promise<void> }
type Row = { name: string; p50: number; p95: number; at2: number; at8: number }

const bare: Way = {
  name: 'bare',
  run: async () => {
    // The interpreter and the library that programs inside have.
    await promisify(execFile)(join(ROOT, 'usr/bin/python3.11'), ['-I', '-S', '-B', '-c', CODE])
  },
}

async function withRunner(engine: EngineName, warm: number, measure: (way: Way) => Promise<void>): Promise<void> {
  await using runner = await startTestRunner(engine, { RUNNER_WARM: String(warm), RUNNER_QUEUE: '64' })
  const name = warm > 0 ? `${engine}, started ahead` : engine
  await measure({
    name,
    run: async () => {
      const { stdout } = await runner.run({ code: CODE })
      if (stdout !== '1\n') throw new Error(`${name} said ${stdout}`)
    },
  })
}

async function timed(run: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

async function perSecond(way: Way, atOnce: number): Promise<number> {
  let left = BURST
  const worker = async () => {
    while (left-- > 0) await way.run()
  }
  const ms = await timed(async () => void (await Promise.all(Array.from({ length: atOnce }, worker))))
  return (BURST / ms) * 1000
}

const quantile = (list: number[], q: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * q)] ?? NaN

/** Ratios: how many times bare one run takes, and what part of bare's throughput is left. */
async function compare(way: Way): Promise<Row> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await timed(bare.run))
    ours.push(await timed(way.run))
  }
  const at = async (n: number) => (await perSecond(way, n)) / (await perSecond(bare, n))
  const ratio = (q: number) => quantile(ours, q) / quantile(theirs, q)
  return { name: way.name, p50: ratio(0.5), p95: ratio(0.95), at2: await at(2), at8: await at(8) }
}

const rows: Row[] = []
for (const engine of ENGINES) {
  for (const warm of [0, 2]) await withRunner(engine, warm, async (way) => void rows.push(await compare(way)))
}
const table = [
  '| engine | hello, p50 | p95 | runs a second at 2 | at 8 |',
  '|---|---|---|---|---|',
  ...rows.map(
    ({ name, p50, p95, at2, at8 }) =>
      `| ${[name, `${p50.toFixed(1)}×`, `${p95.toFixed(1)}×`, at2.toFixed(2), at8.toFixed(2)].join(' | ')} |`,
  ),
].join('\n')
console.log(table)
if (process.argv.includes('--record')) {
  writeFileSync(RESULTS, readFileSync(RESULTS, 'utf8').replace(MARKS, `$1${table}\n$2`))
}
