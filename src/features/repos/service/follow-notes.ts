import { linesIn, type Located, rangesOf } from 'codeshelf-follow'
import { isoUtc } from '#base/time.ts'
import type { FoundBlob } from '#platform/git/blob.ts'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Offload } from '#platform/threads.ts'
import {
  addPlaces,
  type ChangedFile,
  type Followed,
  followCommitsTask,
  type FollowedCommit,
  type FollowedNote,
  type Place,
  type Walked,
} from '#features/notes/public.ts'
import { MAX_TEXT_BYTES } from '../repo.ts'
import type { NotedLines } from '../noted-lines.ts'
import { keptFiles } from './kept-files.ts'

/** More commits are taken as one step. */
const MAX_COMMITS = 5_000
/** Starting commits other than the one that the users are at: of notes that no sync has followed yet. */
const MAX_STARTS = 20
const COMMIT_BYTES = 6 * 1024 * 1024
/** What one task of a worker thread gets. */
const WINDOW_BYTES = 12 * 1024 * 1024

type Ask = { mirror: LocalMirror; offload: Offload; from: string; to: string }

/** A note, and where it was found in the new commit. */
export type FoundNote = { noted: NotedLines; found: FollowedNote }

/**
 * Follows notes commit by commit along the main line. A note on a file that did not change since its last known commit starts
 * at the users' commit; the others start where they were attached. One whose lines are lost stays so.
 */
export async function followNotes(ask: Ask, noted: readonly NotedLines[]): Promise<FoundNote[]> {
  const isLost = ({ followed }: NotedLines) => followed?.ranges.length === 0
  const found: FoundNote[] = noted
    .filter(isLost)
    .map((each) => ({ noted: each, found: foundNote(each, { located: null, places: each.places }, ask.to) }))
  const lines = noted.filter((each) => !isLost(each))
  for (const [start, together] of await startsOf(ask, lines)) {
    const { located, places } = await walk(ask, start, together)
    for (const [i, each] of together.entries()) {
      const at = { located: located[i] ?? null, places: addPlaces(each.places, places[i] ?? []) }
      found.push({ noted: each, found: foundNote(each, at, ask.to) })
    }
  }
  return found
}

type FoundAt = { located: Located | null; places: Place[] }

function foundNote(noted: NotedLines, { located: at, places }: FoundAt, commit: string): FollowedNote {
  const followed: Followed = { commit, ranges: rangesOf(at?.lines ?? []), isMoved: at?.isMoved ?? false }
  const since = { commit: noted.commit, start: noted.start, end: noted.end }
  return { id: noted.noteId, since, path: at && at.path !== noted.path ? at.path : null, followed, places }
}

/** Notes by the commit that they are followed from. A note is missing when its file was already renamed since it was attached. */
async function startsOf({ mirror, from }: Ask, noted: readonly NotedLines[]): Promise<[string, NotedLines[]][]> {
  const earlier = noted.filter((each) => startOf(each) !== from)
  const names = earlier.flatMap((each) => [`${startOf(each)}:${each.path}`, `${from}:${each.path}`])
  const blobs = await mirror.findBlobs(names)
  const groups = new Map<string, NotedLines[]>([[from, noted.filter((each) => startOf(each) === from)]])
  for (const [i, each] of earlier.entries()) {
    const [then, now] = [blobs[2 * i], blobs[2 * i + 1]]
    if (!then) continue
    const start = then.oid === now?.oid ? from : startOf(each)
    groups.set(start, [...(groups.get(start) ?? []), each])
  }
  const [current, ...others] = groups
  const most = others.toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_STARTS)
  return [...(current ? [current] : []), ...most].filter(([, together]) => together.length > 0)
}

function startOf({ followed, commit }: NotedLines): string {
  return followed?.commit ?? commit
}

async function walk(ask: Ask, start: string, noted: readonly NotedLines[]): Promise<Walked> {
  const { mirror, offload } = ask
  let located: (Located | null)[] = noted.map(({ path, start: first, end, followed }) => ({
    path,
    lines: linesIn(followed?.ranges ?? [[first, end ?? first]]),
    isMoved: followed?.isMoved ?? false,
  }))
  const places = noted.map(() => new Array<Place>())
  for await (const { commits, found } of windows(
    mirror,
    await commitsOf(ask, start, new Set(noted.map((each) => each.path))),
  )) {
    const read = await mirror.readFoundBlobs(found)
    const blobs = new Map(found.flatMap(({ oid }, i): [string, Uint8Array][] => (read[i] ? [[oid, read[i]]] : [])))
    const walked = await offload(followCommitsTask, { located, commits, blobs })
    located = walked.located
    for (const [i, added] of walked.places.entries()) places[i] = addPlaces(places[i] ?? [], added)
  }
  return { located, places }
}

/** The commits that changed one of these files, or a file that their lines may have moved to. */
async function commitsOf({ mirror, to }: Ask, start: string, paths: Set<string>): Promise<FollowedCommit[]> {
  const commits: FollowedCommit[] = []
  let [parent, count] = [start, 0]
  for await (const each of mirror.mainLine(start, to)) {
    // After a force-push the commits do not continue from where the notes are.
    if (each.parent !== parent || (count += 1) > MAX_COMMITS) return [await wholeChange(mirror, start, to, paths)]
    parent = each.commit
    const changes = each.changes.map(changedFile)
    if (!changes.some(({ from }) => from !== null && paths.has(from))) continue
    const kept = keptFiles(changes, paths)
    commits.push({ commit: each.commit, at: each.at && isoUtc(each.at), changes: kept })
    for (const { to: path } of kept) if (path !== null) paths.add(path)
  }
  return parent === to ? commits : [await wholeChange(mirror, start, to, paths)]
}

async function wholeChange(
  mirror: LocalMirror,
  start: string,
  to: string,
  paths: ReadonlySet<string>,
): Promise<FollowedCommit> {
  const changes: ChangedFile[] = []
  for await (const change of mirror.changes(start, to)) changes.push(changedFile(change))
  return { commit: to, at: null, changes: keptFiles(changes, paths) }
}

type Change = { kind: string; from: string; to: string; fromOid: string | null; toOid: string | null }

function changedFile({ kind, from, to, fromOid, toOid }: Change): ChangedFile {
  return { from: kind === 'added' ? null : from, to: kind === 'deleted' ? null : to, fromOid, toOid }
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
    [...oids].flatMap((oid) => blobs.get(oid) ?? []).filter(({ size }) => size <= MAX_TEXT_BYTES)
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
