import { rename, rm } from 'node:fs/promises'
import { isDiskFull } from '../disk-full.ts'
import { type PinnedAddress, pinAddress } from './address.ts'
import {
  deletePartialFiles,
  deleteUnfinishedFetches,
  headBranch,
  mirrorExists,
  mirrorBytes,
  createFetchDirectory,
  readLooseRef,
  readRef,
  sizeLimitCheck,
  repack,
} from './disk.ts'
import { FETCH_MEMORY_MB, type GitCommand, GitFailure } from './process.ts'
import { readGit } from './run.ts'

export type RemoteHead = { branch: string; commit: string }
/** `branch` is set when the host named its default branch. */
export type Fetched = { commit: string; branch: string | null }

export type FetchStage = 'counting' | 'receiving' | 'resolving'

export type FetchRequest = {
  dir: string
  url: string
  /** Null: the default branch. */
  branch: string | null
  seconds: number
  maxBytes: number
  testHosts: boolean
  signal?: AbortSignal
  onProgress: (stage: FetchStage, percent: number) => void
}

/** Refs of ours: `fetch` moves them before the new commit is in use, so readers go by commit hashes instead. */
const OUR_REF = 'refs/codeshelf/head'
const CLONE = 'clone --bare --single-branch --no-tags --template= --progress'.split(' ')
const FETCH = 'fetch --no-tags --no-auto-maintenance --no-recurse-submodules --no-write-fetch-head --progress'.split(
  ' ',
)
export const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/
const SMALL = 1_000_000
export const MARGIN_SECONDS = 60
/** A pack of a stranger can keep a core busy for the whole time limit, perhaps beside the web process. */
const NICENESS = 10

/** A transfer slower than this for this long counts as stalled. */
const SLOW = { 'http.lowSpeedLimit': '100', 'http.lowSpeedTime': '60' }

export function networkOptions(pinned: PinnedAddress): Pick<GitCommand, 'protocols' | 'config'> {
  return {
    protocols: pinned.protocol,
    config: { 'http.followRedirects': 'false', 'http.proxy': '', 'http.curloptResolve': pinned.resolve, ...SLOW },
  }
}

type HeadAsk = { url: string; branch: string | null; seconds: number; testHosts: boolean; signal?: AbortSignal }

/** `branch`, or the default branch when it is null, and its commit; null when there is no such branch. */
export async function readRemoteHead({ url, branch, seconds, testHosts, signal }: HeadAsk): Promise<RemoteHead | null> {
  const pinned = await pinAddress(url, testHosts)
  const wanted = branch === null ? 'HEAD' : `refs/heads/${branch}`
  const args = ['ls-remote', '--symref', '--', pinned.url, wanted]
  const { bytes } = await readGit({ args, seconds, signal, ...networkOptions(pinned) }, SMALL)
  const lines = bytes.toString('utf8').split('\n')
  const named = lines.map((line) => /^ref: refs\/heads\/(.+)\t/.exec(line)?.[1]).find((name) => name !== undefined)
  const commit = lines.map((line) => line.split('\t')).find(([id = '', ref]) => COMMIT.test(id) && ref === wanted)?.[0]
  const name = branch ?? named
  return name !== undefined && commit !== undefined ? { branch: name, commit } : null
}

/**
 * Fetches the branch into the mirror and returns its commit. Existing objects stay: a fetch that is interrupted at any moment
 * leaves everything readable that was readable before.
 */
export async function fetchBranch(ask: FetchRequest): Promise<Fetched> {
  const pinned = await pinAddress(ask.url, ask.testHosts)
  return (await mirrorExists(ask.dir)) ? fetchMore(ask, pinned) : fetchAll(ask, pinned)
}

/** The commit of the last fetch, whether or not it was imported. */
export function lastFetchedCommit(dir: string): Promise<string | null> {
  return readLooseRef(dir, OUR_REF)
}

async function fetchMore(ask: FetchRequest, pinned: PinnedAddress): Promise<Fetched> {
  const { dir, branch } = ask
  await deletePartialFiles(dir, OUR_REF)
  const wanted = `+${branch === null ? 'HEAD' : `refs/heads/${branch}`}:${OUR_REF}`
  try {
    await talk([`--git-dir=${dir}`, ...FETCH, '--', pinned.url, wanted], ask, pinned, dir)
  } catch (error) {
    // Half of a pack has filled the disk, which every other repository needs before this one is fetched again.
    if (isDiskFull(error)) await deletePartialFiles(dir, OUR_REF)
    throw error
  }
  await repack(dir)
  if ((await mirrorBytes(dir)) > ask.maxBytes) throw new GitFailure('too_large', '')
  return { commit: there(await lastFetchedCommit(dir)), branch: null }
}

/**
 * The first fetch. A clone is faster than a fetch into an empty repository, which checks all objects once more, and it
 * learns the default branch on the way.
 */
async function fetchAll(ask: FetchRequest, pinned: PinnedAddress): Promise<Fetched> {
  const { dir, branch, signal } = ask
  await deleteUnfinishedFetches(dir, ask.seconds + MARGIN_SECONDS)
  const made = await createFetchDirectory(dir)
  try {
    const asked = branch === null ? [] : [`--branch=${branch}`]
    await talk([...CLONE, ...asked, '--', pinned.url, made], ask, pinned, made)
    if ((await mirrorBytes(made)) > ask.maxBytes) throw new GitFailure('too_large', '')
    // A tag may have the name that was asked for, and an empty repository has no branch at all.
    const name = await headBranch(made)
    const isAsked = name !== null && (branch ?? name) === name
    const commit = there(isAsked ? await readRef(made, `refs/heads/${name}`, signal) : null)
    await readGit({ args: [`--git-dir=${made}`, 'update-ref', OUR_REF, commit], seconds: 30, signal }, SMALL)
    await rename(made, dir)
    return { commit, branch: name }
  } catch (error) {
    // A concurrent fetch that was considered dead finished first: its mirror is equally good.
    if (!(error instanceof GitFailure) && (await mirrorExists(dir))) return await fetchMore(ask, pinned)
    throw error
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Fetches these refs of the remote, each as `+<theirs>:<ours>`. */
export async function transferBranches(
  refs: readonly string[],
  ask: Omit<FetchRequest, 'branch'>,
  pinned: PinnedAddress,
) {
  await talk([`--git-dir=${ask.dir}`, ...FETCH, '--', pinned.url, ...refs], ask, pinned, ask.dir)
}

async function talk(
  args: readonly string[],
  ask: Omit<FetchRequest, 'branch'>,
  pinned: PinnedAddress,
  dir: string,
): Promise<void> {
  const { seconds, signal, maxBytes, onProgress } = ask
  const observers = { onStderr: progressOf(onProgress), watch: sizeLimitCheck(dir, maxBytes) }
  const limits = { seconds, signal, memoryMb: FETCH_MEMORY_MB, niceness: NICENESS }
  await readGit({ args, ...limits, ...networkOptions(pinned), ...observers }, SMALL)
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

function progressOf(onProgress: FetchRequest['onProgress']): (text: string) => void {
  return (text) => {
    for (const [pattern, stage] of STAGES) {
      const last = [...text.matchAll(pattern)].at(-1)?.[1]
      if (last !== undefined) onProgress(stage, Number(last))
    }
  }
}
