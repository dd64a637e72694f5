import { encodeCursor, parseCursor } from '#base/cursor.ts'
import { type FileId, parseId } from '#base/ids.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DoneWhat, doneFrom } from '../pages/done.ts'
import { FilesPage, filtersFrom } from '../pages/files-page.tsx'
import { type TrashNotice, TrashPage } from '../pages/trash-page.tsx'
import { readBulkIds } from '../bulk-ids.ts'
import { FOLLOWING_ROWS, PAGE_SIZE } from '../file.ts'
import { encodeListCursor } from '../list-order.ts'
import { IdParams, readCursor } from '../schema/files.ts'
import { parseFileId } from '../service/file-id.ts'
import * as schema from '../schema/pages.ts'
import * as bulk from '../service/bulk.ts'
import { restoreFiles } from '../service/bulk-restore.ts'
import { searchFileNames } from '../service/find-names.ts'
import { folderTree, moveFiles } from '../service/folders.ts'
import { filterCounts, restoreObstacle } from '../service/list-page.ts'
import { countNotesOfFiles } from '../service/noted.ts'
import { listFiles } from '../service/list.ts'
import * as trash from '../service/trash.ts'
import { zipOf } from '../service/zip.ts'

/** Links above the list of a search, in one line of a wide screen. */
const NAMED_FILES = 5

type Ctx = FastifyRequest['ctx']

/**
 * Lists have no validator and are always fetched again (`private, no-cache`): they change with every star, tag, preference
 * and minute, and a sometimes stale page is worse than one that is always sent.
 */
export const pageRoutes: FeatureRoutes = (app) => {
  app.get(
    '/files',
    { config: { auth: 'user' }, schema: { querystring: schema.FilesQuery } },
    async ({ ctx, query }, reply) => {
      const parsed = readCursor(query)
      const cursor = parsed === 'bad' ? null : parsed
      const counting = filterCounts(ctx)
      const countAll = async () => (await counting).total
      const [listed, { counts }, tree, named] = await Promise.all([
        listFiles(ctx, { ...query, cursor }, { pageSize: cursor ? FOLLOWING_ROWS : PAGE_SIZE, countAll }),
        counting,
        folderTree(ctx, query.folder ?? ''),
        cursor ? [] : searchFileNames(ctx, query.q?.trim() ?? '', { limit: NAMED_FILES }),
      ])
      const noted = await countNotesOfFiles(
        ctx,
        listed.files.map(({ id }) => id),
      )
      return reply.page(
        FilesPage({
          frame: reply.frame,
          now: ctx.now,
          filters: filtersFrom(query),
          hits: listed.files.map((file) => ({
            file,
            lines: listed.matches.get(file.id) ?? [],
            ...(noted.get(file.id) ?? { notes: 0, reminders: 0 }),
          })),
          cursor: cursor && encodeListCursor(cursor),
          nextCursor: listed.nextCursor,
          total: listed.total,
          unsearched: listed.unsearched,
          counts,
          tree,
          named: named.map(({ file }) => file),
          isBadCursor: parsed === 'bad',
          done: doneFrom(query.done, query.n),
        }),
      )
    },
  )

  app.post(
    '/files/bulk',
    { config: { auth: 'user' }, schema: { querystring: schema.OnlyQuery, body: schema.BulkForm } },
    async ({ ctx, query, body }, reply) => {
      const back = (done: DoneWhat, n = 0) => reply.redirect(withDone(body.next, done, n), 303)
      const asked = readBulkIds(query.only === undefined ? body.file_ids : [query.only])
      if (asked.outcome !== 'ids') return back(asked.outcome === 'too_many' ? 'too_many' : 'none')
      if (body.action === 'zip') return sendZip(ctx, asked.ids, reply)
      if (body.action === 'share') return reply.redirect(`/shares/new?files=${asked.ids.join(',')}`, 303)
      if (body.action === 'tag' && !body.tags?.length) return back(body.tags === null ? 'bad_tags' : 'no_tags')
      if (body.action === 'move') return back('move', await moveFiles(ctx, asked.ids, body.folder.trim()))
      return back(body.action, await act(ctx, body.action, asked.ids, body.tags ?? []))
    },
  )

  app.get(
    '/trash',
    { config: { auth: 'user' }, schema: { querystring: schema.TrashQuery } },
    async ({ ctx, query }, reply) => {
      const { cursor, isInvalidCursor } = parseCursor<'file'>(query.cursor)
      const { files, hasMore } = await trash.listTrash(ctx, cursor)
      const last = files.at(-1)
      const next = hasMore && last?.deletedAt ? encodeCursor({ at: last.deletedAt, id: last.id }) : null
      return reply.page(
        TrashPage({
          frame: reply.frame,
          now: ctx.now,
          files,
          next: next && `/trash?cursor=${next}`,
          news: isInvalidCursor ? { what: 'bad_cursor' } : await newsOf(ctx, query),
        }),
      )
    },
  )

  app.post(
    '/trash/restore',
    { config: { auth: 'user' }, schema: { body: schema.RestoreManyForm } },
    async ({ ctx, body }, reply) => {
      const asked = readBulkIds(body.file_ids)
      if (asked.outcome !== 'ids') return reply.redirect('/trash?done=none', 303)
      const { restored, nameTaken } = await restoreFiles(ctx, asked.ids)
      return reply.redirect(`/trash?done=restored_many&n=${restored}&left=${nameTaken.length}`, 303)
    },
  )

  app.post(
    '/trash/:id/restore',
    { config: { auth: 'user' }, schema: { params: IdParams, body: schema.RestoreForm } },
    async ({ ctx, params, body }, reply) => {
      const id = parseFileId(params.id)
      if (await restoreObstacle(ctx, id, body.file_name)) return reply.redirect(`/trash?taken=${id}`, 303)
      await trash.restoreFile(ctx, id, body.file_name)
      return reply.redirect(`/trash?done=restored&file=${id}`, 303)
    },
  )

  app.post(
    '/trash/:id/purge',
    { config: { auth: 'user' }, schema: { params: IdParams } },
    async ({ ctx, params }, reply) => {
      await trash.purgeFile(ctx, parseFileId(params.id))
      return reply.redirect('/trash?done=purged', 303)
    },
  )
}

async function sendZip(ctx: Ctx, ids: readonly FileId[], reply: FastifyReply): Promise<FastifyReply> {
  const zip = await zipOf(ctx, ids)
  return reply.type('application/zip').header('content-disposition', 'attachment; filename="codeshelf.zip"').send(zip)
}

async function act(
  ctx: Ctx,
  action: 'favorite' | 'unfavorite' | 'tag' | 'trash',
  ids: readonly FileId[],
  tags: readonly string[],
): Promise<number> {
  switch (action) {
    case 'favorite':
    case 'unfavorite':
      await bulk.setFavorites(ctx, ids, action === 'favorite')
      return ids.length
    case 'tag':
      await bulk.addTags(ctx, ids, tags)
      return ids.length
    case 'trash':
      return (await bulk.trashFiles(ctx, ids)).deleted
  }
}

/** Redirects to the list, which shows the result. */
function withDone(path: string, done: DoneWhat, n: number): string {
  const [list = '/files', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  query.set('done', done)
  query.set('n', String(n))
  return `${list}?${query.toString()}`
}

async function newsOf(ctx: Ctx, { done, file, taken, n, left }: schema.TrashNews): Promise<TrashNotice | null> {
  const takenId = parseId<'file'>(taken ?? '')
  const obstacle = takenId && (await restoreObstacle(ctx, takenId))
  if (obstacle) return { what: 'taken', fileId: takenId, ...obstacle }
  const restoredId = parseId<'file'>(file ?? '')
  const [restored] = done === 'restored' && restoredId ? await bulk.findLiveFiles(ctx, [restoredId]) : []
  if (restored) return { what: 'restored', file: restored }
  if (done === 'restored_many') return { what: 'restored_many', n, left }
  return done === 'purged' || done === 'none' ? { what: done } : null
}
