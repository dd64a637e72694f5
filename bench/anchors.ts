import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { startGitServer } from '../test/git-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { readCases, sampleCases } from './anchors-cases.ts'
import { followCases } from './anchors-run.ts'
import { type Judged, report } from './anchors-score.ts'

/**
 * How well notes follow the code of real repositories. The folder holds `<repo>.bundle` for each repository of the cases:
 *
 *     node --import ./tools/tsx.ts bench/anchors.ts --cases cases.jsonl --repos histories [--json out.jsonl] [--kind trap] [--sample 500]
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string' },
    repos: { type: 'string' },
    json: { type: 'string' },
    kind: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
  },
})
if (values.cases === undefined || values.repos === undefined) throw new Error('--cases and --repos are needed')
const folder = resolve(values.repos)
const { json, kind: kinds } = values

const all = readCases(values.cases).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
const cases = values.sample === undefined ? all : sampleCases(all, Number(values.sample))
if (cases.length === 0) throw new Error('no case is left')

await using postgres = await startPostgres({ durable: false })
await migrate(postgres.url('postgres'))
const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
await using server = await startGitServer()
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const mirrors = openMirrors({
  dir,
  spoolDir: dir,
  hosts: [],
  testHosts: true,
  maxBytes: 1e9,
  maxFiles: 1e6,
  syncSeconds: 300,
  syncEverySeconds: 1e6,
  upload: false,
})

const started = performance.now()
const judged: Judged[] = []
if (json !== undefined) writeFileSync(json, '')
for (const [repo, own] of Map.groupBy(cases, (each) => each.repo)) {
  const origin = server.create(`bench/${repo}`)
  origin.git('fetch', '--quiet', join(folder, `${repo}.bundle`), 'main:refs/bench/all')
  for await (const each of followCases({ database, mirrors, server }, repo, origin, own)) {
    judged.push(each)
    if (json !== undefined) appendFileSync(json, `${JSON.stringify(each.found)}\n`)
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.error(`${repo}: ${judged.length} of ${cases.length} cases after ${seconds} s`)
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${judged.length} cases in ${minutes} min.\n`,
)
console.log(report(judged))
await database.close()
rmSync(dir, { recursive: true, force: true })
