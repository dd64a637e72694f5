import { event, type Resource } from '#platform/events/event.ts'

type About = { resource: Resource }

export const codehostSync = event('info')<About & { files: number; changed: number; renamed_notes: number }>(
  'codehost_sync',
  'מאגר סונכרן',
)
export const codehostImportRepoError = event('error')<About & { error: string }>(
  'codehost_import_repo_error',
  'ייבוא מאגר נכשל',
)
export const codehostRateLimitCheck = event('warn')<About & { limited: boolean }>(
  'codehost_rate_limit_check',
  'בדיקת מגבלת קצב מול שירות הקוד',
)
export const codeIndexBuildError = event('error')<About & { failures: number }>(
  'code_index_build_error',
  'בניית אינדקס החיפוש של מאגר נכשלה',
)
export const codeIndexUnavailable = event('warn')<{ reason: string }>(
  'code_index_unavailable',
  'אינדקס החיפוש לא ענה, והחיפוש נעשה ב־git grep',
)
/** `stopped`: objects that are too large, or at which the parser was stopped. */
export const repoSymbolsRead = event('info')<About & { read: number; stopped: number }>(
  'repo_symbols_read',
  'הגדרות בקוד של מאגר נקראו',
)
export const repoSymbolsError = event('error')<About & { failures: number }>(
  'repo_symbols_error',
  'קריאת ההגדרות בקוד של מאגר נכשלה',
)
export const repoAnalysisStart = event('info')<About>('repo_analysis_start', 'ניתוח מאגר התחיל')
export const repoAnalysisParsed = event('info')<About & { files: number }>('repo_analysis_parsed', 'קובצי המאגר נקראו')
export const repoAnalysisDone = event('info')<About & { languages: number }>('repo_analysis_done', 'ניתוח מאגר הסתיים')
export const repoAnalysisError = event('error')<About & { error: string }>('repo_analysis_error', 'ניתוח מאגר נכשל')
export const codehostUploadStart = event('info')<About>('codehost_upload_start', 'שליחת קובץ למאגר התחילה')
export const codehostUploadSavedError = event('error')<About & { error: string }>(
  'codehost_upload_saved_error',
  'שליחת קובץ שמור למאגר נכשלה',
)
export const codehostUploadDirectError = event('error')<About & { error: string }>(
  'codehost_upload_direct_error',
  'שליחה ישירה של טקסט למאגר נכשלה',
)
