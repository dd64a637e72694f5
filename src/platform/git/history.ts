import { GitFailure } from './process.ts'
import { gitBatches, gitRecords } from './run.ts'
import { decodePath } from './tree.ts'

export type Commit = { commit: string; author: string; at: Date; subject: string }
/** One commit that changed a file, and the path of the file at that commit. */
export type FileCommit = Commit & { path: string; previousPath: string | null }

const SECONDS = 60
const FOLLOW = 'log --follow -M --name-status -z --no-ext-diff --no-textconv'.split(' ')
const MAIN_LINE = ['--first-parent', '--diff-merges=first-parent']
const FORMAT = '%x1e%H%x1f%an%x1f%at%x1f%s'

/**
 * The commits that changed a file, newest first, through its renames; all commits when there is no path. `since` and its
 * ancestors are excluded, and then a merge is one commit: versions of two branches in turns would undo each other. Paging reads past the newer commits: `--skip` does not know which commits `--follow` leaves out, and
 * where branches were merged not every older commit is reachable from one commit.
 */
export async function* fileHistory(
  dir: string,
  { commit, path, since }: { commit: string; path: string; since?: string },
): AsyncGenerator<FileCommit> {
  const range = since === undefined ? [commit] : [commit, `^${since}`]
  const what = path === '' ? ['log', '-z'] : since === undefined ? FOLLOW : [...FOLLOW, ...MAIN_LINE]
  const args = [`--git-dir=${dir}`, ...what, `--format=${FORMAT}`, ...range, '--', ...(path === '' ? [] : [path])]
  let open: Commit | null = null
  let fields: string[] = []
  for await (const record of gitRecords({ args, seconds: SECONDS })) {
    const text = record.toString('utf8')
    const head = readCommit(text)
    if (head) {
      if (open) yield fileCommit(open, fields)
      open = head
      fields = []
    } else fields.push(fields.length === 0 ? text.trim() : decodePath(record).path)
  }
  if (open) yield fileCommit(open, fields)
}

function fileCommit(commit: Commit, [status = '', first = '', second]: string[]): FileCommit {
  const isRename = status.startsWith('R') || status.startsWith('C')
  return { ...commit, path: isRename ? (second ?? first) : first, previousPath: isRename ? first : null }
}

function readCommit(text: string): Commit | null {
  const at = text.indexOf('\u001E')
  if (at === -1) return null
  const [commit = '', author = '', seconds = '0', subject = ''] = text.slice(at + 1).split('\u001F')
  return { commit, author, at: new Date(Number(seconds) * 1000), subject }
}

/** The newest ancestors of a commit. */
export async function latestCommits(dir: string, commit: string, limit: number): Promise<Commit[]> {
  const args = [`--git-dir=${dir}`, 'log', '-z', `--format=${FORMAT}`, `--max-count=${limit}`, commit, '--']
  const commits: Commit[] = []
  for await (const record of gitRecords({ args, seconds: SECONDS })) {
    const read = readCommit(record.toString('utf8'))
    if (read) commits.push(read)
  }
  return commits
}

/** The number of commits, and how many of them changed each file. */
export type CommitCounts = { commits: number; files: Map<string, number> }

const LATEST_SECONDS = 2
const LATEST_COMMITS = 1_000
const NAMES_OF = 'log -z --name-only --no-renames --no-ext-diff --no-textconv'.split(' ')

/** The newest commit that changed each of these entries of a folder, as far back as the limits reach. */
export async function lastCommits(
  dir: string,
  commit: string,
  folder: string,
  names: readonly string[],
): Promise<Map<string, Commit>> {
  const what = [...NAMES_OF, `--format=${FORMAT}`, `--max-count=${LATEST_COMMITS}`, commit, '--']
  const args = [`--git-dir=${dir}`, ...what, ...(folder === '' ? [] : [folder])]
  const left = new Set(names)
  const found = new Map<string, Commit>()
  let open: Commit | null = null
  let isFirst = false
  try {
    for await (const record of gitRecords({ args, seconds: LATEST_SECONDS })) {
      const head = readCommit(record.toString('utf8'))
      if (head && left.size === 0) break
      // A line break separates a commit from the first of its names.
      const name = entryOf(decodePath(isFirst ? record.subarray(1) : record).path, folder)
      if (!head && open && left.delete(name)) found.set(name, open)
      open = head ?? open
      isFirst = head !== null
    }
  } catch (error) {
    // What was found until then is right.
    if (!(error instanceof GitFailure && error.trouble === 'timeout')) throw error
  }
  return found
}

/** The first name below the folder. */
function entryOf(path: string, folder: string): string {
  const [name = ''] = path.slice(folder === '' ? 0 : folder.length + 1).split('/')
  return name
}

const TOUCHED = 'log -z --name-only --no-renames --no-ext-diff --format=%x1e'.split(' ')

/** Reads the newest commits in one pass; each name is counted and released. */
export async function countCommitsPerFile(dir: string, commit: string, limit: number): Promise<CommitCounts> {
  const args = [`--git-dir=${dir}`, ...TOUCHED, `--max-count=${limit}`, commit, '--']
  const files = new Map<string, number>()
  let commits = 0
  let isFirst = false
  for await (const records of gitBatches({ args, seconds: SECONDS }))
    for (const record of records) {
      if (record[0] === 0x1e) {
        commits += 1
        isFirst = true
        continue
      }
      // A line break separates a commit from the first of its names.
      const { path } = decodePath(isFirst ? record.subarray(1) : record)
      files.set(path, (files.get(path) ?? 0) + 1)
      isFirst = false
    }
  return { commits, files }
}
