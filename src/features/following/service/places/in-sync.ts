import { linesIn, type Located, rangesOf } from 'codeshelf-follow'
import type { LocalMirror } from '#platform/git/mirrors.ts'
import type { Offload } from '#platform/threads.ts'
import type { FollowedNote, FoundNote, NotedLines } from '../../noted-lines.ts'
import { addPlaces, type Place } from '../../place.ts'
import type { Walked } from '../../record-places.ts'
import { readCommits } from '../sources/commits.ts'
import { followCommitsTask } from './follow-task.ts'

/** Starting commits other than the one that the users are at: of notes that no sync has followed yet. */
const MAX_STARTS = 20

type Sync = { mirror: LocalMirror; offload: Offload; from: string; to: string }

/**
 * Follows notes commit by commit along the main line. A note on a file that did not change since its last known commit starts
 * at the users' commit; the others start where they were attached. One whose lines are lost stays so.
 */
export async function followNotes<Noted extends NotedLines>(
  sync: Sync,
  noted: readonly Noted[],
): Promise<FoundNote<Noted>[]> {
  const isLost = ({ followed }: Noted) => followed?.ranges.length === 0
  const found: FoundNote<Noted>[] = noted
    .filter(isLost)
    .map((each) => ({ noted: each, found: foundNote(each, { located: null, places: each.places }, sync.to) }))
  const lines = noted.filter((each) => !isLost(each))
  for (const [start, together] of await startsOf(sync, lines)) {
    const { located, places } = await walk(sync, start, together)
    for (const [i, each] of together.entries()) {
      const at = { located: located[i] ?? null, places: addPlaces(each.places, places[i] ?? []) }
      found.push({ noted: each, found: foundNote(each, at, sync.to) })
    }
  }
  return found
}

type FoundAt = { located: Located | null; places: Place[] }

function foundNote(noted: NotedLines, { located: at, places }: FoundAt, commit: string): FollowedNote {
  const followed = { commit, ranges: rangesOf(at?.lines ?? []), isMoved: at?.isMoved ?? false }
  const since = { commit: noted.commit, start: noted.start, end: noted.end }
  return { id: noted.noteId, since, path: at && at.path !== noted.path ? at.path : null, followed, places }
}

/** Notes by the commit that they are followed from. A note is missing when its file was already renamed since it was attached. */
async function startsOf<Noted extends NotedLines>(
  { mirror, from }: Sync,
  noted: readonly Noted[],
): Promise<[string, Noted[]][]> {
  const earlier = noted.filter((each) => startOf(each) !== from)
  const names = earlier.flatMap((each) => [`${startOf(each)}:${each.path}`, `${from}:${each.path}`])
  const blobs = await mirror.findBlobs(names)
  const groups = new Map<string, Noted[]>([[from, noted.filter((each) => startOf(each) === from)]])
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

async function walk({ mirror, offload, to }: Sync, from: string, noted: readonly NotedLines[]): Promise<Walked> {
  const walked: Walked = {
    located: noted.map(({ path, start, end, followed }) => ({
      path,
      lines: linesIn(followed?.ranges ?? [[start, end ?? start]]),
      isMoved: followed?.isMoved ?? false,
    })),
    places: noted.map(() => []),
  }
  const paths = new Set(noted.map(({ path }) => path))
  for await (const texts of readCommits(mirror, { from, to }, paths)) {
    const { located, places } = await offload(followCommitsTask, { located: walked.located, ...texts })
    walked.located = located
    for (const [i, added] of places.entries()) walked.places[i] = addPlaces(walked.places[i] ?? [], added)
  }
  return walked
}
