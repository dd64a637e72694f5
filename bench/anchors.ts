import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { startGitServer } from '../test/git-server.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { type Case, readCases, sampleCases } from './anchors-cases.ts'
import { closeThreads, followDirectly, mirrorBundle } from './anchors-direct.ts'
import { followCases } from './anchors-run.ts'
import { type Judged, report } from './anchors-score.ts'

/**
 * How well notes follow the code of real repositories. The folder holds `<repo>.bundle` for each repository of the cases:
 *
 *     node --import ./tools/tsx.ts bench/anchors.ts --cases cases.jsonl --repos histories [--json out.jsonl] [--kind trap] [--sample 500] [--sync]
 *
 * Without `--sync` it calls the function that a sync calls; with it, it syncs mirrors and stores notes for every case.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string' },
    repos: { type: 'string' },
    json: { type: 'string' },
    kind: { type: 'string', multiple: true, default: [] },
    sample: { type: 'string' },
    sync: { type: 'boolean', default: false },
  },
})
if (values.cases === undefined || values.repos === undefined) throw new Error('--cases and --repos are needed')
const folder = resolve(values.repos)
const { json, kind: kinds } = values
let close: (() => Promise<void>) | undefined

const all = readCases(values.cases).filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
const cases = values.sample === undefined ? all : sampleCases(all, Number(values.sample))
if (cases.length === 0) throw new Error('no case is left')

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
const follow = values.sync ? await wholeProduct() : directly
for (const [repo, own] of Map.groupBy(cases, (each) => each.repo)) {
  for await (const each of follow(repo, join(folder, `${repo}.bundle`), own)) {
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
await close?.()
await closeThreads()
rmSync(dir, { recursive: true, force: true })

function directly(_repo: string, bundle: string, own: readonly Case[]): AsyncGenerator<Judged> {
  return followDirectly(mirrorBundle(mirrors, dir, bundle), own)
}

/** With a database and a git server on loopback. */
async function wholeProduct() {
  const postgres = await startPostgres({ durable: false })
  await migrate(postgres.url('postgres'))
  const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
  const server = await startGitServer()
  close = async () => {
    await database.close()
    await server[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  }
  return (repo: string, bundle: string, own: readonly Case[]): AsyncGenerator<Judged> => {
    const origin = server.create(`bench/${repo}`)
    origin.git('fetch', '--quiet', bundle, 'main:refs/bench/all')
    return followCases({ database, mirrors, server }, repo, origin, own)
  }
}
