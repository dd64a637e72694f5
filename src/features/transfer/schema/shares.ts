import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import type { LibraryShare } from '../library.ts'
import { Hash, Moment, parseJson, writeJson } from './json.ts'

/**
 * The shares feature validates these values. A file of which only some lines are shared has `lines` and no `hidden_lines`: a release
 * that does not know `lines` then rejects the share instead of sharing the whole file.
 */
const ShareText = z.object({
  id: z.string(),
  kind: z.string(),
  path: z.string(),
  seed: z.string().nullable(),
  created_at: Moment,
  expires_at: Moment.nullable(),
  views: z.int(),
  last_viewed_at: Moment.nullable(),
  files: z.array(
    z
      .object({
        position: z.int(),
        file_id: z.string(),
        file_name: z.string(),
        version: z.int(),
        sha256: Hash,
        hidden_lines: z.array(z.int()).optional(),
        lines: z.object({ start: z.int(), end: z.int(), hidden: z.array(z.int()) }).optional(),
      })
      .refine(({ hidden_lines, lines }) => (hidden_lines === undefined) !== (lines === undefined)),
  ),
  /** Missing in exports of older releases. */
  notes: z
    .array(
      z.object({
        position: z.int(),
        number: z.int(),
        title: z.string(),
        content: z.string(),
        lines: z.object({ start: z.int(), end: z.int() }).nullable(),
      }),
    )
    .default([]),
})

export function writeShare(share: LibraryShare): string {
  const written: z.input<typeof ShareText> = {
    id: share.id,
    kind: share.kind,
    path: share.path,
    seed: share.seed,
    created_at: isoUtc(share.createdAt),
    expires_at: share.expiresAt && isoUtc(share.expiresAt),
    views: share.views,
    last_viewed_at: share.lastViewedAt && isoUtc(share.lastViewedAt),
    files: share.files.map(({ position, fileId, fileName, version, sha256, hiddenLines, range }) => ({
      position,
      file_id: fileId,
      file_name: fileName,
      version,
      sha256,
      ...(range ? { lines: { start: range.from, end: range.to, hidden: hiddenLines } } : { hidden_lines: hiddenLines }),
    })),
    notes: share.notes,
  }
  return writeJson(written)
}

export function readShare(text: string): LibraryShare | null {
  const { data } = ShareText.safeParse(parseJson(text))
  if (!data) return null
  return {
    id: data.id,
    kind: data.kind,
    path: data.path,
    seed: data.seed,
    createdAt: data.created_at,
    expiresAt: data.expires_at,
    views: data.views,
    lastViewedAt: data.last_viewed_at,
    files: data.files.map(({ file_id: fileId, file_name: fileName, hidden_lines = [], lines, ...file }) => ({
      ...file,
      fileId,
      fileName,
      hiddenLines: lines?.hidden ?? hidden_lines,
      range: lines ? { from: lines.start, to: lines.end } : null,
    })),
    notes: data.notes,
  }
}
