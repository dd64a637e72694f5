import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Measured, measure, type Target } from './measure.ts'
import { openStage, PROGRAM } from './stage.ts'

/** Passes over all targets; see `measure`. */
const PASSES = 3
/** More than one process here can answer, so that nobody runs into the limit of 300 reads a minute. */
const READS_PER_SECOND = 3_000
const READS_PER_MINUTE_AND_PERSON = 300

const JSON_ROUTE = '/api/files'
const PAGE_ROUTE = '/dashboard'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
  })
  const seconds = Number(values.seconds)
  if (!existsSync(PROGRAM)) throw new Error('Run `npm run build` first')
  await using stage = await openStage()
  const web = await stage.serve([PROGRAM, 'web'])
  // A person's count covers a minute of all passes and both routes that need one.
  const reads = Math.min(60, (seconds * PASSES + 1) * 2) * READS_PER_SECOND
  const cookies = await stage.people(web, Math.ceil(reads / READS_PER_MINUTE_AND_PERSON))
  const bare = async (kind: string, title: string) => ({
    title,
    url: await stage.serve(['bench/bare-server.ts', kind]),
    cookies,
  })
  const [ping, twin] = ['node:http + pg, `select 1`', 'node:http + pg, the same four queries']
  const targets: Target[] = [
    await bare('hello', 'node:http, hello'),
    await bare('select-1', ping),
    { title: 'GET /readyz', url: `${web}/readyz`, cookies: [''], twin: ping },
    await bare('visitor', 'node:http + pg, session and person'),
    await bare('files', twin),
    { title: `GET ${JSON_ROUTE}, 20 files (JSON)`, url: web + JSON_ROUTE, cookies, twin },
    { title: `GET ${PAGE_ROUTE} (page)`, url: web + PAGE_ROUTE, cookies },
  ]
  const table = report(await measure(targets, seconds, PASSES), seconds)
  console.log(table)
  if (values.write) writeInto('bench/results.md', table)
}

function report(all: Measured[], seconds: number): string {
  const rows = all.map((measured) => {
    const { title, twin } = measured.target
    const bare = all.find(({ target }) => target.title === twin)
    const { perSecond, p50, p975, p99 } = measured
    const numbers = [perSecond.toFixed(0), ...[p50, p975, p99].map((ms) => ms.toFixed(2))]
    return `| ${[title, ...numbers, ratio(all[0], measured), ratio(bare, measured)].join(' | ')} |`
  })
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
  return `${machine}; 10 connections, median of ${PASSES} passes of ${seconds} s.

| | requests/s | p50 ms | p97.5 ms | p99 ms | × hello | × its twin |
|---|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}
`
}

/** How many times dearer a request is: with the same number of connections that is the inverse of the rates. */
function ratio(base: Measured | undefined, measured: Measured): string {
  return base ? (base.perSecond / measured.perSecond).toFixed(1) : ''
}

function writeInto(file: string, table: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(<!-- foundation -->\n)[^]*(<!-- \/foundation -->)/, `$1${table}$2`))
}

await main()
