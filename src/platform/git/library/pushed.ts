import { ENTRY_KINDS, type EntryKind } from '../tree.ts'
import { type GitCommand, GitFailure } from '../process.ts'
import { gitRecords, readGit } from '../run.ts'

/** A repository together with the objects of a push that is not accepted yet. */
export type PushedObjects = { dir: string; quarantine: string }

export type PushedCommit = { oid: string; parents: string[] }

/** One file that a commit changes. `from` is another path for a renamed file. Paths are bytes, as latin1. */
export type PushedChange =
  | { kind: 'put'; name: string; from: string | null; entry: EntryKind; oid: string; isSameText: boolean }
  | { kind: 'remove'; name: string }

const SECONDS = 60
/** Ten objects can name 10^8 paths. */
const CPU_SECONDS = 20
const SMALL = 1_000_000

function command({ dir, quarantine }: PushedObjects, args: readonly string[], more: Partial<GitCommand> = {}) {
  return {
    args: [`--git-dir=${dir}`, ...args],
    seconds: SECONDS,
    cpuSeconds: CPU_SECONDS,
    niceness: 5,
    memoryMb: 512,
    environment: { GIT_OBJECT_DIRECTORY: quarantine, GIT_ALTERNATE_OBJECT_DIRECTORIES: `${dir}/objects` },
    ...more,
  }
}

/** The commits that a push adds, oldest first; null when there are more than `max`. */
export async function newCommits(
  pushed: PushedObjects,
  { from, to }: { from: string | null; to: string },
  max: number,
): Promise<PushedCommit[] | null> {
  const range = from === null ? [to] : [to, `^${from}`]
  const args = ['rev-list', '--topo-order', '--reverse', '--parents', `--max-count=${max + 1}`, ...range, '--']
  const { bytes } = await readGit(command(pushed, args), SMALL)
  const commits = bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .map(([oid = '', ...parents]) => ({ oid, parents }))
  return commits.length > max ? null : commits
}

/** What each commit changes; first of each, and alone for one that changes nothing, its hash. */
export async function* changesOf(
  pushed: PushedObjects,
  commits: readonly PushedCommit[],
): AsyncGenerator<{ oid: string; change: PushedChange | null }> {
  const args = 'diff-tree --stdin --root -r -M -l1000 --raw --no-abbrev -z'.split(' ')
  const input = commits.map(({ oid }) => `${oid}\n`).join('')
  let oid = ''
  let head: string | null = null
  let from: string | null = null
  for await (const record of gitRecords(command(pushed, args, { input }))) {
    const text = record.toString('latin1')
    if (head === null && text.startsWith(':')) head = text
    else if (head === null) {
      oid = text.trim()
      yield { oid, change: null }
    } else if (/ R\d+$/.test(head) && from === null) from = text
    else {
      yield { oid, change: changeOf(head, text, from) }
      head = null
      from = null
    }
  }
}

/** `:100644 100644 <old> <new> M` and the name. */
function changeOf(head: string, name: string, from: string | null): PushedChange {
  const [, mode = '', before = '', oid = '', status = ''] = head.slice(1).split(' ')
  if (status.startsWith('D')) return { kind: 'remove', name }
  const entry = ENTRY_KINDS[mode] ?? 'submodule'
  return { kind: 'put', name, from, entry, oid, isSameText: before === oid }
}

export type ObjectInfo = { oid: string; size: number }

/** Sizes in the order asked. */
export async function objectSizes(pushed: PushedObjects, oids: readonly string[]): Promise<number[]> {
  if (oids.length === 0) return []
  const input = oids.map((oid) => `${oid}\n`).join('')
  const args = ['cat-file', '--batch-check=%(objectsize)', '--buffer']
  const { bytes } = await readGit(command(pushed, args, { input }), SMALL + oids.length * 20)
  const sizes = bytes.toString('latin1').split('\n').slice(0, oids.length).map(Number)
  if (sizes.some(Number.isNaN)) throw new GitFailure('failed', 'an object is missing')
  return sizes
}

/** The bytes of these objects, all at once: the caller asks for as many as it can hold. */
export async function readObjects(pushed: PushedObjects, objects: readonly ObjectInfo[]): Promise<Buffer[]> {
  if (objects.length === 0) return []
  const input = objects.map(({ oid }) => `${oid}\n`).join('')
  const total = objects.reduce((sum, { size }) => sum + size + 100, 0)
  const { bytes } = await readGit(command(pushed, ['cat-file', '--batch', '--buffer'], { input }), total)
  let at = 0
  return objects.map(({ size }) => {
    const start = bytes.indexOf(10, at) + 1
    at = start + size + 1
    return bytes.subarray(start, start + size)
  })
}
