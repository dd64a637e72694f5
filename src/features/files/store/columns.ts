import { sql } from 'kysely'

/** The column `file_name` holds the whole path, see docs/decisions/files.md. */
const NAME = sql`split_part(f.file_name, '/', -1)`
const FOLDER = sql`case when strpos(f.file_name, '/') = 0 then '' else regexp_replace(f.file_name, '/[^/]*$', '') end`

/** Every column that a list shows; bodies are never included. */
export const FILE_COLUMNS = sql`
  f.id, ${FOLDER} as folder, ${NAME} as "fileName", f.language, f.language_is_chosen as "languageIsChosen", f.description,
  f.first_line as "firstLine", f.tags, f.repo, f.source_url as "sourceUrl", f.version, f.size_bytes as "sizeBytes",
  f.line_count as "lineCount", f.is_favorite as "isFavorite", f.is_pinned as "isPinned", f.created_at as "createdAt",
  f.updated_at as "updatedAt", f.deleted_at as "deletedAt", f.purge_at as "purgeAt"`

/** Of the table `file_versions v`. */
export const VERSION_COLUMNS = sql`
  v.version, v.size_bytes as "sizeBytes", v.line_count as "lineCount", v.lines_added as "linesAdded",
  v.lines_removed as "linesRemoved", v.source, v.created_at as "createdAt",
  case when v.token_name is not null then jsonb_build_object('id', replace(v.token_id::text, '-', ''), 'name', v.token_name) end as token`
