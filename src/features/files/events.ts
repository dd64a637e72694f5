import { event } from '#platform/events/event.ts'

type DbError = { repo: string; error: string }

export const dbGetLatestVersionError = event('error')<DbError>(
  'db_get_latest_version_error',
  'שליפת הגרסה האחרונה נכשלה',
)
export const dbSaveCodeSnippetError = event('error')<DbError>('db_save_code_snippet_error', 'שמירת קובץ נכשלה')
export const dbDeleteFileError = event('error')<DbError>('db_delete_file_error', 'מחיקת קובץ נכשלה')

/** Without this index expired items are never deleted, and /trash goes on showing dates that have passed. */
export const recycleBinIndexMissing = event('error')<{ error: string; count: number }>(
  'db_recycle_bin_ttl_index_missing',
  'אינדקס התפוגה של סל המיחזור חסר או שונה',
)

/** The recount job found counters that a save had left wrong, and repaired them. */
export const countersRepaired = event('warn')<{ count: number }>('file_counters_repaired', 'מונים של קבצים תוקנו')
