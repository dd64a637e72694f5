import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { chars, Ordinal, OrdinalText } from '#base/wire-types.ts'
import { DEFAULT_PAGE_SORT, decodeListCursor, type ListCursor, type Sort, SORTS } from '../list-order.ts'
import * as file from '../file.ts'
import { isLanguage } from '#base/language/language.ts'
import type { MatchingLine } from '../matching-lines.ts'

/** Wire names live here and nowhere else. */
export const FileItem = z.object({
  id: z.string(),
  folder: z.string(),
  file_name: z.string(),
  language: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  repo: z.string().nullable(),
  source_url: z.string().nullable(),
  version: z.int(),
  size_bytes: z.int(),
  line_count: z.int(),
  is_favorite: z.boolean(),
  is_pinned: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().optional(),
  purge_at: z.string().optional(),
})

export function toItem(f: file.File): z.output<typeof FileItem> {
  return {
    id: f.id,
    folder: f.folder,
    file_name: f.fileName,
    language: f.language,
    description: f.description,
    tags: f.tags,
    repo: f.repo,
    source_url: f.sourceUrl,
    version: f.version,
    size_bytes: f.sizeBytes,
    line_count: f.lineCount,
    is_favorite: f.isFavorite,
    is_pinned: f.isPinned,
    created_at: isoUtc(f.createdAt),
    updated_at: isoUtc(f.updatedAt),
    ...(f.deletedAt && { deleted_at: isoUtc(f.deletedAt) }),
    ...(f.purgeAt && { purge_at: isoUtc(f.purgeAt) }),
  }
}

/** Start and end. Not a tuple: OpenAPI tools do not support `prefixItems`. */
const Range = z.array(z.int()).length(2)
const Match = z.object({ line: z.int(), text: z.string(), ranges: z.array(Range) })

export function toMatch({ line, text, ranges }: MatchingLine): z.output<typeof Match> {
  return { line, text, ranges }
}

/** The contract names the orders of `GET /api/files`. */
const API_SORTS = ['created_at_desc', 'created_at_asc'] as const

/** The page and its JSON twin take the same parameters; the page has more orders, and answers a bad cursor differently. */
export const ListQuery = z.object({
  q: chars(file.MAX_QUERY_CHARS).optional(),
  lang: z.string().optional(),
  category: z.string().optional(),
  repo: z.string().optional(),
  folder: z.string().optional(),
  sort: z.enum(API_SORTS).default('created_at_desc'),
  cursor: z.string().optional(),
})

/** For the page and for what it asks about its own list. */
export const PageListQuery = ListQuery.extend({ sort: z.enum(SORTS).default(DEFAULT_PAGE_SORT) })

/** `bad` differs from `null`: the JSON twin rejects it, and the page shows its first page with a notice. */
export function readCursor({ cursor, sort }: { cursor?: string | undefined; sort: Sort }): ListCursor | null | 'bad' {
  if (cursor === undefined || cursor === '') return null
  return decodeListCursor(cursor, sort) ?? 'bad'
}

export const ListReply = z.object({
  ok: z.literal(true),
  items: z.array(FileItem.extend({ matches: z.array(Match).optional() })),
  next_cursor: z.string().nullable(),
  total_known: z.int().nullable(),
  /** Set when the time for a pattern was up: so many files were not searched. The next page begins with them. */
  unsearched: z.object({ files: z.int(), ms: z.int() }).optional(),
})

/** `total_known` is null when more files match than are listed, because they were not counted. */
export const IdsReply = z.object({ ok: z.literal(true), ids: z.array(z.string()), total_known: z.int().nullable() })

export const FacetsReply = z.object({ ok: z.literal(true), languages: z.record(z.string(), z.int()) })

const Tag = chars(file.MAX_TAG_CHARS, 1).refine((tag) => tag.trim() !== '', 'is blank')
export const Tags = z.array(Tag).max(file.MAX_TAGS)
const Language = z.string().refine(isLanguage, 'is not a language we know')
const Description = chars(file.MAX_DESCRIPTION_CHARS)

export const CreateBody = z.strictObject({
  folder: z.string().optional(),
  file_name: z.string(),
  content: z.string(),
  language: Language.optional(),
  description: Description.optional(),
  tags: Tags.optional(),
})

export const UpdateBody = z.strictObject({
  content: z.string().optional(),
  folder: z.string().optional(),
  file_name: z.string().optional(),
  language: Language.optional(),
  description: Description.optional(),
  tags: Tags.optional(),
  prev_version: Ordinal,
})

export const SavedReply = z.object({
  ok: z.literal(true),
  file_id: z.string(),
  folder: z.string(),
  file_name: z.string(),
  version: z.int(),
})

export function toSaved(f: file.File): z.output<typeof SavedReply> {
  return { ok: true, file_id: f.id, folder: f.folder, file_name: f.fileName, version: f.version }
}

export const FileReply = z.object({ ok: z.literal(true), file: FileItem.extend({ content: z.string() }) })

export const VersionItem = z.object({
  version: z.int(),
  size_bytes: z.int(),
  line_count: z.int(),
  lines_added: z.int(),
  lines_removed: z.int(),
  source: z.string(),
  created_at: z.string(),
})

export function toVersion(v: file.Version): z.output<typeof VersionItem> {
  return {
    version: v.version,
    size_bytes: v.sizeBytes,
    line_count: v.lineCount,
    lines_added: v.linesAdded,
    lines_removed: v.linesRemoved,
    source: v.source,
    created_at: isoUtc(v.createdAt),
  }
}

export const VersionsReply = z.object({ ok: z.literal(true), versions: z.array(VersionItem), count: z.int() })
export const VersionReply = z.object({ ok: z.literal(true), version: VersionItem.extend({ content: z.string() }) })
export const RestoreVersionBody = z.strictObject({ version: Ordinal })
export const PinBody = z.strictObject({ is_pinned: z.boolean() })

export const IdParams = z.object({ id: z.string() })
export const VersionParams = z.object({ id: z.string(), version: OrdinalText })

const FileIds = z.array(z.unknown())
export const BulkBody = z.strictObject({ file_ids: FileIds.optional() })
export const BulkTagBody = z.strictObject({
  file_ids: FileIds.optional(),
  tags: z.array(Tag).max(file.MAX_TAGS).optional(),
})
export const BulkMoveBody = z.strictObject({ file_ids: FileIds.optional(), folder: z.string() })
export const FolderQuery = z.object({ folder: z.string().min(1) })
export const BulkDeleteBody = z.strictObject({
  file_ids: FileIds.optional(),
  ttl_days: z.int().min(file.BULK_TRASH_DAYS.min).max(file.BULK_TRASH_DAYS.max).default(file.BULK_TRASH_DAYS.standard),
})

export const UpdatedReply = z.object({ ok: z.literal(true), success: z.literal(true), updated: z.int() })
export const DeletedReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  deleted: z.int(),
  skipped_already_deleted: z.int(),
  requested: z.int(),
})

export const RestoredReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  restored: z.int(),
  skipped_name_taken: z.array(z.string()),
  skipped_not_in_trash: z.int(),
  requested: z.int(),
})

export const RawParams = z.object({ name: z.string() })
