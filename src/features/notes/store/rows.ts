import { type RawBuilder, sql } from 'kysely'
import type { BoardId, FileId, NoteId, UserId } from '#base/ids.ts'
import type { Followed } from '#features/following/anchored-note.ts'
import type { Place } from '#features/following/place.ts'
import type { WatchedSymbol } from '#features/following/watch.ts'
import type { KnownLink } from '#features/links/link.ts'
import type { ColorId } from '../color-ids.ts'
import type { Mode, Note, Target } from '../note.ts'

export type Row = {
  id: NoteId
  kind: Target['kind']
  fileId: FileId | null
  boardId: BoardId | null
  repoName: string | null
  repoPath: string | null
  title: string
  content: string
  x: number
  y: number
  width: number
  height: number
  color: ColorId
  tags: string[]
  isMinimized: boolean
  mode: Mode
  lineStart: number | null
  lineEnd: number | null
  anchorId: string | null
  anchorText: string | null
  quote: string | null
  quoteBefore: string | null
  quoteAfter: string | null
  quoteVersion: number | null
  quoteCommit: string | null
  movedFrom: string | null
  followed: Followed | null
  places: Place[]
  moveDismissed: number | null
  watchAt: Date | null
  watchFiredAt: Date | null
  watchSymbol: WatchedSymbol | null
  createdAt: Date
  updatedAt: Date
  links: KnownLink[]
  linkedFrom: number
}

/** The columns of a note as `n`, with what its links mean now and how many texts link to it. */
export const noteColumns = (userId: UserId): RawBuilder<unknown> => sql`
  n.id, n.kind, n.file_id as "fileId", n.board_id as "boardId", n.repo_name as "repoName", n.repo_path as "repoPath", n.title,
  n.content, n.pos_x as x, n.pos_y as y, n.width, n.height, n.color, n.tags, n.is_minimized as "isMinimized", n.mode,
  n.line_start as "lineStart", n.line_end as "lineEnd", n.anchor_id as "anchorId", n.anchor_text as "anchorText", n.quote,
  n.quote_before as "quoteBefore", n.quote_after as "quoteAfter", n.quote_version as "quoteVersion",
  n.quote_commit as "quoteCommit", n.moved_from as "movedFrom", n.followed, n.places,
  n.move_dismissed as "moveDismissed", n.watch_at as "watchAt", n.watch_fired_at as "watchFiredAt", n.watch_symbol as "watchSymbol",
  n.created_at as "createdAt", n.updated_at as "updatedAt",
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'key', nl.name_key, 'kind', nl.target_kind, 'id', replace(nl.target_id::text, '-', ''),
      'title', coalesce(lf.file_name, ln.title, lb.name), 'language', lf.language
    ) order by nl.name_key), '[]'::jsonb)
    from links nl
    left join files lf on lf.user_id = ${userId} and lf.id = nl.target_id and lf.deleted_at is null
    left join notes ln on ln.user_id = ${userId} and ln.id = nl.target_id and ln.deleted_at is null
    left join boards lb on lb.user_id = ${userId} and lb.id = nl.target_id
    where nl.user_id = ${userId} and nl.note_id = n.id and coalesce(lf.file_name, ln.title, lb.name) is not null
  ) as links,
  (
    select count(distinct tl.source_id)::int from links tl
    left join files tf on tf.user_id = ${userId} and tf.id = tl.file_id and tf.deleted_at is null
    left join notes tn on tn.user_id = ${userId} and tn.id = tl.note_id and tn.deleted_at is null
    where tl.user_id = ${userId} and tl.target_id = n.id and tl.source_id <> n.id and (tf.id is not null or tn.id is not null)
  ) as "linkedFrom"`

/** The fields of the row and those that are composed from several columns. */
export function toNote(row: Row): Note {
  const {
    kind,
    fileId,
    boardId,
    repoName,
    repoPath,
    x,
    y,
    width,
    height,
    quote,
    quoteBefore,
    quoteAfter,
    quoteVersion,
    quoteCommit,
    watchAt,
    watchFiredAt,
    watchSymbol,
    ...same
  } = row
  return {
    ...same,
    target: targetOf(row),
    position: { x, y },
    size: { width, height },
    watch: watchAt && { at: watchAt, firedAt: watchFiredAt, symbol: watchSymbol },
    quote:
      quote === null
        ? null
        : {
            text: quote,
            before: quoteBefore ?? '',
            after: quoteAfter ?? '',
            version: quoteVersion ?? 1,
            commit: quoteCommit,
          },
  }
}

/** A check constraint of the table guarantees exactly one target. */
function targetOf({ kind, fileId, boardId, repoName, repoPath }: Row): Target {
  if (kind === 'file' && fileId !== null) return { kind, fileId }
  if (kind === 'board' && boardId !== null) return { kind, boardId }
  if (kind === 'repo' && repoName !== null && repoPath !== null) return { kind, repoName, repoPath }
  throw new Error(`A note of kind ${kind} has no target`)
}

/** The columns that an insert or an update writes. */
export function columnsOf(note: Note, folded: { title: string; body: string }) {
  return {
    title: note.title,
    content: note.content,
    search_title: folded.title,
    search_body: folded.body,
    pos_x: note.position.x,
    pos_y: note.position.y,
    width: note.size.width,
    height: note.size.height,
    color: note.color,
    tags: [...note.tags],
    is_minimized: note.isMinimized,
    mode: note.mode,
    line_start: note.lineStart,
    line_end: note.lineEnd,
    anchor_id: note.anchorId,
    anchor_text: note.anchorText,
    quote: note.quote?.text ?? null,
    quote_before: note.quote?.before ?? null,
    quote_after: note.quote?.after ?? null,
    quote_version: note.quote?.version ?? null,
    quote_commit: note.quote?.commit ?? null,
    updated_at: note.updatedAt,
  }
}
