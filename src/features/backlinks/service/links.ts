import { type FileId, type NoteId, parseId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { getFile, searchSymbols } from '#features/files/public.ts'
import { type Backlinks, findLinked, findLinkTarget, type FoundTarget, listBacklinks } from '#features/links/public.ts'
import { findNote, noteUrl } from '#features/notes/public.ts'
import { addressOf, searchAddress } from '../address.ts'
import { linkTargetNotFound } from '../problems.ts'

/** A page of what links to a thing of this user. */
export async function getBacklinks(
  ctx: UserCtx,
  id: string,
  after: string | null,
): Promise<Backlinks & { target: FoundTarget }> {
  const target = await findLinked(ctx, id)
  if (!target || target.inTrash) throw linkTargetNotFound({ id })
  return { target, ...(await listBacklinks(ctx, id, after)) }
}

/** Beside a file are the first ones. */
const BESIDE = 10

export async function listBesideFile(ctx: UserCtx, fileId: string): Promise<Backlinks> {
  return listBacklinks(ctx, fileId, null, BESIDE)
}

type Asked = {
  note?: string | undefined
  file?: string | undefined
  name: string
  isPath: boolean
  part: string | null
}

/** The address that a link leads to: of its target, else a search for its words. */
export async function findAddress(ctx: UserCtx, { note, file, name, isPath, part }: Asked): Promise<string> {
  const fileId = file === undefined ? null : parseId<'file'>(file)
  const folder = isPath && fileId ? (await getFile(ctx, fileId)).folder : ''
  const asked = { sourceId: note ?? fileId, by: isPath ? ('path' as const) : ('name' as const), name, folder }
  const target = await findLinkTarget(ctx, asked)
  if (!target) return searchAddress(name)
  if (target.kind === 'note' && !target.inTrash) return noteAddress(ctx, target.id)
  return addressOf(target, part, part === null ? null : await findLine(ctx, target, part))
}

async function noteAddress(ctx: UserCtx, id: string): Promise<string> {
  const noteId: NoteId | null = parseId<'note'>(id)
  const note = noteId && (await findNote(ctx, noteId))
  return note ? noteUrl(note) : '/notes'
}

const SYMBOLS_READ = 50

/** Where a file defines a symbol; null when the part is something else. */
async function findLine(ctx: UserCtx, { kind, id, title }: FoundTarget, part: string): Promise<number | null> {
  const fileId: FileId | null = kind === 'file' ? parseId<'file'>(id) : null
  if (!fileId) return null
  const { hits } = await searchSymbols(ctx, part, { limit: SYMBOLS_READ, pathPart: title })
  return hits.find(({ file, symbol }) => file.id === fileId && symbol.name === part)?.symbol.line ?? null
}
