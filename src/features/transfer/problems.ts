import { Problem, problem } from '#platform/problem.ts'

export const damagedExport = problem<{ path: string }>(422, 'damaged_export', {
  he: 'חסר בייצוא, או שאינו תואם לסכום הביקורת שלו.',
  en: 'The file is missing from the export or does not match its checksum.',
})

export const exportTooDamaged = problem<{ max: number }>(422, 'export_too_damaged', {
  he: 'בייצוא חסרים יותר מ־1,000 חלקים, ולכן שאר הייצוא לא יובא.',
  en: 'More than 1,000 parts of the export are missing, so the rest of it was not imported.',
})

export const unsupportedExport = problem<{ format_version: number }>(422, 'unsupported_export', {
  he: 'הייצוא נוצר בגרסה חדשה יותר, והגרסה כאן אינה יודעת לקרוא אותו.',
  en: 'This export was made by a newer version of Codeshelf and cannot be read.',
})

export const damagedManifest = problem(422, 'damaged_manifest', {
  he: 'רשימת התוכן של הייצוא (manifest.json) פגומה, ולכן לא יובא ממנו דבר.',
  en: 'The list of contents of the export (manifest.json) is damaged, so nothing was imported from it.',
})

export const unknownSection = problem<{ section: string }>(422, 'unknown_section', {
  he: 'החלק הזה של הייצוא אינו מוכר כאן, ולכן לא יובא.',
  en: 'This section of the export is unknown, so it was not imported.',
})

export const noteTargetMissing = problem<{ path: string }>(422, 'note_target_missing', {
  he: 'הקובץ או הלוח של הפתק לא יובאו, ולכן גם הפתק לא יובא.',
  en: 'The file or board of this note was not imported, so neither was the note.',
})

export const shareFileMissing = problem<{ path: string }>(422, 'share_file_missing', {
  he: 'קובץ של השיתוף לא יובא, ולכן גם השיתוף לא יובא.',
  en: 'A file of this share was not imported, so neither was the share.',
})

export const gistWithoutText = problem(422, 'gist_without_text', {
  he: 'בקובץ ה־JSON אין את כל הטקסט. צריך לייצא כל Gist בנפרד.',
  en: 'The JSON does not hold the whole text. Export each gist on its own.',
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

/** The problem that ended an upload half-way, with what was saved before it. */
export function stoppedAfter(stopped: Problem, saved: Record<string, unknown>): Problem {
  return new Problem(stopped, { ...stopped.context, ...saved, ok: false }, {})
}
