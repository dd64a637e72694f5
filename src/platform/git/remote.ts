import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pinned, pinAddress } from './address.ts'
import { type GitAsk, GitFailure, type GitTrouble } from './process.ts'
import { readGit } from './run.ts'

export type RemoteHead = { branch: string; commit: string }

export type FetchStage = 'counting' | 'receiving' | 'resolving'

export type FetchAsk = {
  dir: string
  url: string
  /** Null: whatever the main one is. */
  branch: string | null
  seconds: number
  maxBytes: number
  testHosts: boolean
  signal?: AbortSignal
  onProgress: (stage: FetchStage, percent: number) => void
}

/** Refs of ours: `fetch` moves them before anybody reads what they lead to, so nobody reads by them. */
const OUR_REF = 'refs/codeshelf/head'
const FETCH = 'fetch --no-tags --no-auto-maintenance --no-recurse-submodules --no-write-fetch-head --progress'.split(
  ' ',
)
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/
const SMALL = 1_000_000

/** Slower than this for this long is as good as silent. */
const SLOW = { 'http.lowSpeedLimit': '100', 'http.lowSpeedTime': '60' }

function network(pinned: Pinned): Pick<GitAsk, 'protocols' | 'config'> {
  return {
    protocols: pinned.protocol,
    config: { 'http.followRedirects': 'false', 'http.proxy': '', 'http.curloptResolve': pinned.resolve, ...SLOW },
  }
}

type HeadAsk = { url: string; branch: string | null; seconds: number; testHosts: boolean; signal?: AbortSignal }

/** Which branch is the main one and where it is now; null when there is none: an empty repository, or one without it. */
export async function askRemote({ url, branch, seconds, testHosts, signal }: HeadAsk): Promise<RemoteHead | null> {
  const pinned = await pinAddress(url, testHosts)
  const wanted = branch === null ? 'HEAD' : `refs/heads/${branch}`
  const args = ['ls-remote', '--symref', '--', pinned.url, wanted]
  const { bytes } = await readGit({ args, seconds, signal, ...network(pinned) }, SMALL)
  const lines = bytes.toString('utf8').split('\n')
  const named = lines.map((line) => /^ref: refs\/heads\/(.+)\t/.exec(line)?.[1]).find((name) => name !== undefined)
  const commit = lines.map((line) => line.split('\t')).find(([id = '', ref]) => COMMIT.test(id) && ref === wanted)?.[0]
  const name = branch ?? named
  return name !== undefined && commit !== undefined ? { branch: name, commit } : null
}

/**
 * Brings everything that the branch leads to into the mirror and answers with its commit. What was there stays there: a
 * fetch that is cut at any moment leaves all that could be read before.
 */
export async function fetchBranch(ask: FetchAsk): Promise<string> {
  const { dir, branch, seconds, signal, maxBytes } = ask
  const pinned = await pinAddress(ask.url, ask.testHosts)
  await prepare(dir)
  const args = [
    `--git-dir=${dir}`,
    ...FETCH,
    '--',
    pinned.url,
    `+${branch === null ? 'HEAD' : `refs/heads/${branch}`}:${OUR_REF}`,
  ]
  await readGit(
    {
      args,
      seconds,
      signal,
      ...network(pinned),
      onStderr: progressOf(ask.onProgress),
      watch: sizeWatch(dir, maxBytes),
    },
    SMALL,
  )
  await tidy(dir)
  if ((await mirrorBytes(dir)) > maxBytes) throw new GitFailure('too_large', '')
  const head = await readGit(
    { args: [`--git-dir=${dir}`, 'rev-parse', '--verify', OUR_REF], seconds: 30, signal },
    SMALL,
  )
  return head.bytes.toString('latin1').trim()
}

/** `HEAD` is the last thing that `init` writes. */
function isMade(dir: string): Promise<boolean> {
  return stat(join(dir, 'HEAD')).then(
    () => true,
    () => false,
  )
}

const MANY_PACKS = 30

/** Every sync leaves a pack; many small ones become few. Nothing is thrown away, not even what no branch leads to. */
async function tidy(dir: string): Promise<void> {
  const packs = (await readdir(join(dir, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'))
  if (packs.length < MANY_PACKS) return
  await readGit({ args: [`--git-dir=${dir}`, 'repack', '-d', '--geometric=2', '--quiet'], seconds: 300 }, SMALL)
}

/** Made once; what a killed fetch left half-written is cleared away. */
async function prepare(dir: string): Promise<void> {
  if (!(await isMade(dir))) {
    await mkdir(dir, { recursive: true })
    const init = 'init --quiet --bare --initial-branch=none --template='.split(' ')
    await readGit({ args: [...init, '--', dir], seconds: 30 }, SMALL)
  }
  const packs = join(dir, 'objects', 'pack')
  for (const name of await readdir(packs)) if (name.startsWith('tmp_')) await rm(join(packs, name), { force: true })
  await rm(join(dir, `${OUR_REF}.lock`), { force: true })
  await rm(join(dir, 'shallow.lock'), { force: true })
}

function sizeWatch(dir: string, maxBytes: number): () => Promise<GitTrouble | null> {
  return async () => ((await mirrorBytes(dir).catch(() => 0)) > maxBytes ? 'too_large' : null)
}

/** What its packs weigh: everything is in packs. */
export async function mirrorBytes(dir: string): Promise<number> {
  const packs = join(dir, 'objects', 'pack')
  const sizes = (await readdir(packs)).map((name) =>
    stat(join(packs, name)).then(
      ({ size }) => size,
      () => 0, // renamed since we looked
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const STAGES: readonly [RegExp, FetchStage][] = [
  [/remote: \w+ objects:\s+(\d+)%/g, 'counting'],
  [/Receiving objects:\s+(\d+)%/g, 'receiving'],
  [/Resolving deltas:\s+(\d+)%/g, 'resolving'],
]

function progressOf(tell: FetchAsk['onProgress']): (text: string) => void {
  return (text) => {
    for (const [pattern, stage] of STAGES) {
      const last = [...text.matchAll(pattern)].at(-1)?.[1]
      if (last !== undefined) tell(stage, Number(last))
    }
  }
}
