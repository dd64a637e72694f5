import { isoUtc } from '#base/time.ts'
import type { FoundBlob } from '#platform/git/blob.ts'
import type { LocalMirror, Mirror } from '#platform/git/mirrors.ts'
import { MAX_CONTENT_BYTES } from '#features/files/public.ts'

/** A commit of the main line: the files that it changed, with the hashes of their contents. */
export type FollowedCommit = { commit: string; at: string | null; changes: readonly ChangedFile[] }
type ChangedFile = { from: string | null; to: string | null; fromOid: string | null; toOid: string | null }

/** `blobs`: what is missing here is not read: too large, or more than a commit may have. */
export type CommitTexts = { commits: readonly FollowedCommit[]; blobs: ReadonlyMap<string, Uint8Array> }

/** More commits are taken as one step. */
const MAX_COMMITS = 5_000
/** The files of one commit in which moved lines are searched, beside those with notes. */
const MAX_OTHER_FILES = 500
const COMMIT_BYTES = 6 * 1024 * 1024
/** What one task of a worker thread gets. */
const WINDOW_BYTES = 12 * 1024 * 1024

type Range = { from: string; to: string }

/** The commits that changed one of these files, or a file that their lines may have moved to, in portions that fit in memory. Adds these files to `paths`. */
export async function* readCommits(mirror: LocalMirror, range: Range, paths: Set<string>): AsyncGenerator<CommitTexts> {
  for await (const { commits, found } of windows(mirror, await commitsOf(mirror, range, paths))) {
    const read = await mirror.readFoundBlobs(found)
    yield { commits, blobs: new Map(found.flatMap(({ oid }, i) => (read[i] ? [[oid, read[i]]] : []))) }
  }
}

async function commitsOf(mirror: LocalMirror, { from, to }: Range, paths: Set<string>): Promise<FollowedCommit[]> {
  const commits: FollowedCommit[] = []
  let [parent, count] = [from, 0]
  for await (const each of mirror.mainLine(from, to)) {
    // After a force-push the commits do not continue from where the notes are.
    if (each.parent !== parent || (count += 1) > MAX_COMMITS) return [await wholeChange(mirror, { from, to }, paths)]
    parent = each.commit
    const changes = each.changes.map(changedFile)
    if (!changes.some((change) => change.from !== null && paths.has(change.from))) continue
    const kept = keptFiles(changes, paths)
    commits.push({ commit: each.commit, at: each.at && isoUtc(each.at), changes: kept })
    for (const { to: path } of kept) if (path !== null) paths.add(path)
  }
  return parent === to ? commits : [await wholeChange(mirror, { from, to }, paths)]
}

async function wholeChange(
  mirror: LocalMirror,
  { from, to }: Range,
  paths: ReadonlySet<string>,
): Promise<FollowedCommit> {
  const changes: ChangedFile[] = []
  for await (const change of mirror.changes(from, to)) changes.push(changedFile(change))
  return { commit: to, at: null, changes: keptFiles(changes, paths) }
}

type Change = { kind: string; from: string; to: string; fromOid: string | null; toOid: string | null }

function changedFile({ kind, from, to, fromOid, toOid }: Change): ChangedFile {
  return { from: kind === 'added' ? null : from, to: kind === 'deleted' ? null : to, fromOid, toOid }
}

/** The files of a commit that have notes, and as many as the limit allows of the others that lines may have moved to: none moves to a deleted file. */
export function keptFiles(changes: readonly ChangedFile[], paths: ReadonlySet<string>): ChangedFile[] {
  const { own = [], other = [] } = Object.groupBy(changes, ({ from }) =>
    from !== null && paths.has(from) ? 'own' : 'other',
  )
  return [...own, ...other.filter(({ to }) => to !== null).slice(0, MAX_OTHER_FILES)]
}

/** Commits in portions that fit in memory, with the blobs to read for them. */
async function* windows(
  mirror: LocalMirror,
  commits: readonly FollowedCommit[],
): AsyncGenerator<{ commits: FollowedCommit[]; found: FoundBlob[] }> {
  const all = [...new Set(commits.flatMap(({ changes }) => changes.flatMap(oidsOf)))]
  const found = await mirror.findBlobs(all)
  const blobs = new Map(all.flatMap((oid, i): [string, FoundBlob][] => (found[i] ? [[oid, found[i]]] : [])))
  const readable = (oids: Set<string>) =>
    [...oids].flatMap((oid) => blobs.get(oid) ?? []).filter(({ size }) => size <= MAX_CONTENT_BYTES)
  let window: { commits: FollowedCommit[]; oids: Set<string>; bytes: number } = {
    commits: [],
    oids: new Set(),
    bytes: 0,
  }
  for (const commit of commits) {
    let own = 0
    for (const oids of commit.changes.map(oidsOf)) {
      const bytes = oids.reduce((sum, oid) => sum + (blobs.get(oid)?.size ?? 0), 0)
      // Both texts of a file are read, or none: with one of them every line would count as new.
      if (own > 0 && own + bytes > COMMIT_BYTES) continue
      own += bytes
      for (const oid of oids) window.oids.add(oid)
    }
    window.commits.push(commit)
    window.bytes += own
    if (window.bytes < WINDOW_BYTES) continue
    yield { commits: window.commits, found: readable(window.oids) }
    window = { commits: [], oids: new Set(), bytes: 0 }
  }
  if (window.commits.length > 0) yield { commits: window.commits, found: readable(window.oids) }
}

function oidsOf({ fromOid, toOid }: ChangedFile): string[] {
  return [fromOid, toOid].filter((oid) => oid !== null)
}

/** The limit of the texts of one file that are followed on a read; of more, some between the first and the last are skipped. */
const MAX_TEXTS = 80
/** The limit of their bytes together. */
const TEXTS_BYTES = 24 * 1024 * 1024

/**
 * The blobs of a file from commit `since` to `head`, oldest first, under the names it had. The first is its content at
 * `since`, or null when that is gone. They stay bytes, because a worker thread decodes them.
 */
export async function readBlobsSince(
  mirror: Mirror,
  { head, path }: { head: string; path: string },
  since: string,
): Promise<(Uint8Array | null)[]> {
  const steps: { commit: string; path: string; previousPath: string | null }[] = []
  if (since !== head && (await mirror.hasCommit(since)))
    for await (const step of mirror.history({ commit: head, path, since })) steps.unshift(step)
  const [oldest] = steps
  const firstName = oldest?.previousPath ?? oldest?.path ?? path
  const between = steps.map((step) => `${step.commit}:${step.path}`)
  const names = [`${since}:${firstName}`, ...between, `${head}:${path}`]
  const sizes = (await mirror.findBlobs(names)).map((blob) => blob?.size ?? 0)
  const most = Math.min(MAX_TEXTS, Math.floor(TEXTS_BYTES / Math.max(1, ...sizes)))
  return mirror.blobs(thinned(names, most), MAX_CONTENT_BYTES)
}

/** Keeps the first, the last, and evenly as many of the others as the limits allow. */
function thinned<T>(all: readonly T[], most: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / Math.max(1, most)))
  return all.filter((_, i) => i % every === 0 || i === all.length - 1)
}
