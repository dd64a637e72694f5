import { Problem, problem } from '#platform/problem.ts'

export const damagedExport = problem<{ path: string }>(422, 'damaged_export', {
  he: 'הקובץ חסר בייצוא או שאינו תואם לסכום הביקורת שלו.',
  en: 'The file is missing from the export or does not match its checksum.',
})

export const gistWithoutText = problem(422, 'gist_without_text', {
  he: 'בקובץ ה־JSON אין את כל הטקסט. צריך לייצא כל Gist בנפרד.',
  en: 'The JSON does not hold the whole text. Export each gist on its own.',
})

/** The refusal that ended an upload half-way, together with what was saved before it. */
export function stoppedAfter(stopped: Problem, saved: Record<string, unknown>): Problem {
  return new Problem(stopped, { ...stopped.context, ...saved, ok: false }, {})
}
