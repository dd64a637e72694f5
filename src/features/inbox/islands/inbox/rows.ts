import { listRows } from '#browser/live-list/rows.ts'

export const noteRows = listRows({ row: '.inbox-note', link: '.inbox-open', barsPx: 60 })
export const { rows, rowsOf, rowOf, currentRow, firstInView, focusRow } = noteRows
