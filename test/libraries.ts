import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import type { BoardId, FileId, NoteId, UserId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { foldForSearch } from '#base/fold.ts'
import { saveByName, setFavorites, setPinned } from '#features/files/public.ts'
import { trashFiles } from '#features/files/service/bulk.ts'
import { listFileNotes } from '#features/notes/public.ts'
import { nextOccurrence } from '#features/reminders/occurrences.ts'
import { seriesValues } from '#features/reminders/store/reminders.ts'
import { exportReaders } from '#features/transfer/schema/readers.ts'
import { libraryFormat } from '#features/transfer/schema/library.ts'
import { exportLibrary } from '#features/transfer/service/export.ts'
import { importAll } from '#features/transfer/service/import.ts'
import { noAgentAudit, type UserCtx } from '#platform/ctx.ts'
import { noMirrors } from '#platform/git/mirrors.ts'
import { newId, newToken } from '#platform/random.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import type { TestApp } from './app.ts'
import { writeAccount, writeOrigin, writeRepos, writeShares, writeView } from './library-extras.ts'
import { quoteFor, type RandomFile, type RandomLibrary, type RandomNote } from './random-library.ts'

/** A person who has an id and nothing else: enough for every use-case. */
export function ctxOf(app: TestApp, userId: string, now = app.clock.now): UserCtx {
  return {
    db: app.db,
    now,
    user: { id: userId as UserId, role: 'user', firstName: 'Dana' },
    emit: () => undefined,
    newId: () => newId(now),
    newToken,
    mirrors: { ...noMirrors, limits: { ...noMirrors.limits, hosts: ['github.com'] } },
    codeIndex: null,
    slots: processSlots(),
    maxFileBytes: 2 * 1024 * 1024,
    spoolDir: tmpdir(),
    offload: runInline,
    requestId: 'test',
    locale: 'en',
    // Named after the user: an import must keep the name that the export has.
    token: { id: newId(now), name: `token of ${userId}` },
    recordAgentWrite: noAgentAudit,
  }
}

export async function exportOf(ctx: UserCtx): Promise<Buffer> {
  return buffer(await exportLibrary(ctx, libraryFormat))
}

export async function importInto(ctx: UserCtx, zip: Buffer, signal = new AbortController().signal) {
  async function* parts() {
    yield {
      path: 'export.zip',
      chunks: (async function* () {
        yield zip
      })(),
    }
  }
  const importer = { token: null, refusalOf: () => null }
  return importAll(ctx, parts(), { readers: exportReaders, importer }, signal)
}

/** Writes the library into the tables, notes past the use-cases: they must survive whatever a row may hold. */
export async function writeLibrary(app: TestApp, userId: string, library: RandomLibrary): Promise<void> {
  await writeAccount(app, userId, library)
  await writeRepos(ctxOf(app, userId), library.repos)
  const files: { id: FileId; versions: string[] }[] = []
  for (const [n, file] of library.files.entries()) files.push(await writeFile(app, userId, file, n))
  const boards = library.hasBoards ? await writeBoards(app, userId, library) : []
  for (const [n, note] of library.notes.entries()) {
    const { kind } = note.on
    const file = kind === 'file' ? files[note.on.n % files.length] : undefined
    const board = kind === 'board' ? boards[note.on.n % boards.length] : undefined
    if (kind !== 'repo' && !file && !board) continue
    await writeNote(app, userId, note, n, { file, board })
  }
  const noted = { file: files.map(({ id }) => id), board: boards }
  for (const view of library.views) await writeView(ctxOf(app, userId), view, noted)
  if (files.length > 0) await writeShares(ctxOf(app, userId), library.shares, files)
}

async function writeFile(app: TestApp, userId: string, file: RandomFile, n: number) {
  // Each has a moment of its own, by which the two sides are compared.
  const begun = addSeconds(app.clock.now, -1_000_000 + n * 10_000)
  let fileName = file.name
  let id: FileId | null = null
  const versions: string[] = []
  for (const [i, content] of file.versions.entries()) {
    const ctx = ctxOf(app, userId, addSeconds(begun, i * 60))
    if (i === 0) fileName = `${n} ${file.name}`
    const saved = await saveByName(ctx, { folder: file.folder, fileName, content, tags: file.tags, source: 'web' })
    id = saved.id
    versions.push(content)
  }
  if (id === null) throw new Error('A random file has at least one version')
  const ctx = ctxOf(app, userId, addSeconds(begun, 5_000))
  if (file.isFavorite) await setFavorites(ctx, [id], true)
  if (file.isPinned) await setPinned(ctx, id, true)
  if (file.origin) await writeOrigin(ctx, id, file.origin)
  // As late as that, so that the trash still holds it at the moment of the test.
  if (file.isTrashed) await trashFiles(ctxOf(app, userId, addSeconds(app.clock.now, -100)), [id], 30)
  return { id, versions }
}

async function writeBoards(app: TestApp, userId: string, library: RandomLibrary): Promise<BoardId[]> {
  const rows = [library.defaultBoardName, ...library.boards].map((name, n) => {
    const createdAt = addSeconds(app.clock.now, -2_000_000 + n)
    return {
      user_id: userId as UserId,
      id: newId<'board'>(createdAt),
      name,
      is_default: n === 0,
      created_at: createdAt,
    }
  })
  await app.db.insertInto('boards').values(rows).execute()
  return rows.map(({ id }) => id)
}

type Target = { file: { id: FileId; versions: string[] } | undefined; board: BoardId | undefined }

async function writeNote(app: TestApp, userId: string, note: RandomNote, n: number, { file, board }: Target) {
  const { now } = app.clock
  const createdAt = addSeconds(now, -note.age)
  const id = newId<'note'>(createdAt)
  const repo = !file && !board
  const lines = note.lines
  const quoted = lines && file ? quoteFor(file.versions, lines) : null
  const deletedAt = note.isTrashed ? addSeconds(now, -n * 7 - 1) : null
  const owner = { user_id: userId as UserId }
  await app.db
    .insertInto('notes')
    .values({
      ...owner,
      id,
      kind: file ? 'file' : board ? 'board' : 'repo',
      file_id: file ? file.id : null,
      board_id: board ?? null,
      repo_name: repo ? 'octo/מאגר' : null,
      repo_path: repo ? `src/${note.on.n}.ts` : null,
      title: note.title,
      content: note.content,
      search_title: foldForSearch(note.title),
      search_body: foldForSearch(note.content),
      pos_x: note.x,
      pos_y: note.y,
      width: note.width,
      height: note.height,
      color: note.color,
      tags: note.tags,
      is_minimized: note.isMinimized,
      mode: note.mode,
      line_start: quoted?.start ?? (lines && repo ? lines.start : null),
      line_end: quoted?.end ?? null,
      anchor_id: note.heading?.id ?? null,
      anchor_text: note.heading?.text ?? null,
      quote: quoted?.quote?.text ?? null,
      quote_before: quoted?.quote?.before ?? null,
      quote_after: quoted?.quote?.after ?? null,
      quote_version: quoted?.quote?.version ?? null,
      moved_from: repo ? note.movedFrom : null,
      created_at: createdAt,
      updated_at: addSeconds(createdAt, note.edited),
      deleted_at: deletedAt,
      purge_at: deletedAt && addSeconds(deletedAt, 30 * SECONDS_PER_DAY),
    })
    .execute()
  const history = note.history.map(({ title, content }, i) => ({
    ...owner,
    note_id: id,
    seq: i + 1,
    title,
    content,
    replaced_at: addSeconds(createdAt, i),
  }))
  if (history.length > 0) await app.db.insertInto('note_history').values(history).execute()
  if (note.reminder) await writeReminder(app, userId, id, file?.id ?? null, note.reminder)
}

async function writeReminder(
  app: TestApp,
  userId: string,
  noteId: NoteId,
  fileId: FileId | null,
  { inSeconds, isAcknowledged, isPushed, series }: NonNullable<RandomNote['reminder']>,
): Promise<void> {
  const remindAt = addSeconds(app.clock.now, inSeconds)
  const ackAt = isAcknowledged ? addSeconds(app.clock.now, -3) : null
  // A worker has handed out what is due.
  const pushAt = isAcknowledged || isPushed || inSeconds <= 0 ? null : remindAt
  const status = isAcknowledged ? 'acknowledged' : 'pending'
  const nextAt =
    series && !isAcknowledged ? nextOccurrence(series, remindAt > app.clock.now ? remindAt : app.clock.now) : null
  await app.db
    .insertInto('reminders')
    .values({
      user_id: userId as UserId,
      note_id: noteId,
      file_id: fileId,
      remind_at: remindAt,
      status,
      ack_at: ackAt,
      push_at: pushAt,
      ...seriesValues(series),
      repeat_next_at: nextAt,
    })
    .execute()
}

/** Where each note of each live file is in its newest version, as the page shows it. */
export async function anchorsOf(app: TestApp, userId: string): Promise<unknown[]> {
  const { rows } = await app.pool.query<{ id: FileId }>(
    'select id from files where user_id = $1 and deleted_at is null order by created_at',
    [userId],
  )
  const anchors: unknown[] = []
  for (const { id } of rows) {
    const { notes, locations } = await listFileNotes(ctxOf(app, userId), id)
    anchors.push(notes.map((note) => locations.get(note.id) ?? null))
  }
  return anchors
}
