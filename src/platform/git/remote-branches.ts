import { createHash } from 'node:crypto'
import { pinAddress } from './address.ts'
import { deletePartialFiles, mirrorBytes, readLooseRef, repack } from './disk.ts'
import { GitFailure } from './process.ts'
import { COMMIT, type FetchRequest, networkOptions, transferBranches } from './remote.ts'
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
  const { dir, names, maxBytes } = ask
  const tips = await readTips(ask)
  const isHere = await Promise.all([...tips.values()].map((commit) => hasCommit(dir, commit)))
  const missing = [...tips.keys()].filter((_name, i) => !isHere[i])
  if (missing.length === 0) return tips
  if ((await mirrorBytes(dir)) > maxBytes) throw new GitFailure('too_large', '')
  const pinned = await pinAddress(ask.url, ask.testHosts)
  const refs = missing.map((name) => `+refs/heads/${name}:${refOf(name)}`)
  try {
    await transferBranches(refs, ask, pinned)
  } catch (error) {
    // A part of a pack would fill the disk, or count towards the limit of the main branch.
    await deletePartialFiles(dir, refOf(names[0] ?? ''))
    throw error
  }
  await repack(dir)
  for (const name of missing) {
    // The branch may have moved since its tip was read.
    const fetched = await readLooseRef(dir, refOf(name))
    if (fetched !== null) tips.set(name, fetched)
  }
  return tips
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
