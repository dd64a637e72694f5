import { problem } from '#platform/problem.ts'

export const oneNoteTarget = problem<{ field: 'file_id' }>(400, 'one_place', {
  he: 'צריך לציין מקום אחד: file_id, או repo_name יחד עם repo_path.',
  en: 'Name one target: file_id, or repo_name together with repo_path.',
})

export const invalidMoment = problem<{ field: string }>(400, 'invalid_prev_updated_at', {
  he: 'prev_updated_at אינו מועד תקין.',
  en: 'prev_updated_at is not a valid moment.',
})

export const nothingToChange = problem(400, 'no_fields', { he: 'אין מה לעדכן.', en: 'There is nothing to update.' })

/** Omits the stored text, which may be long, and names the call that reads it instead. */
export const noteChanged = problem<{ note_id: string; rest: object }>(409, 'conflict', {
  he: 'הפתק השתנה מאז שנקרא. אפשר לקרוא אותו שוב.',
  en: 'The note was changed since it was read. Read it again.',
})

export const fileChanged = problem<{ file_id: string; version: number; rest: object }>(409, 'conflict', {
  he: 'הקובץ השתנה מאז שנקרא. אפשר לקרוא אותו שוב.',
  en: 'The file was changed since it was read. Read it again.',
})

export const behindTheEnd = problem<{ field: 'from_line'; line_count: number }>(400, 'behind_the_end', {
  he: 'הטקסט נגמר לפני המקום הזה.',
  en: 'The text ends before this position.',
})
