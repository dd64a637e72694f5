import type { FileId, NoteId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { insertWithinQuota } from '#platform/db/quota.ts'
import { findChosen, getFile, getPackedContent, getVersion, parseFileId } from '#features/files/public.ts'
import type { LineRange } from '#features/viewer/public.ts'
import { linesOf } from '../choice.ts'
import type { NewShare, Share, SharedVersion, ShareKind } from '../share.ts'
import { numberNotes, type ShareableNote, type SharedNote } from '../shared-note.ts'
import * as store from '../store/shares.ts'
import { newAddress, shareQuota } from './address.ts'
import { getChosenNotes } from './copy-notes.ts'
import { assertLines } from './lines.ts'
import { scan } from './scan.ts'
import { scanNotes } from './scan-notes.ts'

export type Lifetime = { days: number } | 'permanent'
/** `copies` were previewed for these versions and are shared as they are. */
type ChosenNotes = { ids: readonly string[] } | { copies: readonly ShareableNote[] }
/** `range`: the only lines that are shared, of one file; null shares all of them. */
type Ask = { lifetime: Lifetime; range: LineRange | null; notes: ChosenNotes }
export type Warning = { fileId: FileId; kind: string; from: number; to: number }
export type MadeNote = ShareableNote & SharedNote & { fileId: FileId }
export type NoteWarning = { noteId: NoteId; kind: string }
export type Made = { share: Share; warnings: Warning[]; notes: MadeNote[]; noteWarnings: NoteWarning[] }

/** Shares one version, the newest by default, with users who have an account. */
export async function shareFile(
  ctx: UserCtx,
  id: string,
  ask: Ask & { version?: number | undefined; hiddenLines: number[] },
): Promise<Made> {
  const file = await getFile(ctx, parseFileId(id))
  const { version = file.version, hiddenLines, range } = ask
  return make(ctx, 'internal', [{ position: 1, fileId: file.id, version, hiddenLines, range }], ask)
}

/** Shares the current versions, or those that were previewed, with anyone who has the link. */
export async function makeLink(
  ctx: UserCtx,
  given: readonly unknown[] | undefined,
  ask: Ask & { hiddenLines: ReadonlyMap<string, number[]>; versions?: ReadonlyMap<string, number> },
): Promise<Made> {
  const chosen = await findChosen(ctx, given)
  const files = chosen.map(({ id, version }, i) => ({
    position: i + 1,
    fileId: id,
    version: ask.versions?.get(id) ?? version,
    hiddenLines: ask.hiddenLines.get(id) ?? [],
    range: ask.range,
  }))
  return make(ctx, 'public', files, ask)
}

async function make(ctx: UserCtx, kind: ShareKind, files: SharedVersion[], ask: Ask): Promise<Made> {
  const { lifetime } = ask
  const read = await ctx.slots.heavy.run(ctx.user.id, async () => ({
    // Reading the texts also proves that the versions and the lines exist.
    warnings: await warningsOf(ctx, files),
    ...(await copyNotes(ctx, files, ask.notes)),
  }))
  const id = ctx.newId<'share'>()
  const share: NewShare = {
    id,
    kind,
    ...newAddress(ctx, kind, id),
    createdAt: ctx.now,
    expiresAt: lifetime === 'permanent' ? null : addSeconds(ctx.now, lifetime.days * SECONDS_PER_DAY),
    views: 0,
    lastViewedAt: null,
  }
  await insertWithinQuota(ctx.db, ctx.user.id, shareQuota(ctx), async (trx) => {
    if (!(await store.insertKey(trx, ctx.user.id, share))) throw new Error('A new share has the key of another')
    await store.insertShare(trx, ctx.user.id, share, files, read.notes)
  })
  return { share, ...read }
}

async function copyNotes(
  ctx: UserCtx,
  files: readonly SharedVersion[],
  chosen: ChosenNotes,
): Promise<Pick<Made, 'notes' | 'noteWarnings'>> {
  const fileIds = new Map(files.map(({ position, fileId }) => [position, fileId]))
  const copies = 'copies' in chosen ? chosen.copies : await getChosenNotes(ctx, files, chosen.ids)
  const notes = numberNotes(copies).flatMap((note) => {
    const fileId = fileIds.get(note.position)
    return fileId === undefined ? [] : [{ ...note, fileId }]
  })
  const scans = await scanNotes(ctx, files, notes)
  const noteWarnings = [...scans].flatMap(([noteId, { findings, isComplete }]) => {
    const kinds = new Set(findings.map(({ kind }) => kind))
    if (!isComplete) kinds.add('scan_unfinished')
    return [...kinds].map((kind) => ({ noteId, kind }))
  })
  return { notes, noteWarnings }
}

/** Findings that are not hidden, and files whose scan did not finish. */
async function warningsOf(ctx: UserCtx, files: readonly SharedVersion[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const { fileId, version, hiddenLines, range } of files) {
    if (range) await assertLines(ctx, fileId, version, range)
    const hidden = new Set(hiddenLines)
    const { findings, isComplete } = await scan(ctx, await getPackedContent(ctx, { id: fileId }, version), range)
    const open = findings.filter(({ from, to }) => !linesOf({ from, to }).every((line) => hidden.has(line)))
    warnings.push(...open.map(({ kind, from, to }) => ({ fileId, kind, from, to })))
    if (!isComplete) warnings.push(await unfinished(ctx, { fileId, version, range }, findings.at(-1)?.to ?? 0))
  }
  return warnings
}

/** A warning about the shared lines after `scanned`, because the scan did not finish. */
async function unfinished(
  ctx: UserCtx,
  { fileId, version, range }: Pick<SharedVersion, 'fileId' | 'version' | 'range'>,
  scanned: number,
): Promise<Warning> {
  const last = range?.to ?? (await getVersion(ctx, fileId, version)).lineCount
  const from = Math.max(scanned + 1, range?.from ?? 1)
  return { fileId, kind: 'scan_unfinished', from, to: Math.max(from, last) }
}
