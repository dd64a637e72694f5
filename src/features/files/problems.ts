import type { FileId } from '#base/ids.ts'
import { problem } from '#platform/problem.ts'

export const fileNotFound = problem<{ file_id: string; in_trash?: boolean }>(
  404,
  'file_not_found',
  { he: 'הקובץ לא נמצא.', en: 'There is no such file.' },
  'File not found',
)

/** Programs get the same 404 as for a missing file; a person is offered Restore. */
export const fileInTrash = problem<{ file_id: FileId; in_trash: true }>(
  404,
  'file_not_found',
  { he: 'הקובץ נמצא בסל המיחזור. אפשר לשחזר אותו.', en: 'The file is in the trash. It can be restored.' },
  'File not found',
  ({ file_id: id }) => ({ post: `/file/${id}/restore`, label: { he: 'שחזור הקובץ', en: 'Restore the file' } }),
)

export const versionNotFound = problem<{ file_id: FileId; version: number }>(404, 'version_not_found', {
  he: 'אין גרסה כזו לקובץ.',
  en: 'The file has no such version.',
})

export const invalidFileName = problem<{ field: 'file_name'; max: number }>(
  400,
  'invalid_file_name',
  {
    he: 'שם הקובץ אינו תקין: עד 255 תווים, בלי לוכסנים ותווי בקרה.',
    en: 'The file name is not valid: up to 255 characters, no slashes or control characters.',
  },
  'Invalid file name',
)

export const invalidFolder = problem<{ field: 'folder'; max: number }>(400, 'invalid_folder', {
  he: 'התיקייה אינה תקינה: שמות עם / ביניהם, עד 400 תווים, בלי .. ובלי תווי בקרה.',
  en: 'The folder is not valid: names with / between them, up to 400 characters, without .. and control characters.',
})

export const folderNotFound = problem<{ folder: string }>(404, 'folder_not_found', {
  he: 'אין תיקייה כזו.',
  en: 'There is no such folder.',
})

export const nameNotUtf8 = problem(400, 'name_not_utf8', {
  he: 'שם הקובץ אינו בקידוד UTF-8. אפשר לשנות אותו ולהעלות שוב.',
  en: 'The file name is not in UTF-8. Rename the file and upload it again.',
})

export const contentTooLarge = problem<{ field: 'content'; max: number }>(413, 'content_too_large', {
  he: 'הקובץ גדול מדי: עד \u2068{size}\u2069 לגרסה.',
  en: 'The file is too large: up to {size} a version.',
})

export const binaryNotSupported = problem(415, 'binary_not_supported', {
  he: 'אפשר לשמור רק קובצי טקסט בקידוד UTF-8.',
  en: 'Only text files in UTF-8 can be saved.',
})

export const staleVersion = problem<{ file_id: FileId; version: number; content: string }>(409, 'conflict', {
  he: 'הקובץ השתנה בינתיים במקום אחר.',
  en: 'The file was changed elsewhere in the meantime.',
})

export const textNotFound = problem<{ file_id: FileId }>(409, 'text_not_found', {
  he: 'הטקסט להחלפה לא נמצא בקובץ.',
  en: 'The text to replace is not in the file.',
})

export const textNotUnique = problem<{ file_id: FileId; count: number }>(409, 'text_not_unique', {
  he: 'הטקסט להחלפה מופיע בקובץ יותר מפעם אחת.',
  en: 'The text to replace occurs in the file more than once.',
})

export const nameTaken = problem<{ file_name: string; suggestion: string }>(409, 'name_taken', {
  he: 'כבר יש קובץ בשם הזה.',
  en: 'A file with this name already exists.',
})

export const invalidCursor = problem<{ field: 'cursor' }>(400, 'invalid_cursor', {
  he: 'סימן המיקום ברשימה אינו תקין.',
  en: 'The cursor is not valid.',
})

export const noFilesSelected = problem<{ field: 'file_ids' | 'files' }>(400, 'no_files_selected', {
  he: 'לא נבחרו קבצים.',
  en: 'No files were selected.',
})

export const tooManyFiles = problem<{ field: 'file_ids'; max: number }>(400, 'too_many_files', {
  he: 'אפשר לבחור עד 100 קבצים בפעם אחת.',
  en: 'Up to 100 files can be selected at once.',
})

export const invalidFileId = problem<{ field: 'file_ids'; file_id: string }>(400, 'invalid_file_id', {
  he: 'אחד ממזהי הקבצים אינו תקין.',
  en: 'One of the file ids is not valid.',
})

export const noTags = problem<{ field: 'tags' }>(400, 'no_tags', {
  he: 'לא נמסרו תגיות.',
  en: 'No tags were given.',
})

export const tooManyTags = problem<{ field: 'tags'; max: number; file_id?: FileId }>(400, 'too_many_tags', {
  he: 'אפשר עד 20 תגיות לקובץ.',
  en: 'A file can have up to 20 tags.',
})

export const invalidTags = problem<{ field: 'tags'; max: number }>(400, 'invalid_tags', {
  he: 'אפשר עד 20 תגיות, עד 50 תווים כל אחת.',
  en: 'Up to 20 tags, each of up to 50 characters.',
})

export const descriptionTooLong = problem<{ field: 'description'; max: number }>(400, 'description_too_long', {
  he: 'התיאור ארוך מדי: עד 2,000 תווים.',
  en: 'The description is too long: up to 2,000 characters.',
})

export const someFilesNotFound = problem<{ file_ids: FileId[] }>(404, 'some_files_not_found', {
  he: 'חלק מהקבצים לא נמצאו, ולכן לא נעשה דבר.',
  en: 'Some of the files were not found, so nothing was done.',
})

export const invalidExport = problem<{ field: string }>(400, 'invalid_export', {
  he: 'פרטי הקובץ בייצוא אינם תקינים.',
  en: 'The file in the export is not valid.',
})
