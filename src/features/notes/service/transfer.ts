import { copyIdRange, importedId, type NoteId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { type AssertFreeSlot, withQuota } from '#platform/db/quota.ts'
import { watchFile } from '#features/files/public.ts'
import { findNoteLinks } from '#features/links/public.ts'
import { type ExactNote, type NoteImport, parseNoteImport } from '../imported-note.ts'
import { type Earlier, type Note, NOTE_TRASH_DAYS, type Target } from '../note.ts'
import { invalidNoteExport, noteChangedHere } from '../problems.ts'
import { isSameState, snapshotOf } from '../snapshot.ts'
import * as notes from '../store/notes.ts'
import * as store from '../store/transfer.ts'
import { recordNoteLinks } from './links.ts'
import { targetQuotas, userQuota } from './quotas.ts'

/** A note with its whole history may have 1.7 MB. */
const NOTES_AT_ONCE = 20

export type ExportedNote = store.WalkedNote & { history: readonly Earlier[] }

/**
 * Yields every note with its history in pages. `readBeside` reads the data of other features about these notes. Both read
 * one snapshot: otherwise an edit between two statements would be in the note and not in its history.
 */
export async function* walkNotes<T>(
  ctx: UserCtx,
  readBeside: (trx: Db, ids: readonly NoteId[]) => Promise<T>,
): AsyncGenerator<{ notes: ExportedNote[]; beside: T }> {
  let after: NoteId | null = null
  for (;;) {
    const from: NoteId | null = after
    const batch = await ctx.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const walked = await store.walkNotes(trx, ctx.user.id, from, NOTES_AT_ONCE)
        const ids = walked.map(({ note }) => note.id)
        const history = await store.historyOfAll(trx, ctx.user.id, ids)
        const exported = walked.map((each) => ({ ...each, history: history.get(each.note.id) ?? [] }))
        return { notes: exported, beside: await readBeside(trx, ids) }
      })
    const last = batch.notes.at(-1)
    if (!last) return
    yield batch
    after = last.note.id
  }
}

/** Counts the notes of an export that are not in the trash. */
export async function countAllNotes(ctx: UserCtx): Promise<number> {
  return notes.countNotes(ctx.db, ctx.user.id)
}

type ImportedNote = { id: NoteId; outcome: 'saved' | 'unchanged' }

/**
 * Imports a note with its history. An identical copy counts as unchanged; a copy that was edited since is rejected and not
 * overwritten. `within` runs in the same transaction and imports the data of other features.
 */
export async function importNote<T>(
  ctx: UserCtx,
  given: NoteImport,
  within: (trx: Db, imported: ImportedNote) => Promise<T>,
): Promise<ImportedNote & { beside: T }> {
  const parsed = parseNoteImport(given)
  if (parsed.outcome === 'invalid') throw invalidNoteExport({ field: parsed.field })
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    const imported = await put(trx, ctx, parsed.exact, assertFreeSlot)
    return { ...imported, beside: await within(trx, imported) }
  })
}

async function put(trx: Db, ctx: UserCtx, exact: ExactNote, assertFreeSlot: AssertFreeSlot): Promise<ImportedNote> {
  const { target } = exact.note
  const copies = await store.lockRange(trx, ctx.user.id, copyIdRange(exact.note.id))
  const copy = copies.find(({ note }) => isSameTarget(note.target, target))
  if (copy) return meetCopy(trx, ctx, copy, exact, assertFreeSlot)
  if (!exact.deletedAt) await assertFreeSlot(userQuota(ctx), ...targetQuotas(ctx, target))
  const note: Note = { ...exact.note, id: copyId(ctx, exact.note) }
  await store.insertExact(trx, ctx.user.id, { ...exact, note, purgeAt: purgeAtOf(ctx, exact) })
  await recordNoteLinks(trx, ctx.user.id, { from: null, to: note }, await findNoteLinks(ctx, note.content))
  if (exact.watch?.firedAt === null && target.kind === 'file') await watchFile(trx, ctx.user.id, target.fileId, null)
  if (!exact.deletedAt)
    await ctx.recordAgentWrite(trx, {
      kind: CREATED[target.kind],
      resourceId: note.id,
      title: '',
      before: null,
      after: snapshotOf(note),
    })
  return { id: note.id, outcome: 'saved' }
}

const CREATED = { file: 'note_created', board: 'board_note_created', repo: 'repo_note_created' } as const

/** Ignores the board and the repository path, which a user or a sync may change; a note of another file is another note. */
function isSameTarget(present: Target, imported: Target): boolean {
  return present.kind === 'file'
    ? imported.kind === 'file' && present.fileId === imported.fileId
    : present.kind === imported.kind
}

/** Deterministic, so that two concurrent imports cannot insert the same note twice. */
function copyId(ctx: UserCtx, { id, target }: Note): NoteId {
  const where = target.kind === 'file' ? target.fileId : target.kind
  return importedId(id, sha256(`${ctx.user.id}:${id}:${where}`).toString('hex'))
}

async function meetCopy(
  trx: Db,
  ctx: UserCtx,
  copy: { note: Note; deletedAt: Date | null },
  { note, deletedAt }: ExactNote,
  assertFreeSlot: AssertFreeSlot,
): Promise<ImportedNote> {
  if (!isSameState(snapshotOf(copy.note), snapshotOf(note))) throw noteChangedHere({ note_id: copy.note.id })
  const { id } = copy.note
  if (!copy.deletedAt || deletedAt) return { id, outcome: 'unchanged' }
  await assertFreeSlot(userQuota(ctx), ...targetQuotas(ctx, copy.note.target))
  await notes.takeFromTrash(trx, ctx.user.id, id)
  return { id, outcome: 'saved' }
}

/** A trashed note of an old export gets a new retention period instead of being purged at once. */
function purgeAtOf(ctx: UserCtx, { deletedAt, purgeAt }: ExactNote): Date | null {
  if (!deletedAt) return null
  return purgeAt && purgeAt > ctx.now ? purgeAt : addSeconds(ctx.now, NOTE_TRASH_DAYS * SECONDS_PER_DAY)
}
