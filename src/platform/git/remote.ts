import { rename, rm } from 'node:fs/promises'
import { type Pinned, pinAddress } from './address.ts'
import {
  clearLeftovers,
  clearUnfinished,
  headBranch,
  isMade,
  mirrorBytes,
  newFolder,
  readOurs,
  readRef,
  sizeWatch,
  tidy,
} from './disk.ts'
import { type GitAsk, GitFailure } from './process.ts'
import { readGit } from './run.ts'

export type RemoteHead = { branch: string; commit: string }
/** `branch` is there when the host told which one is its main one. */
export type Fetched = { commit: string; branch: string | null }

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
const CLONE = 'clone --bare --single-branch --no-tags --template= --progress'.split(' ')
const FETCH = 'fetch --no-tags --no-auto-maintenance --no-recurse-submodules --no-write-fetch-head --progress'.split(
  ' ',
)
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/
const SMALL = 1_000_000
const MARGIN_SECONDS = 60

/** Slower than this for this long is as good as silent. */
const SLOW = { 'http.lowSpeedLimit': '100', 'http.lowSpeedTime': '60' }

export function network(pinned: Pinned): Pick<GitAsk, 'protocols' | 'config'> {
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
export async function fetchBranch(ask: FetchAsk): Promise<Fetched> {
  const pinned = await pinAddress(ask.url, ask.testHosts)
  return (await isMade(ask.dir)) ? fetchMore(ask, pinned) : fetchAll(ask, pinned)
}

/** What the last fetch brought, seen or not. */
export function standsAt(dir: string): Promise<string | null> {
  return readOurs(dir, OUR_REF)
}

async function fetchMore(ask: FetchAsk, pinned: Pinned): Promise<Fetched> {
  const { dir, branch } = ask
  await clearLeftovers(dir, OUR_REF)
  const wanted = `+${branch === null ? 'HEAD' : `refs/heads/${branch}`}:${OUR_REF}`
  await talk([`--git-dir=${dir}`, ...FETCH, '--', pinned.url, wanted], ask, pinned, dir)
  await tidy(dir)
  if ((await mirrorBytes(dir)) > ask.maxBytes) throw new GitFailure('too_large', '')
  return { commit: there(await standsAt(dir)), branch: null }
}

/**
 * The first time. A clone is quicker than a fetch into nothing, which goes through all that came once more, and it learns
 * the main branch on the way.
 */
async function fetchAll(ask: FetchAsk, pinned: Pinned): Promise<Fetched> {
  const { dir, branch, signal } = ask
  await clearUnfinished(dir, ask.seconds + MARGIN_SECONDS)
  const made = await newFolder(dir)
  try {
    const asked = branch === null ? [] : [`--branch=${branch}`]
    await talk([...CLONE, ...asked, '--', pinned.url, made], ask, pinned, made)
    if ((await mirrorBytes(made)) > ask.maxBytes) throw new GitFailure('too_large', '')
    // A tag may have the name that was asked for, and an empty repository has none at all.
    const name = await headBranch(made)
    const isAsked = name !== null && (branch ?? name) === name
    const commit = there(isAsked ? await readRef(made, `refs/heads/${name}`, signal) : null)
    await readGit({ args: [`--git-dir=${made}`, 'update-ref', OUR_REF, commit], seconds: 30, signal }, SMALL)
    await rename(made, dir)
    return { commit, branch: name }
  } catch (error) {
    // Somebody whom we thought dead was quicker: what they brought is as good.
    if (!(error instanceof GitFailure) && (await isMade(dir))) return await fetchMore(ask, pinned)
    throw error
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function talk(args: readonly string[], ask: FetchAsk, pinned: Pinned, dir: string): Promise<void> {
  const { seconds, signal, maxBytes, onProgress } = ask
  const told = { onStderr: progressOf(onProgress), watch: sizeWatch(dir, maxBytes) }
  await readGit({ args, seconds, signal, ...network(pinned), ...told }, SMALL)
}

function there(commit: string | null): string {
  if (commit === null) throw new GitFailure('failed', "couldn't find remote ref")
  return commit
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
