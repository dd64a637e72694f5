import type { FileId } from '#base/ids.ts'
import { DEMO_USERS, seedPerson } from '#features/auth/public.ts'
import { createBoardNote, listBoards } from '#features/boards/public.ts'
import { countFiles, MAX_CONTENT_BYTES, saveByName, setFavorites, setPinned } from '#features/files/public.ts'
import { trashFiles } from '#features/files/service/bulk.ts'
import type { Note, NoteChange } from '#features/notes/note.ts'
import { createFileNote } from '#features/notes/service/create.ts'
import { arm } from '#features/reminders/store/reminders.ts'
import { noAgentAudit, type UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { noMirrors } from '#platform/git/mirrors.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import { newId, newToken } from '#platform/random.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { DANA } from './seed/dana.ts'
import { DANA_MORE } from './seed/dana-more.ts'
import { BOARD_NOTES } from './seed/notes.ts'
import { NOA, OMER } from './seed/others.ts'
import type { SeedFile, SeedNote } from './seed/seed-file.ts'

const LIBRARIES: Record<(typeof DEMO_USERS)[number]['firstName'], readonly SeedFile[]> = {
  Dana: [...DANA, ...DANA_MORE],
  Omer: OMER,
  Noa: NOA,
}
const TRASH_DAYS = 30

/** Dana, Omer and Noa, with something to look at. Safe to repeat: what is there stays. */
export async function seed(db: Db, now: Date): Promise<number> {
  for (const person of DEMO_USERS) {
    const user = { ...person, id: await seedPerson({ db, now, newId: () => newId(now) }, person) }
    const at = (moment: Date): UserCtx => ({
      db,
      now: moment,
      user,
      emit: () => undefined,
      newId: () => newId(moment),
      newToken,
      mirrors: noMirrors,
      codeIndex: null,
      slots: processSlots(),
      maxFileBytes: MAX_CONTENT_BYTES,
      spoolDir: '/nonexistent',
      offload: runInline,
      requestId: 'seed',
      locale: 'he',
      recordAgentWrite: noAgentAudit,
    })
    if ((await countFiles(at(now))) > 0) continue
    await seedLibrary(at, now, LIBRARIES[person.firstName])
    if (person.firstName === 'Dana') await seedBoard(at, now)
  }
  return DEMO_USERS.length
}

type At = (moment: Date) => UserCtx
const daysBefore = (now: Date, days: number) => addSeconds(now, -days * SECONDS_PER_DAY)

/** In the order of their days, each at its own moment, through the same use-cases as anybody's. */
async function seedLibrary(at: At, now: Date, files: readonly SeedFile[]): Promise<void> {
  const ids = new Map<string, FileId>()
  const steps = files.flatMap((file, place) => [
    ...file.versions.map((version, n) => ({
      // Not all at the same time of day.
      moment: addSeconds(daysBefore(now, version.daysAgo), -place * 1_337),
      take: async (ctx: UserCtx) => {
        ids.set(file.name, await saveVersion(ctx, file, version.content))
        if (n === file.versions.length - 1) await markFile(at, now, file, ids.get(file.name))
      },
    })),
    ...(file.notes ?? []).map((note) => ({
      moment: daysBefore(now, note.daysAgo),
      take: async (ctx: UserCtx) => {
        const id = ids.get(file.name)
        if (id) await remind(at(now), await createFileNote(ctx, id, draftOf(note)), note)
      },
    })),
  ])
  for (const { moment, take } of steps.toSorted((a, b) => a.moment.getTime() - b.moment.getTime()))
    await take(at(moment))
}

async function saveVersion(ctx: UserCtx, file: SeedFile, content: string): Promise<FileId> {
  const { name: fileName, description, tags } = file
  return (await saveByName(ctx, { fileName, content, description, tags, source: 'web' })).id
}

async function markFile(at: At, now: Date, file: SeedFile, id: FileId | undefined): Promise<void> {
  if (!id) return
  if (file.isFavorite) await setFavorites(at(now), [id], true)
  if (file.isPinned) await setPinned(at(now), id, true)
  if (file.isTrashed) await trashFiles(at(daysBefore(now, 1)), [id], TRASH_DAYS)
}

async function seedBoard(at: At, now: Date): Promise<void> {
  const [board] = await listBoards(at(now))
  if (!board) throw new Error('everybody has a default board')
  for (const note of BOARD_NOTES) {
    const [x, y] = note.at
    const draft = { ...draftOf(note), position: { x, y } }
    await remind(at(now), await createBoardNote(at(daysBefore(now, note.daysAgo)), board.id, draft), note)
  }
}

function draftOf({ title, content, color, lines, heading }: SeedNote): NoteChange {
  return {
    title,
    content,
    color,
    lineStart: lines?.[0],
    lineEnd: lines?.[1],
    anchorId: heading?.id,
    anchorText: heading?.text,
  }
}

/** Straight into the store: nobody can set a reminder in the past, and the demo needs one that is due. */
async function remind(ctx: UserCtx, note: Note, { remindInDays }: SeedNote): Promise<void> {
  if (remindInDays === undefined) return
  const moment = daysBefore(ctx.now, -remindInDays)
  await arm(ctx.db, ctx.user.id, {
    noteId: note.id,
    fileId: note.target.kind === 'file' ? note.target.fileId : null,
    remindAt: moment,
    series: null,
    nextAt: null,
  })
}
