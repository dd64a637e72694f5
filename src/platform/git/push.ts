import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PinnedAddress, pinAddress } from './address.ts'
import { FETCH_MEMORY_MB, type GitCommand } from './process.ts'
import { networkOptions } from './remote.ts'
import { readGit } from './run.ts'
import { hasCommit } from './tree.ts'

export type PushRequest = {
  url: string
  branch: string
  /** The base of a branch that does not exist yet. */
  startsAt: string
  path: string
  content: string
  message: string
  author: { name: string; email: string; at: Date }
  /** Given for this one push. Handed to git in its environment: it is in no argument, no address and no file. */
  token: string
  /** The versions that the user knows at the path; null: no file. One match is enough. */
  expects: readonly (string | null)[]
}

/** `moved`: the path holds another version than the user knows. `same`: it holds this text already. */
export type PushOutcome =
  | { outcome: 'pushed'; commit: string; oid: string; isNewBranch: boolean }
  | { outcome: 'moved' }
  | { outcome: 'same' }

type Desk = {
  git: (args: readonly string[], more?: Partial<GitCommand>) => Promise<string>
  online: Partial<GitCommand>
}
/** `dir` is the mirror: read, never written. */
type PushOptions = { dir: string; spoolDir: string; testHosts: boolean; seconds: number }

const SMALL = 1_000_000
const TEXT_MODE = '100644'

/**
 * Pushes one commit with one changed file on top of a branch, only if the branch is still where we read it; never forces.
 * New objects are written to a temporary directory beside the mirror.
 */
export async function pushFile(options: PushOptions, ask: PushRequest): Promise<PushOutcome> {
  const pinned = await pinAddress(ask.url, options.testHosts)
  await mkdir(options.spoolDir, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(options.spoolDir, 'push-'))
  try {
    await mkdir(join(folder, 'objects'))
    const desk = deskIn(folder, options, pinned, ask)
    const tip = await findTip(options.dir, desk, pinned, ask.branch)
    const parent = tip ?? ask.startsAt
    const present = await entryAt(desk, parent, ask.path)
    if (!ask.expects.includes(present?.oid ?? null)) return { outcome: 'moved' }
    const oid = await desk.git(['hash-object', '-w', '--stdin'], { input: ask.content })
    if (present?.oid === oid) return { outcome: 'same' }
    const commit = await makeCommit(desk, parent, `${present?.mode ?? TEXT_MODE} ${oid}\t${ask.path}\0`, ask.message)
    const ref = `refs/heads/${ask.branch}`
    const lease = `--force-with-lease=${ref}:${tip ?? ''}`
    await desk.git(['push', '--no-verify', lease, '--', pinned.url, `${commit}:${ref}`], desk.online)
    return { outcome: 'pushed', commit, oid, isNewBranch: tip === null }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function deskIn(
  folder: string,
  { dir, seconds }: PushOptions,
  pinned: PinnedAddress,
  { author, token }: PushRequest,
): Desk {
  const when = `${Math.floor(author.at.getTime() / 1000)} +0000`
  const environment = {
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, 'objects'),
    GIT_INDEX_FILE: join(folder, 'index'),
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) => [
        [`GIT_${role}_NAME`, author.name],
        [`GIT_${role}_EMAIL`, author.email],
        [`GIT_${role}_DATE`, when],
      ]),
    ),
  }
  const { protocols, config } = networkOptions(pinned)
  const secret = `Authorization: Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`
  return {
    git: async (args, more = {}) => {
      const { bytes } = await readGit({ args: [`--git-dir=${dir}`, ...args], seconds, environment, ...more }, SMALL)
      return bytes.toString('utf8').trim()
    },
    online: {
      memoryMb: FETCH_MEMORY_MB,
      ...(protocols !== undefined && { protocols }),
      config: { ...config, 'http.extraHeader': secret },
    },
  }
}

/** The commit of the branch at the host, fetched with its history; null when there is no such branch. */
async function findTip(
  dir: string,
  { git, online }: Desk,
  { url }: PinnedAddress,
  branch: string,
): Promise<string | null> {
  const ref = `refs/heads/${branch}`
  const lines = (await git(['ls-remote', '--', url, ref], online)).split('\n')
  const tip = lines.map((line) => line.split('\t')).find(([, name]) => name === ref)?.[0] ?? null
  if (tip === null || (await hasCommit(dir, tip))) return tip
  const quiet = '--no-tags --no-auto-maintenance --no-recurse-submodules --no-write-fetch-head --quiet'.split(' ')
  await git(['fetch', ...quiet, '--', url, ref], online)
  return tip
}

async function entryAt({ git }: Desk, commit: string, path: string): Promise<{ mode: string; oid: string } | null> {
  const [head = ''] = (await git(['ls-tree', '-z', '--full-tree', commit, '--', path])).split('\t')
  const [mode = '', , oid] = head.split(' ')
  return oid === undefined ? null : { mode, oid }
}

/** `entry`: an index line passed on stdin, where no name can be taken for an option. */
async function makeCommit({ git }: Desk, parent: string, entry: string, message: string): Promise<string> {
  await git(['read-tree', parent])
  await git(['update-index', '-z', '--index-info'], { input: entry })
  const tree = await git(['write-tree'])
  return git(['commit-tree', tree, '-p', parent, '-F', '-'], { input: message })
}
