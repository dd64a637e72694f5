import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pinAddress } from './address.ts'
import { createFetchDirectory, deleteUnfinishedFetches, mirrorBytes, readLooseRef, repack } from './disk.ts'
import { GitFailure } from './process.ts'
import { COMMIT, type FetchRequest, MARGIN_SECONDS, networkOptions, transferBranches } from './remote.ts'
import { readGit } from './run.ts'
import { hasCommit } from './tree.ts'

export type BranchesRequest = Omit<FetchRequest, 'branch'> & { names: readonly string[] }

/** 100 names of 200 characters in UTF-8, with a hash each. */
const ANSWER_BYTES = 1_000_000

/**
 * Fetches further branches into the mirror. Returns the commit of each branch that exists at the host. What is in the mirror
 * already is not fetched again; the others come with one request.
 */
export async function fetchBranches(ask: BranchesRequest): Promise<Map<string, string>> {
  const { dir, signal } = ask
  const tips = await readTips(ask)
  const isHere = await Promise.all([...tips.values()].map((commit) => hasCommit(dir, commit)))
  const missing = [...tips].filter((_tip, i) => !isHere[i])
  const [first] = missing
  if (!first) return tips
  // Of a process that was killed.
  await deleteUnfinishedFetches(dir, ask.seconds + MARGIN_SECONDS)
  const made = await createFetchDirectory(dir)
  try {
    const names = missing.map(([name]) => name)
    await initBeside(dir, made, first[1], signal)
    await fetchBeside(made, names, ask)
    for (const name of names) tips.set(name, (await readLooseRef(made, refOf(name))) ?? tips.get(name) ?? '')
    await movePacks(made, dir)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  const input = missing.map(([name]) => `update ${refOf(name)} ${tips.get(name)}\n`).join('')
  await readGit({ args: [`--git-dir=${dir}`, 'update-ref', '--stdin'], seconds: 30, signal, input }, 1_000)
  await repack(dir)
  return tips
}

/** An empty repository that finds the objects of the mirror, so that only what is new is fetched. `commit`: any, for the kind of its hashes. */
async function initBeside(dir: string, made: string, commit: string, signal: AbortSignal | undefined): Promise<void> {
  const format = `--object-format=${commit.length === 64 ? 'sha256' : 'sha1'}`
  const args = ['init', '--quiet', '--bare', '--template=', format, '--', made]
  await readGit({ args, seconds: 30, signal }, 1_000)
  await mkdir(join(made, 'objects', 'info'), { recursive: true })
  await writeFile(join(made, 'objects', 'info', 'alternates'), `${resolve(dir, 'objects')}\n`)
}

/** The limit is checked before anything is in the mirror: a branch above it would stop every later sync of the main one. */
async function fetchBeside(made: string, names: readonly string[], ask: BranchesRequest): Promise<void> {
  const free = ask.maxBytes - (await mirrorBytes(ask.dir))
  if (free <= 0) throw new GitFailure('too_large', '')
  const pinned = await pinAddress(ask.url, ask.testHosts)
  const refs = names.map((name) => `+refs/heads/${name}:${refOf(name)}`)
  await transferBranches(refs, { ...ask, dir: made, maxBytes: free }, pinned)
  if ((await mirrorBytes(made)) > free) throw new GitFailure('too_large', '')
}

/** The index last: git looks for a pack by it. */
async function movePacks(made: string, dir: string): Promise<void> {
  const from = join(made, 'objects', 'pack')
  const names = await readdir(from)
  for (const name of names.toSorted((a, b) => Number(a.endsWith('.idx')) - Number(b.endsWith('.idx'))))
    await rename(join(from, name), join(dir, 'objects', 'pack', name))
}

async function readTips({ url, names, seconds, testHosts, signal }: BranchesRequest): Promise<Map<string, string>> {
  const pinned = await pinAddress(url, testHosts)
  const wanted = new Map(names.map((name) => [`refs/heads/${name}`, name]))
  const args = ['ls-remote', '--', pinned.url, ...wanted.keys()]
  const { bytes } = await readGit({ args, seconds, signal, ...networkOptions(pinned) }, ANSWER_BYTES)
  const lines = bytes.toString('utf8').split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [commit = '', ref = ''] = line.split('\t')
      // A pattern also matches the end of a longer name.
      const name = wanted.get(ref)
      return name !== undefined && COMMIT.test(commit) ? [[name, commit] as const] : []
    }),
  )
}

/** Named by a hash: a branch name is no part of a path on disk, where two of them may be one file. */
function refOf(name: string): string {
  return `refs/codeshelf/branches/${createHash('sha256').update(name).digest('hex')}`
}
