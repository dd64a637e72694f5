import { sql } from 'kysely'

/** Every column that a list shows; bodies are never included. */
export const FILE_COLUMNS = sql`
  f.id, f.file_name as "fileName", f.language, f.language_is_chosen as "languageIsChosen", f.description,
  f.first_line as "firstLine", f.tags, f.repo, f.source_url as "sourceUrl", f.version, f.size_bytes as "sizeBytes",
  f.line_count as "lineCount", f.is_favorite as "isFavorite", f.is_pinned as "isPinned", f.created_at as "createdAt",
  f.updated_at as "updatedAt", f.deleted_at as "deletedAt", f.purge_at as "purgeAt"`
