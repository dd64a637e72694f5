import { hideLines } from '#base/hide-lines.ts'
import { parseId, type UserId } from '#base/ids.ts'
import { sliceLines } from '#base/lines.ts'
import { sha256 } from '#platform/crypto.ts'
import { type Ctx, noAgentAudit, type UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { findPerson } from '#features/auth/public.ts'
import { type File, findLiveFiles, getContent, getPackedContent, getVersion } from '#features/files/public.ts'
import { type CodeRenderer, overlap, renderCode } from '#features/viewer/public.ts'
import type { EmbedPart } from '../embed.ts'
import { shareViewError, shareViewNotFound } from '../events.ts'
import { linkNotFound, shareNotFound } from '../problems.ts'
import { isOver, type Share, type SharedVersion, type ShareKind } from '../share.ts'
import { lineMarks } from '../shared-note.ts'
import * as store from '../store/shares.ts'
import type { SeenFile, SeenShare } from '../view.ts'

type Live = SharedVersion & { file: File }
type Opened = { share: Share; owner: UserId; files: Live[] }

/** Files are stored with their owner, so they are read as the owner; the share grants the reader access. */
function asOwner(ctx: Ctx, owner: UserId): UserCtx {
  return { ...ctx, user: { id: owner, role: 'user', firstName: '' }, recordAgentWrite: noAgentAudit }
}

/** Null when the share is unknown, expired, revoked or of the other kind, and when all its files are in the trash. */
async function find(ctx: Ctx, kind: ShareKind, key: string): Promise<Opened | null> {
  const found = await store.findKey(ctx.db, key)
  if (!found) return null
  const share = await store.findShare(ctx.db, found.userId, found.shareId)
  if (!share || share.kind !== kind || isOver(share, ctx.now)) return null
  const versions = await store.filesOf(ctx.db, found.userId, share.id)
  const ids = versions.map(({ fileId }) => fileId)
  const live = new Map((await findLiveFiles(asOwner(ctx, found.userId), ids)).map((file) => [file.id, file]))
  const files = versions.flatMap((version) => {
    const file = live.get(version.fileId)
    return file ? [{ ...version, file }] : []
  })
  return files.length > 0 ? { share, owner: found.userId, files } : null
}

/** Emits an event when the read fails or finds nothing. */
async function attempt<T>(ctx: Ctx, named: string, run: () => Promise<T | null>): Promise<T | null> {
  try {
    const found = await run()
    if (found === null) ctx.emit(shareViewNotFound, { share_id: named })
    return found
  } catch (error) {
    if (!(error instanceof Problem))
      ctx.emit(shareViewError, { share_id: named, error: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}

async function opening<T>(ctx: Ctx, named: string, refuse: () => Error, run: () => Promise<T | null>): Promise<T> {
  const found = await attempt(ctx, named, run)
  if (found === null) throw refuse()
  return found
}

/** A malformed id could contain anything, also personal data, so events do not repeat it. */
const named = (shareId: string) => parseId<'share'>(shareId) ?? 'invalid'
/** The token of a public link grants access, so events contain only its hash. */
const namedLink = (token: string) => `link-${sha256(token).toString('hex').slice(0, 16)}`

async function textOf(ctx: Ctx, { owner }: Opened, { file, version, hiddenLines, range }: Live): Promise<string> {
  const text = hideLines(await getContent(asOwner(ctx, owner), file, version), hiddenLines)
  return range ? sliceLines(text, range) : text
}

async function see(
  ctx: Ctx,
  codeRenderer: CodeRenderer,
  opened: Opened,
  position: number | undefined,
  embed: { range: EmbedPart['range'] } | null = null,
): Promise<SeenShare | null> {
  const { share, files } = opened
  const chosen = choose(opened, position)
  if (!chosen) return null
  const source = await getPackedContent(asOwner(ctx, opened.owner), chosen.file, chosen.version)
  const { language } = chosen.file
  const range = overlap(chosen.range, embed?.range ?? null)
  const notes = embed ? [] : await store.notesOf(ctx.db, opened.owner, share.id, chosen.position)
  const look = { language, hiddenLines: chosen.hiddenLines, range, marks: lineMarks(notes) }
  const drawn = await renderCode(codeRenderer, ctx, source, look)
  return {
    kind: share.kind,
    expiresAt: share.expiresAt,
    files: files.map(asSeen),
    chosen: asSeen(chosen),
    drawn,
    notes,
    range,
    hiddenLines: chosen.hiddenLines.filter((line) => !range || (line >= range.from && line <= range.to)).length,
  }
}

/** The file at this position, or the first one. */
function choose({ files }: Opened, position: number | undefined): Live | undefined {
  return position === undefined ? files[0] : files.find((file) => file.position === position)
}

function asSeen({ position, file }: Live): SeenFile {
  return { position, name: file.fileName, language: file.language }
}

export async function openShare(ctx: UserCtx, codeRenderer: CodeRenderer, shareId: string) {
  return opening(
    ctx,
    named(shareId),
    () => shareNotFound({ share_id: shareId }),
    async () => {
      const opened = await find(ctx, 'internal', shareId)
      const seen = opened && (await see(ctx, codeRenderer, opened, undefined))
      if (!opened || !seen) return null
      const isOwn = opened.owner === ctx.user.id
      if (!isOwn) await store.countView(ctx.db, opened.owner, opened.share.id, ctx.now)
      const from = await findPerson(ctx.db, opened.owner)
      return { seen, isOwn, from: from?.firstName ?? '' }
    },
  )
}

/** `reader` is the signed-in user, if any: owners do not count as readers of their own links. */
export async function openLink(
  ctx: Ctx,
  codeRenderer: CodeRenderer,
  token: string,
  { position, reader }: { position: number | undefined; reader: UserId | null },
): Promise<SeenShare> {
  return opening(ctx, namedLink(token), linkNotFound, async () => {
    const opened = await find(ctx, 'public', token)
    const seen = opened && (await see(ctx, codeRenderer, opened, position))
    if (seen && opened.owner !== reader) await store.countView(ctx.db, opened.owner, opened.share.id, ctx.now)
    return seen
  })
}

export type { CodeRenderer }

/**
 * A public link in the page of another site. Null when it is unknown, expired or revoked: the frame shows that itself, because
 * browsers block our error pages in frames.
 */
export async function openEmbed(
  ctx: Ctx,
  codeRenderer: CodeRenderer,
  token: string,
  { position, range }: { position: number | undefined; range: EmbedPart['range'] },
): Promise<SeenShare | null> {
  return attempt(ctx, namedLink(token), async () => {
    const opened = await find(ctx, 'public', token)
    const seen = opened && (await see(ctx, codeRenderer, opened, position, { range }))
    if (seen) await store.countView(ctx.db, opened.owner, opened.share.id, ctx.now)
    return seen
  })
}

/** What an oEmbed consumer needs to know about one file of a public link. It is not a view. */
export async function describeLink(ctx: Ctx, token: string, position: number | undefined) {
  return opening(ctx, namedLink(token), linkNotFound, async () => {
    const opened = await find(ctx, 'public', token)
    const chosen = opened && choose(opened, position)
    if (!chosen) return null
    const { lineCount } = await getVersion(asOwner(ctx, opened.owner), chosen.file.id, chosen.version)
    return { name: chosen.file.fileName, range: chosen.range ?? { from: 1, to: lineCount } }
  })
}

export type SharedText = { name: string; language: string; text: string }

/** The text of a share, to be saved. */
export async function readShare(ctx: Ctx, shareId: string): Promise<SharedText> {
  return opening(
    ctx,
    named(shareId),
    () => shareNotFound({ share_id: shareId }),
    async () => readSharedText(ctx, await find(ctx, 'internal', shareId), 1),
  )
}

/** The text of a file of a public link, to be downloaded. */
export async function readLink(ctx: Ctx, token: string, position: number): Promise<SharedText> {
  return opening(ctx, namedLink(token), linkNotFound, async () =>
    readSharedText(ctx, await find(ctx, 'public', token), position),
  )
}

async function readSharedText(ctx: Ctx, opened: Opened | null, position: number): Promise<SharedText | null> {
  const chosen = opened?.files.find((file) => file.position === position)
  if (!opened || !chosen) return null
  return { name: chosen.file.fileName, language: chosen.file.language, text: await textOf(ctx, opened, chosen) }
}
