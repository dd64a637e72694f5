import { type FileId, isOpaqueId } from '#base/ids.ts'
import { linkKey } from '#base/named-link.ts'
import type { ReaderCtx } from '#platform/ctx.ts'
import { type Backlink, BACKLINKS_PAGE } from '../backlink.ts'
import { pathKey } from '../found-links.ts'
import { type FoundTarget, type KnownLink, type LinkSource, renamedLinks } from '../link.ts'
import * as store from '../store.ts'
import { resolveLinks } from './resolve.ts'

type Ctx = Pick<ReaderCtx, 'db' | 'user'>

/** The links of a text whose targets are there, with the present names. */
export async function listKnownLinks({ db, user }: Ctx, source: LinkSource): Promise<KnownLink[]> {
  return store.listKnown(db, user.id, [source.id])
}

/** `sourceId`: of the text with the link. `folder`: of that text, for paths. */
type Asked = { sourceId: string | null; by: 'name' | 'path'; name: string; folder: string }

/**
 * What a link means for this user: what is stored for the text, else what has the name now, else what is stored and in the trash. Things of other
 * users are never found.
 */
export async function findLinkTarget({ db, user }: Ctx, asked: Asked): Promise<FoundTarget | null> {
  const { sourceId, by, name, folder } = asked
  const key = by === 'path' ? pathKey(name) : linkKey(name)
  if (key === '') return null
  const isText = sourceId !== null && isOpaqueId(sourceId)
  const stored = isText ? (await store.findTargets(db, user.id, sourceId)).get(key) : undefined
  const bound = stored ? await store.findThing(db, user.id, stored.id) : null
  if (bound && !bound.inTrash) return bound
  const now = (await resolveLinks(db, user.id, [{ key, name, by }], folder)).get(key)
  return now ? store.findThing(db, user.id, now.id) : bound
}

/** The links of these files that their texts alone do not say. */
export async function listRenamedLinks(
  { db, user }: Ctx,
  files: readonly { id: FileId }[],
): Promise<Map<string, ReturnType<typeof renamedLinks>>> {
  const known =
    files.length === 0
      ? []
      : await store.listKnown(
          db,
          user.id,
          files.map(({ id }) => id),
        )
  const bySource = Map.groupBy(known, ({ sourceId }) => sourceId)
  return new Map([...bySource].map(([id, links]) => [id, renamedLinks(links)]))
}

type Named = { kind: 'note' | 'board'; title: string }

/** Notes with a title, that changed last first, then boards. */
export async function listNames({ db, user }: Ctx): Promise<Named[]> {
  const [notes, boards] = await Promise.all([store.listTitles(db, user.id), store.listBoardNames(db, user.id)])
  return [
    ...notes.map(({ title }) => ({ kind: 'note' as const, title })),
    ...boards.map(({ title }) => ({ kind: 'board' as const, title })),
  ]
}

/** A thing of this user that can be linked to, also in the trash. */
export async function findLinked({ db, user }: Ctx, id: string): Promise<FoundTarget | null> {
  return isOpaqueId(id) ? store.findThing(db, user.id, id) : null
}

export type Backlinks = { links: Backlink[]; total: number; next: string | null }

/** A page of the texts that link to a thing. `after`: the last one of the page before. */
export async function listBacklinks(
  { db, user }: Ctx,
  targetId: string,
  after: string | null,
  limit = BACKLINKS_PAGE,
): Promise<Backlinks> {
  const found = await store.listBacklinks(db, user.id, targetId, after, limit + 1)
  // Most things have no links to them: one statement says so.
  const isAll = after === null && found.length <= limit
  const total = isAll ? found.length : await store.countBacklinks(db, user.id, targetId)
  const links = found.slice(0, limit)
  return { links, total, next: found.length > limit ? (links.at(-1)?.sourceId ?? null) : null }
}
