import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { followTexts, linesIn } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import type { LocalMirror, Mirrors } from '#platform/git/mirrors.ts'
import { newId } from '#platform/random.ts'
import { type Offload, openThreads } from '#platform/threads.ts'
import { MAX_CONTENT_BYTES } from '#features/files/public.ts'
import { type FoundNote, followNotes, type NotedLines } from '#features/following/public.ts'
import type { Case } from './anchors-cases.ts'
import type { Found } from './anchors-score.ts'

// Threads, because one that stopped a parse is replaced; inline, all later texts would have no definitions. The deadline is longer, so that a busy
// machine ends no run.
const DEADLINE_MS = 120_000
const threads = openThreads(async () => (await import('../src/app/text-thread.ts')).here, 1)
const offload: Offload = (task, input) => threads.run('bench', { ...task, deadlineMs: DEADLINE_MS }, input)

export const closeThreads = () => threads.close()

/** Puts the repository where a sync would, without a server. */
export function mirrorBundle(mirrors: Mirrors, dir: string, bundle: string): LocalMirror {
  const id = newId<'mirror'>(new Date())
  mkdirSync(join(dir, id.slice(-2)), { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--bare', bundle, join(dir, id.slice(-2), `${id}.git`)])
  return mirrors.local(id)
}

/**
 * Follows the cases with the function that a sync calls, from `from_commit` to `to_commit`, and asks for their location as a read
 * does. Cases of the same two commits are the notes of one sync.
 */
export async function* followDirectly(
  mirror: LocalMirror,
  cases: readonly Case[],
): AsyncGenerator<{ case: Case; found: Found }> {
  for (const pair of Map.groupBy(cases, (each) => `${each.from_commit} ${each.to_commit}`).values()) {
    const [{ from_commit: from, to_commit: to } = { from_commit: '', to_commit: '' }] = pair
    const byNote = new Map(pair.map((each) => [newId<'note'>(new Date()), each]))
    const before = performance.now()
    const followed = await followNotes({ mirror, offload, from, to }, [...byNote].map(notedLines))
    const ms = (performance.now() - before) / pair.length
    const names = followed.flatMap(({ noted, found }) => [`${from}:${noted.path}`, `${to}:${found.path ?? noted.path}`])
    const blobs = await mirror.blobs(names, MAX_CONTENT_BYTES)
    for (const [i, each] of followed.entries()) {
      const asked = byNote.get(each.noted.noteId)
      const [was, now] = [blobs[2 * i], blobs[2 * i + 1]]
      if (asked) yield { case: asked, found: { id: asked.id, ...locationOf(each, was, now), ms } }
    }
  }
}

function notedLines([noteId, { path, from_commit: commit, line_start: start, line_end: end }]: [
  NoteId,
  Case,
]): NotedLines {
  return {
    noteId,
    path,
    commit,
    start,
    end,
    followed: null,
    places: [],
    watchAt: null,
    watchText: null,
    watchSymbol: null,
  }
}

function locationOf(
  { noted, found: { path, followed } }: FoundNote,
  was: Buffer | null | undefined,
  now: Buffer | null | undefined,
): Omit<Found, 'id' | 'ms'> {
  const nowhere = { state: 'lost' as const, path: null, line_start: null, line_end: null }
  if (!was || !now) return nowhere
  const lines = { start: noted.start, end: noted.end ?? noted.start }
  const quote = was
    .toString('utf8')
    .split('\n')
    .slice(lines.start - 1, lines.end)
    .join('\n')
  const carried = linesIn(followed.ranges)
  const anchor = { lines, version: 0, quote, followed: { lines: carried, isMoved: followed.isMoved } }
  const [location] = followTexts([anchor], [{ version: 0, content: now.toString('utf8') }])
  if (!location || !('lines' in location)) return nowhere
  return {
    state: location.state,
    path: path ?? noted.path,
    line_start: location.lines.start,
    line_end: location.lines.end,
  }
}
