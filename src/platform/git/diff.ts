import { gitRecords } from './run.ts'
import { ENTRY_KINDS, type EntryKind, decodePath } from './tree.ts'

/** The change of a path between two trees. Hashes are null where there is no file. */
export type Change = {
  kind: 'added' | 'deleted' | 'changed' | 'renamed'
  from: string
  to: string
  fromOid: string | null
  toOid: string | null
  /** The hash on the new side; null when the file was deleted. */
  entry: EntryKind | null
  isText: boolean
}

const SECONDS = 120
const RENAMES = 'log -M --diff-filter=R --name-status -z --reverse --no-ext-diff --format='.split(' ')
const NONE = /^0+$/
const KINDS: Readonly<Record<string, Change['kind']>> = { A: 'added', D: 'deleted', R: 'renamed', C: 'added' }

/** Without rename detection each rename is a deletion and an addition, and git reads no contents. */
export type ChangesOptions = { renames: boolean; signal?: AbortSignal | undefined }

/** `from` null: from the empty tree, as for the root commit. */
export async function* treeChanges(
  dir: string,
  from: string | null,
  to: string,
  { renames, signal }: ChangesOptions,
): AsyncGenerator<Change> {
  const ends = from === null ? ['--root', '--no-commit-id', to] : [from, to]
  const how = renames ? ['-M', '-l2000'] : ['--no-renames']
  const args = [`--git-dir=${dir}`, 'diff-tree', '-r', '-z', ...how, '--no-ext-diff', ...ends, '--']
  let head: string[] | null = null
  let paths: string[] = []
  for await (const record of gitRecords({ args, seconds: SECONDS, signal })) {
    if (head === null) {
      head = record.toString('latin1').replace(/^:/, '').split(' ')
      continue
    }
    paths.push(decodePath(record).path)
    const status = (head[4] ?? '').slice(0, 1)
    if (paths.length < (status === 'R' || status === 'C' ? 2 : 1)) continue
    yield changeOf(head, status, paths)
    head = null
    paths = []
  }
}

export function changeOf([, toMode = '', fromOid = '', toOid = '']: string[], status: string, paths: string[]): Change {
  const [from = '', to = from] = paths
  return {
    kind: KINDS[status] ?? 'changed',
    from,
    to,
    fromOid: NONE.test(fromOid) || status === 'C' ? null : fromOid,
    toOid: NONE.test(toOid) ? null : toOid,
    entry: ENTRY_KINDS[toMode] ?? null,
    isText: toMode !== '160000',
  }
}

/** Follows renames commit by commit, oldest first: a file that moved twice and changed on the way is still found. */
export async function* renamesBetween(
  dir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): AsyncGenerator<{ from: string; to: string }> {
  const args = [`--git-dir=${dir}`, ...RENAMES, to, `^${from}`, '--']
  let fields: string[] = []
  for await (const record of gitRecords({ args, seconds: SECONDS, signal })) {
    if (record.length === 0) continue
    fields.push(fields.length === 0 ? record.toString('latin1').trim() : decodePath(record).path)
    if (fields.length < 3) continue
    yield { from: fields[1] ?? '', to: fields[2] ?? '' }
    fields = []
  }
}

/** The first parent of a commit; null for a root commit. */
export async function parentOf(dir: string, commit: string): Promise<string | null> {
  const args = [`--git-dir=${dir}`, 'rev-list', '--parents', '--max-count=1', commit, '--']
  for await (const record of gitRecords({ args, seconds: SECONDS }, 10))
    return record.toString('latin1').split(' ')[1] ?? null
  return null
}
