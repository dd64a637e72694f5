import { problem } from '#platform/problem.ts'

export const boardNotFound = problem<{ board_id: string }>(404, 'board_not_found', {
  he: 'הלוח לא נמצא.',
  en: 'There is no such board.',
})

export const cannotDeleteDefault = problem<{ board_id: string }>(409, 'cannot_delete_default', {
  he: 'אי אפשר למחוק את לוח ברירת המחדל.',
  en: 'The default board cannot be deleted.',
})

export const tooManyBoards = problem<{ max: number }>(409, 'too_many_boards', {
  he: 'אפשר להחזיק עד 200 לוחות.',
  en: 'Up to 200 boards can exist.',
})

export const invalidBoardExport = problem<{ field: string }>(400, 'invalid_board_export', {
  he: 'פרטי הלוח בייצוא אינם תקינים.',
  en: 'The board in the export is not valid.',
})

export const boardNameKept = problem<{ board_id: string }>(409, 'board_name_kept', {
  he: 'הלוח כבר נמצא כאן בשם אחר, ולכן שמו לא השתנה. הפתקים שלו נמצאים בו.',
  en: 'The board already exists under another name and keeps that name. Its notes were imported.',
})
