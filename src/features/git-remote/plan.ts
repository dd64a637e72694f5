import type { FileId } from '#base/ids.ts'
import { foldersAbove, splitPath } from '#features/files/path.ts'
import * as words from './commit-text.ts'
import type { Author, Change, Difference, NewVersion } from './history.ts'

/** A commit to append. The text is a string here; pushed commits are bytes. */
export type PlannedCommit = { text: string; changes: readonly Change[] }

export type Plan = {
  author: Author
  now: Date
  differences: readonly Difference[]
  /** Of the files that differ: the versions that no commit has, oldest first. */
  versions: readonly NewVersion[]
  /** Notes per file. */
  notes: ReadonlyMap<FileId, number>
}

/**
 * The commits that bring the history to the state of the library: first what frees names (removed and renamed files), then what
 * takes them.
 */
export function planCommits(plan: Plan): PlannedCommit[] {
  const { differences } = plan
  const removed = differences.filter((file) => file.loggedPath !== null && !file.isShown)
  const renamed = differences.filter((file) => isRenamed(file))
  const restored = differences.filter(
    (file) => file.isShown && file.loggedPath === null && file.loggedVersion === file.version,
  )
  return [
    ...removed.map((file) => removal(plan, file)),
    ...renames(plan, renamed),
    ...restored.map((file) =>
      commit(plan, plan.now, words.restoreMessage(described(plan, file)), [shown(file, file.version)]),
    ),
    ...versionCommits(plan),
  ]
}

function isRenamed({ isShown, loggedPath, path }: Difference): boolean {
  return isShown && loggedPath !== null && loggedPath !== path
}

function removal(plan: Plan, file: Difference): PlannedCommit {
  const { fileId, loggedVersion, version, loggedPath, path, deletedAt, isExecutable } = file
  const named = { ...described(plan, file), path: loggedPath ?? path }
  const change = { fileId, version: loggedVersion ?? version, path: null, isExecutable }
  return commit(plan, deletedAt ?? file.updatedAt, words.removeMessage(named, deletedAt !== null), [change])
}

/** One commit each, in an order in which every path is free. Files that exchange their paths do so in one commit. */
function renames(plan: Plan, files: readonly Difference[]): PlannedCommit[] {
  const taken = new Set(files.map(({ loggedPath }) => loggedPath ?? ''))
  const folders = new Map<string, number>()
  const count = (path: string, by: number) => {
    for (const folder of foldersAbove(splitPath(path))) folders.set(folder, (folders.get(folder) ?? 0) + by)
  }
  for (const path of taken) count(path, 1)
  const commits: PlannedCommit[] = []
  let left = [...files]
  for (;;) {
    const free = left.find((file) => isFree(file, taken, folders))
    if (!free) break
    left = left.filter((file) => file !== free)
    taken.delete(free.loggedPath ?? '')
    count(free.loggedPath ?? '', -1)
    const text = words.renameMessage(described(plan, free), free.loggedPath ?? '')
    commits.push(commit(plan, free.updatedAt, text, [shown(free, free.loggedVersion ?? free.version)]))
  }
  if (left.length === 0) return commits
  const changes = left.map((file) => shown(file, file.loggedVersion ?? file.version))
  return [...commits, commit(plan, plan.now, words.exchangeMessage(left.length), changes)]
}

/** Whether no other file has the path, is where it needs a folder, or is below it. */
function isFree({ path, loggedPath }: Difference, taken: ReadonlySet<string>, folders: ReadonlyMap<string, number>) {
  const above = foldersAbove(splitPath(path))
  const own = loggedPath !== null && loggedPath.startsWith(`${path}/`) ? 1 : 0
  return (
    !taken.has(path) &&
    above.every((folder) => folder === loggedPath || !taken.has(folder)) &&
    (folders.get(path) ?? 0) === own
  )
}

function versionCommits(plan: Plan): PlannedCommit[] {
  const byId = new Map(plan.differences.map((file) => [file.fileId, file]))
  return plan.versions.flatMap(({ fileId, version, createdAt }) => {
    const file = byId.get(fileId)
    if (!file) return []
    return commit(plan, createdAt, words.versionMessage(described(plan, file), version), [shown(file, version)])
  })
}

function shown({ fileId, path, isExecutable }: Difference, version: number): Change {
  return { fileId, version, path, isExecutable }
}

function described({ notes }: Plan, { fileId, path }: Difference) {
  return { fileId, path, notes: notes.get(fileId) ?? 0 }
}

function commit({ author }: Plan, at: Date, message: string, changes: readonly Change[]): PlannedCommit {
  return { text: words.commitText(author, at, message), changes }
}
