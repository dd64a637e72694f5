import { parseId, type UserId } from '#base/ids.ts'
import { sha256 } from '#platform/crypto.ts'
import { type Ctx, untold, type UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { findPerson } from '#features/auth/public.ts'
import { type File, findLive, getContent } from '#features/files/public.ts'
import { drawCode, type Painter } from '#features/viewer/public.ts'
import { shareViewError, shareViewNotFound } from '../events.ts'
import { hideLines } from '../hidden-lines.ts'
import { linkNotFound, shareNotFound } from '../problems.ts'
import { isOver, type Share, type SharedVersion, type ShareKind } from '../share.ts'
import * as store from '../store.ts'
import type { SeenFile, SeenShare } from '../view.ts'

type Live = SharedVersion & { file: File }
type Opened = { share: Share; owner: UserId; files: Live[] }

/** Files lie with their owner, so they are read with the owner's key; that the reader may is what the share says. */
function asOwner(ctx: Ctx, owner: UserId): UserCtx {
  return { ...ctx, user: { id: owner, role: 'user', firstName: '' }, wrote: untold }
}

/** Null for unknown, ended and revoked, for one of the other kind, and when all that was in it is in the trash. */
async function find(ctx: Ctx, kind: ShareKind, key: string): Promise<Opened | null> {
  const found = await store.findKey(ctx.db, key)
  if (!found) return null
  const share = await store.findShare(ctx.db, found.userId, found.shareId)
  if (!share || share.kind !== kind || isOver(share, ctx.now)) return null
  const versions = await store.filesOf(ctx.db, found.userId, share.id)
  const ids = versions.map(({ fileId }) => fileId)
  const live = new Map((await findLive(asOwner(ctx, found.userId), ids)).map((file) => [file.id, file]))
  const files = versions.flatMap((version) => {
    const file = live.get(version.fileId)
    return file ? [{ ...version, file }] : []
  })
  return files.length > 0 ? { share, owner: found.userId, files } : null
}

/** Says in an event that it failed or found nothing; then the failure goes on. */
async function opening<T>(ctx: Ctx, named: string, refuse: () => Error, run: () => Promise<T | null>): Promise<T> {
  try {
    const found = await run()
    if (found !== null) return found
  } catch (error) {
    if (!(error instanceof Problem))
      ctx.emit(shareViewError, { share_id: named, error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
  ctx.emit(shareViewNotFound, { share_id: named })
  throw refuse()
}

/** What is not an id could be anything, also about somebody: it is not repeated in an event. */
const named = (shareId: string) => parseId<'share'>(shareId) ?? 'invalid'
/** The address of a public link is its key. An event names it by a hash, which opens nothing. */
const namedLink = (token: string) => `link-${sha256(token).toString('hex').slice(0, 16)}`

async function textOf(ctx: Ctx, { owner }: Opened, file: Live): Promise<string> {
  return hideLines(await getContent(asOwner(ctx, owner), file.file, file.version), file.hiddenLines)
}

async function see(ctx: Ctx, painter: Painter, opened: Opened, place: number | undefined): Promise<SeenShare | null> {
  const { share, files } = opened
  const chosen = place === undefined ? files[0] : files.find((file) => file.place === place)
  if (!chosen) return null
  const drawn = await drawCode(painter, await textOf(ctx, opened, chosen), chosen.file.language)
  return {
    kind: share.kind,
    expiresAt: share.expiresAt,
    files: files.map(asSeen),
    chosen: asSeen(chosen),
    drawn,
    hiddenLines: chosen.hiddenLines.length,
  }
}

function asSeen({ place, file }: Live): SeenFile {
  return { place, name: file.fileName, language: file.language }
}

export async function openShare(ctx: UserCtx, painter: Painter, shareId: string) {
  return opening(
    ctx,
    named(shareId),
    () => shareNotFound({ share_id: shareId }),
    async () => {
      const opened = await find(ctx, 'internal', shareId)
      const seen = opened && (await see(ctx, painter, opened, undefined))
      if (!opened || !seen) return null
      const isOwn = opened.owner === ctx.user.id
      if (!isOwn) await store.countView(ctx.db, opened.owner, opened.share.id, ctx.now)
      const from = await findPerson(ctx.db, opened.owner)
      return { seen, isOwn, from: from?.firstName ?? '' }
    },
  )
}

/** `reader` is who is signed in, if anybody: owners do not count as readers of their own links. */
export async function openLink(
  ctx: Ctx,
  painter: Painter,
  token: string,
  { place, reader }: { place: number | undefined; reader: UserId | null },
): Promise<SeenShare> {
  return opening(ctx, namedLink(token), linkNotFound, async () => {
    const opened = await find(ctx, 'public', token)
    const seen = opened && (await see(ctx, painter, opened, place))
    if (seen && opened.owner !== reader) await store.countView(ctx.db, opened.owner, opened.share.id, ctx.now)
    return seen
  })
}

export type { Painter }

export type SharedText = { name: string; language: string; text: string }

/** The text that a share shows, whole: to be saved. */
export async function readShare(ctx: Ctx, shareId: string): Promise<SharedText> {
  return opening(
    ctx,
    named(shareId),
    () => shareNotFound({ share_id: shareId }),
    async () => readPlace(ctx, await find(ctx, 'internal', shareId), 1),
  )
}

/** The same of a file of a public link: to be downloaded. */
export async function readLink(ctx: Ctx, token: string, place: number): Promise<SharedText> {
  return opening(ctx, namedLink(token), linkNotFound, async () =>
    readPlace(ctx, await find(ctx, 'public', token), place),
  )
}

async function readPlace(ctx: Ctx, opened: Opened | null, place: number): Promise<SharedText | null> {
  const chosen = opened?.files.find((file) => file.place === place)
  if (!opened || !chosen) return null
  return { name: chosen.file.fileName, language: chosen.file.language, text: await textOf(ctx, opened, chosen) }
}
