import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { searchOptions } from '#platform/code-index/client.ts'
import { type CodeQuery, toZoekt } from '#platform/code-index/query.ts'
import { newId } from '#platform/random.ts'
import type { MirrorId } from '#features/repos/repo.ts'

export type MadeMirror = { mirrorId: MirrorId; name: string; commit: string; bytes: number; files: number }

/** Text files below a folder, in a fixed order. */
export function textFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const isText = /\.(?:[cm]?[jt]sx?|md|json|css|html|py|go|rs|rb|php|java|c|h|txt|ya?ml)$/.test(entry.name)
      return entry.isFile() && isText && statSync(path).size < 500_000 && !path.includes('.map') ? [path] : []
    })
    .toSorted()
}

/**
 * Bare mirrors with one commit each, in the database as a sync leaves them. Where there is less text than asked for, it is taken
 * several times. Copies differ from each other: in each repository every third identifier of six letters or more has the number
 * of the repository behind it.
 */
export async function makeMirrors(
  pool: Pool,
  dir: string,
  { sources, bytes, count }: { sources: readonly string[]; bytes: number; count: number },
): Promise<MadeMirror[]> {
  const made: MadeMirror[] = []
  for (let n = 0; n < count; n++) {
    const from = Math.floor((n * sources.length) / count)
    made.push(await makeMirror(pool, dir, { sources, from, bytes: bytes / count, n }))
  }
  return made
}

type Wanted = { sources: readonly string[]; from: number; bytes: number; n: number }

async function makeMirror(pool: Pool, dir: string, wanted: Wanted): Promise<MadeMirror> {
  const mirrorId = newId<'mirror'>(new Date())
  const folder = join(dir, mirrorId.slice(-2), `${mirrorId}.git`)
  mkdirSync(folder, { recursive: true })
  const { bytes, files } = await writeCommit(folder, wanted)
  const commit = readFileSync(join(folder, 'refs/codeshelf/head'), 'latin1').trim()
  const name = `noa/bench${wanted.n}`
  await pool.query(
    `insert into mirrors (id, url, asked_branch, branch, head, file_count, wanted_at, last_sync_at, next_sync_at)
     values ($1, $2, '', 'main', $3, $4, now(), now(), '2099-01-01')`,
    [mirrorId, `https://example.org/${name}`, commit, files],
  )
  return { mirrorId, name, commit, bytes, files }
}

async function writeCommit(folder: string, { sources, from, bytes: most, n }: Wanted) {
  const run = (args: string[]) => spawn('git', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(run(['init', '--quiet', '--bare', '--template=', folder]), 'close')
  const input = run([`--git-dir=${folder}`, '-c', 'fastimport.unpackLimit=0', 'fast-import', '--quiet'])
  const closed = once(input, 'close')
  input.stdin.write('commit refs/codeshelf/head\ncommitter A <a@b.test> 1700000000 +0000\ndata 1\nx\n')
  let bytes = 0
  let files = 0
  for (let i = from; bytes < most; i++) {
    const path = sources[i % sources.length] ?? ''
    const text = Buffer.from(
      readFileSync(path, 'utf8').replaceAll(/\b[a-z]{6,}\b/g, (word, at: number) =>
        at % 3 === 0 ? `${word}${n}` : word,
      ),
    )
    const name = `${Math.floor(i / sources.length)}/${path.replaceAll(/^(\.*\/)+/g, '').replaceAll('"', '')}`
    const head = Buffer.from(`M 100644 inline "${name}"\ndata ${text.length}\n`)
    if (!input.stdin.write(Buffer.concat([head, text, Buffer.from('\n')]))) await once(input.stdin, 'drain')
    bytes += text.length
    files += 1
  }
  input.stdin.end('\n')
  await closed
  return { bytes, files }
}

/** What a program without this one would send to zoekt: the same query, and nothing is checked or converted. */
export async function askBareZoekt(
  url: string,
  query: CodeQuery,
  { numbers, ...limits }: { numbers: readonly number[]; files: number; lines: number; ms: number },
): Promise<unknown> {
  const body = JSON.stringify({ Q: toZoekt(query), RepoIDs: numbers, Opts: searchOptions(limits) })
  return JSON.parse(await (await fetch(`${url}/api/search`, { method: 'POST', body })).text())
}

/** A line of code with three words or more, of a random file. */
export function randomLine(sources: readonly string[]): string {
  for (let tries = 0; tries < 1_000; tries++) {
    const path = sources[Math.floor(Math.random() * sources.length)] ?? ''
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((each) => /\w{4,}\W+\w{3,}\W+\w{3,}/.test(each) && each.length < 200)
    const line = lines[Math.floor(Math.random() * lines.length)]
    if (line !== undefined) return line
  }
  throw new Error('No line of code in these files')
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
