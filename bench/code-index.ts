import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openCodeIndex } from '#platform/code-index/client.ts'
import { grepCode } from '#platform/code-index/grep.ts'
import { openIndexer } from '#platform/code-index/indexer.ts'
import type { CodeQuery } from '#platform/code-index/query.ts'
import { searchCode } from '#platform/code-index/ask-index.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { newId } from '#platform/random.ts'
import { runInline } from '#platform/threads.ts'
import { indexDue } from '#features/repos/service/code-index.ts'
import { findIndexed } from '#features/repos/store/code-index.ts'
import { findZoekt, startZoekt } from '../test/zoekt.ts'
import { askBareZoekt, makeMirrors, percentile, randomLine, textFiles } from './mirrors.ts'

/**
 * Searches in many mirrors: bare zoekt over HTTP, the same through `searchCode`, and `git grep`, by turns in one run.
 *
 *     ZOEKT_BIN=… node --import ./tools/tsx.ts bench/code-index.ts --mb 1024 --repos 40 --sources node_modules,<folder> --rounds 40
 *
 * The repositories are made of the text files below the given folders (`makeMirrors`).
 */
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '64' },
    repos: { type: 'string', default: '8' },
    sources: { type: 'string', default: 'node_modules' },
    rounds: { type: 'string', default: '20' },
    'git-rounds': { type: 'string', default: '2' },
  },
})
const REPOS = Number(values.repos)
const BYTES = Number(values.mb) * 1024 * 1024
const ROUNDS = Number(values.rounds)
const LIMITS = { files: 100, lines: 200, linesPerFile: 20, lineChars: 300, indexMs: 5_000, ms: 5_000 }

const bin = findZoekt()
if (bin === null) throw new Error('set ZOEKT_BIN')
await using postgres = await startPostgres({ durable: false })
await migrate(postgres.url('postgres'))
const database = openDatabase({ url: postgres.url('postgres'), size: 5, applicationName: 'bench' })
await using zoekt = await startZoekt(bin)
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-bench-'))
const nothing = {
  hosts: [],
  testHosts: true,
  maxBytes: 0,
  maxFiles: 0,
  syncSeconds: 0,
  syncEverySeconds: 0,
  upload: false,
}
const mirrors = openMirrors({ dir, spoolDir: dir, ...nothing })
const now = () => new Date()

const sources = values.sources.split(',').flatMap((folder) => textFiles(folder))
const made = await makeMirrors(database.pool, dir, { sources, bytes: BYTES, count: REPOS })
const megabytes = Math.round(made.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / 1024)
const files = made.reduce((sum, each) => sum + each.files, 0)
console.log(`${REPOS} repositories, ${files} files, ${megabytes} MB of text`)

let started = performance.now()
await indexDue(
  {
    db: database.db,
    clock: now,
    emit: (type, fields) => console.log(type.name, fields),
    log: pino({ level: 'warn' }),
    newId: () => newId(now()),
    signal: new AbortController().signal,
    progress: () => undefined,
  },
  mirrors,
  openIndexer({ dir: zoekt.dir, program: zoekt.program }),
  null,
)
const indexBytes = readdirSync(zoekt.dir).reduce((sum, name) => sum + statSync(join(zoekt.dir, name)).size, 0)
console.log(`indexed in ${seconds(started)} s, ${Math.round(indexBytes / 1024 / 1024)} MB of shards`)

const index = openCodeIndex({ url: zoekt.url })
const states = (ids: readonly string[]) => findIndexed(database.db, ids)
const searched = made.map(({ mirrorId, commit }) => ({ mirrorId, commit }))
const numbers = (await states(searched.map(({ mirrorId }) => mirrorId))).map(({ number }) => number)
const door = (query: CodeQuery) => searchCode({ index, states }, { mirrors: searched, query, limits: LIMITS })
const bare = (query: CodeQuery) => askBareZoekt(zoekt.url, query, { numbers, ...LIMITS })
const git = (query: CodeQuery) => {
  const targets = made.map(({ mirrorId, commit }) => ({ mirrorId, mirror: mirrors.local(mirrorId), commit, skip: [] }))
  return grepCode(runInline, { targets, query, limits: { ...LIMITS, ms: 60_000 } })
}

for (let i = 0; ; i++) {
  const outcome = await door(textQuery('function'))
  if (outcome.is === 'found' && outcome.unsearched.length === 0) break
  if (i > 600) throw new Error(JSON.stringify(outcome))
  await new Promise((resolve) => setTimeout(resolve, 100))
}

console.log('\n| | bare zoekt p50 | p95 | ours p50 | p95 | × p50 | × p95 | git grep p50 | max |')
console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|')
for (const [title, queryOf] of Object.entries(kinds())) {
  const times: { bare: number[]; ours: number[]; git: number[] } = { bare: [], ours: [], git: [] }
  for (let i = 0; i < ROUNDS; i++) {
    const query = queryOf()
    const turns = [
      async () => times.bare.push(await timed(() => bare(query))),
      async () => times.ours.push(await timed(() => door(query))),
    ]
    for (const turn of i % 2 === 0 ? turns : turns.toReversed()) await turn()
    if (i < Number(values['git-rounds'])) times.git.push(await timed(() => git(query)))
  }
  const [b50, b95, o50, o95] = [
    percentile(times.bare, 0.5),
    percentile(times.bare, 0.95),
    percentile(times.ours, 0.5),
    percentile(times.ours, 0.95),
  ]
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const cells = [b50.toFixed(1), b95.toFixed(1), o50.toFixed(1), o95.toFixed(1), ratio(o50, b50), ratio(o95, b95)]
  console.log(
    `| ${title} | ${cells.join(' | ')} | ${percentile(times.git, 0.5).toFixed(0)} | ${Math.max(...times.git).toFixed(0)} |`,
  )
}
await database.close()
rmSync(dir, { recursive: true, force: true })

function seconds(from: number): string {
  return ((performance.now() - from) / 1000).toFixed(1)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  started = performance.now()
  await run()
  return performance.now() - started
}

function textQuery(text: string, kind: 'text' | 'pattern' = 'text'): CodeQuery {
  return { terms: [{ kind, text, isNegated: false }], isCaseSensitive: false, languages: [], paths: [] }
}

/** Each call is another query, from a random line of a random file. */
function kinds(): Record<string, () => CodeQuery> {
  const line = () => randomLine(sources)
  const word = () => /\w{4,}/.exec(line())?.[0] ?? 'function'
  return {
    'a word': () => textQuery(word()),
    'a phrase': () => textQuery(/\w{3,}\W+\w{3,}(\W+\w{3,})?/.exec(line())?.[0] ?? 'export function'),
    'two words in one file': () => ({
      ...textQuery(word()),
      terms: [...textQuery(word()).terms, ...textQuery(word()).terms],
    }),
    'a word in its letter case': () => ({ ...textQuery(word()), isCaseSensitive: true }),
    'a pattern with a literal': () => textQuery(`${word().slice(0, 8)}\\w*\\s*[(=:]`, 'pattern'),
    'a pattern of two literals': () => textQuery(`${word().slice(0, 5)}.{0,20}${word().slice(0, 4)}`, 'pattern'),
    'a word that is nowhere': () => textQuery(`zq${Math.random().toString(36).slice(2, 10)}`),
  }
}
