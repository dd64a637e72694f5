import { pino } from 'pino'
import type { UserId } from '#base/ids.ts'
import { type UserCtx, noAgentAudit } from '#platform/ctx.ts'
import type { Database } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import { newId } from '#platform/random.ts'
import { MAX_CONTENT_BYTES } from '#features/files/file.ts'
import { MAX_NOTES_PER_REPO_FILE } from '#features/notes/note.ts'
import { createRepoNote, listRepoNotes } from '#features/repos/service/notes.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { syncDue } from '#features/repos/service/due.ts'
import { joinMirror } from '#features/repos/store/mirrors.ts'
import { insertRepo } from '#features/repos/store/repos.ts'
import type { GitServer } from '../test/git-server.ts'
import type { Case } from './anchors-cases.ts'
import type { Found } from './anchors-score.ts'

export type AnchorStage = { database: Pick<Database, 'db' | 'pool'>; mirrors: Mirrors; server: GitServer }
type Origin = ReturnType<GitServer['create']>
export type Mirrored = { ctx: UserCtx; name: string; repoId: string; origin: Origin }

/** Every case belongs to this person. */
const USER = '1' as UserId

/**
 * Does for each case what a user and the worker do: syncs a mirror to `from_commit`, puts the note on its lines, syncs to
 * `to_commit`, and asks where the note is now. Cases of the same two commits share their syncs. `origin` has all commits
 * of one repository; its branch `main` is moved here.
 */
export async function* followCases(
  stage: AnchorStage,
  repo: string,
  origin: Origin,
  cases: readonly Case[],
): AsyncGenerator<{ case: Case; found: Found }> {
  const mirrored = await addRepo(stage, repo, origin)
  const pairs = Map.groupBy(cases, (each) => `${each.from_commit} ${each.to_commit}`)
  for (const pair of pairs.values()) {
    for (const round of rounds(pair)) yield* followRound(stage, mirrored, round)
  }
}

/** A file of a repository takes so many notes and no more. */
function rounds(pair: readonly Case[]): Case[][] {
  const made: Case[][] = []
  for (const together of Map.groupBy(pair, ({ path }) => path).values())
    for (const [i, each] of together.entries()) (made[Math.floor(i / MAX_NOTES_PER_REPO_FILE)] ??= []).push(each)
  return made
}

async function* followRound(stage: AnchorStage, mirrored: Mirrored, cases: readonly Case[]) {
  const [first] = cases
  if (!first) return
  const { ctx, name } = mirrored
  await syncTo(stage, mirrored, first.from_commit)
  const byNote = new Map<string, Case>()
  for (const each of cases) {
    const lines = { lineStart: each.line_start, lineEnd: each.line_end }
    const note = await createRepoNote(ctx, name, each.path, { content: each.id, ...lines })
    byNote.set(note.id, each)
  }
  await syncTo(stage, mirrored, first.to_commit)
  const { rows } = await stage.database.pool.query<{ id: string; path: string }>(
    `select replace(id::text, '-', '') as id, repo_path as path from notes where user_id = $1`,
    [USER],
  )
  for (const [path, notes] of Map.groupBy(rows, (row) => row.path)) {
    const places = await placesOn(ctx, name, path, notes.length)
    for (const { id } of notes) {
      const [asked, found] = [byNote.get(id), places.get(id)]
      if (asked && found) yield { case: asked, found: { id: asked.id, ...found } }
      else throw new Error(`note ${id} of ${asked?.id} is missing on ${path}`)
    }
  }
  await stage.database.pool.query('delete from notes where user_id = $1', [USER])
}

/** Where the product says that the notes of a file are. Each has an equal part of the time. */
async function placesOn(ctx: UserCtx, name: string, path: string, count: number) {
  const from = performance.now()
  const { flagged, locations, isUnknown } = await listRepoNotes(ctx, name, path)
  const ms = (performance.now() - from) / count
  if (isUnknown) throw new Error(`the mirror of ${name} could not be read`)
  const nowhere = { state: 'lost' as const, path: null, line_start: null, line_end: null, ms }
  return new Map<string, Omit<Found, 'id'>>(
    flagged.map(({ note, isOrphan }) => {
      const place = isOrphan ? undefined : locations.get(note.id)
      if (place?.state === 'unknown') throw new Error(`note ${note.id} on ${path} was not followed to the end`)
      if (!place || place.state === 'lost') return [note.id, nowhere]
      const { state, lines } = place
      return [note.id, { state, path, line_start: lines.start, line_end: lines.end, ms }]
    }),
  )
}

export async function addRepo(
  { database, mirrors, server }: AnchorStage,
  repo: string,
  origin: Origin,
): Promise<Mirrored> {
  const name = `bench/${repo}`
  const repoId = newId<'repo'>(new Date())
  await database.pool.query(
    `insert into users (user_id, first_name, created_at, last_sign_in_at) values ($1, 'Bench', now(), now())
     on conflict (user_id) do nothing`,
    [USER],
  )
  const now = new Date()
  const url = server.url(`${name}.git`)
  const wanted = { newId: newId<'mirror'>(now), url, askedBranch: null, now }
  const { id: mirrorId, head } = await joinMirror(database.db, wanted)
  await insertRepo(database.db, USER, { id: repoId, name, url, askedBranch: null, mirrorId, head }, now)
  const ctx: UserCtx = {
    db: database.db,
    now,
    emit: () => undefined,
    newId: () => newId(now),
    newToken: () => '',
    mirrors,
    codeIndex: null,
    slots: processSlots(),
    maxFileBytes: MAX_CONTENT_BYTES,
    spoolDir: mirrors.limits.spoolDir,
    offload: runInline,
    requestId: 'bench',
    locale: 'en',
    user: { id: USER, role: 'user', firstName: 'Bench' },
    recordAgentWrite: noAgentAudit,
  }
  return { ctx, name, repoId, origin }
}

/** As the worker does it, when the host's main branch stands at this commit. */
export async function syncTo(
  { database, mirrors }: AnchorStage,
  { repoId, origin }: Mirrored,
  commit: string,
): Promise<void> {
  origin.git('update-ref', 'refs/heads/main', commit)
  // Only this one: the mirrors of the other repositories would be fetched again.
  await database.pool.query(
    'update mirrors set next_sync_at = now() where id = (select mirror_id from repos where user_id = $1 and id = $2)',
    [USER, repoId],
  )
  const work = {
    db: database.db,
    clock: () => new Date(),
    emit: () => undefined,
    log: pino({ level: 'silent' }),
    newId: <Kind extends string>() => newId<Kind>(new Date()),
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  await syncDue(work, mirrors, { offload: runInline, remind: remindOfChanges })
  const { rows } = await database.pool.query<{ head: string | null }>(
    'select head from repos where user_id = $1 and id = $2',
    [USER, repoId],
  )
  if (rows[0]?.head !== commit) throw new Error(`the mirror stands at ${rows[0]?.head} instead of ${commit}`)
}
