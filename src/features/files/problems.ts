import type { FileId } from '#base/ids.ts'
import { problem } from '#platform/problem.ts'

export const fileNotFound = problem<{ file_id: string; in_trash?: boolean }>(
  404,
  'file_not_found',
  { he: 'הקובץ לא נמצא.', en: 'There is no such file.' },
  'File not found',
)

/** The same 404 for programs; a person can take it back. */
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

export const invalidFileName = problem(
  400,
  'invalid_file_name',
  {
    he: 'שם הקובץ אינו תקין: עד 255 תווים, בלי לוכסנים ותווי בקרה.',
    en: 'The file name is not valid: up to 255 characters, no slashes or control characters.',
  },
  'Invalid file name',
)

export const contentTooLarge = problem<{ max: number }>(413, 'content_too_large', {
  he: 'הקובץ גדול מדי: עד 2 מגה-בייט לגרסה.',
  en: 'The file is too large: up to 2 MiB a version.',
})

export const binaryNotSupported = problem(415, 'binary_not_supported', {
  he: 'אפשר לשמור רק קובצי טקסט בקידוד UTF-8.',
  en: 'Only text files in UTF-8 can be kept.',
})

export const invalidText = problem<{ field: string }>(400, 'invalid_text', {
  he: 'הטקסט מכיל תו שאי אפשר לשמור (NUL או חצי תו).',
  en: 'The text holds a character that cannot be kept (NUL or half a character).',
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
  en: 'The text to replace stands in the file more than once.',
})

export const nameTaken = problem<{ file_name: string; suggestion: string }>(409, 'name_taken', {
  he: 'כבר יש קובץ בשם הזה.',
  en: 'There is a file of this name already.',
})

export const invalidCursor = problem<{ field: 'cursor' }>(400, 'invalid_cursor', {
  he: 'סימן המיקום ברשימה אינו תקין.',
  en: 'The cursor is not valid.',
})

export const noFilesSelected = problem(400, 'no_files_selected', {
  he: 'לא נבחרו קבצים.',
  en: 'No files were selected.',
})

export const tooManyFiles = problem<{ max: number }>(400, 'too_many_files', {
  he: 'אפשר לבחור עד 100 קבצים בפעם אחת.',
  en: 'Up to 100 files can be chosen at once.',
})

export const invalidFileId = problem<{ file_id: string }>(400, 'invalid_file_id', {
  he: 'אחד ממזהי הקבצים אינו תקין.',
  en: 'One of the file ids is not valid.',
})

export const noTags = problem(400, 'no_tags', { he: 'לא נמסרו תגיות.', en: 'No tags were given.' })

export const tooManyTags = problem<{ field: 'tags'; max: number; file_id?: FileId }>(400, 'too_many_tags', {
  he: 'אפשר עד 20 תגיות לקובץ.',
  en: 'A file can have up to 20 tags.',
})

export const someFilesNotFound = problem<{ file_ids: FileId[] }>(404, 'some_files_not_found', {
  he: 'חלק מהקבצים לא נמצאו, ולכן לא נעשה דבר.',
  en: 'Some of the files were not found, so nothing was done.',
})

export const damagedZip = problem(400, 'damaged_zip', {
  he: 'אי אפשר לקרוא את קובץ ה־zip.',
  en: 'The zip cannot be read.',
})

export const unreadableInZip = problem(415, 'unreadable_in_zip', {
  he: 'הקובץ מוצפן או פגום בתוך ה־zip.',
  en: 'The file is encrypted or damaged inside the zip.',
})

export const zipTooLarge = problem<{ max_files: number; max_bytes: number }>(413, 'zip_too_large', {
  he: 'יש ב־zip יותר ממה שאפשר לקלוט בפעם אחת. מה שלא מופיע כאן לא נשמר.',
  en: 'The zip holds more than can be taken in at once. What is not listed here was not saved.',
})

export const invalidExport = problem<{ field: string }>(400, 'invalid_export', {
  he: 'פרטי הקובץ בייצוא אינם תקינים.',
  en: 'What the export says of this file is not valid.',
})
