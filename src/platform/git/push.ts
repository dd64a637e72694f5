import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pinned, pinAddress } from './address.ts'
import type { GitAsk } from './process.ts'
import { network } from './remote.ts'
import { readGit } from './run.ts'
import { hasCommit } from './tree.ts'

export type PushAsk = {
  url: string
  branch: string
  /** What a branch that is not there yet begins at. */
  startsAt: string
  path: string
  content: string
  message: string
  author: { name: string; email: string; at: Date }
  /** Given for this one push. Handed to git in its environment: it is in no argument, no address and no file. */
  token: string
  /** What the person knows to stand at the path; null: nothing. One of these is enough. */
  expects: readonly (string | null)[]
}

/** `moved`: something else stands at the path than the person knows. `same`: it says just that already. */
export type PushOutcome =
  | { outcome: 'pushed'; commit: string; oid: string; isNewBranch: boolean }
  | { outcome: 'moved' }
  | { outcome: 'same' }

type Desk = { git: (args: readonly string[], more?: Partial<GitAsk>) => Promise<string>; online: Partial<GitAsk> }
/** The mirror: read, never written. */
type Place = { dir: string; testHosts: boolean; seconds: number }

const SMALL = 1_000_000
const TEXT_MODE = '100644'

/**
 * One commit with one changed file on top of a branch, pushed so that it only goes through while the branch stands where we
 * saw it; nothing is ever forced. It is made beside the mirror: new objects lie in a folder of their own that goes with us.
 */
export async function pushFile(place: Place, ask: PushAsk): Promise<PushOutcome> {
  const pinned = await pinAddress(ask.url, place.testHosts)
  const folder = await mkdtemp(join(tmpdir(), 'codeshelf-push-'))
  try {
    await mkdir(join(folder, 'objects'))
    const desk = deskIn(folder, place, pinned, ask)
    const tip = await findTip(place.dir, desk, pinned, ask.branch)
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

function deskIn(folder: string, { dir, seconds }: Place, pinned: Pinned, { author, token }: PushAsk): Desk {
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
  const { protocols, config } = network(pinned)
  const secret = `Authorization: Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`
  return {
    git: async (args, more = {}) => {
      const { bytes } = await readGit({ args: [`--git-dir=${dir}`, ...args], seconds, environment, ...more }, SMALL)
      return bytes.toString('utf8').trim()
    },
    online: { ...(protocols !== undefined && { protocols }), config: { ...config, 'http.extraHeader': secret } },
  }
}

/** Where the branch stands at the host, with all that leads there; null when there is no such branch. */
async function findTip(dir: string, { git, online }: Desk, { url }: Pinned, branch: string): Promise<string | null> {
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

/** `entry`: a line of the index, given where no name can be taken for an option. */
async function makeCommit({ git }: Desk, parent: string, entry: string, message: string): Promise<string> {
  await git(['read-tree', parent])
  await git(['update-index', '-z', '--index-info'], { input: entry })
  const tree = await git(['write-tree'])
  return git(['commit-tree', tree, '-p', parent, '-F', '-'], { input: message })
}
