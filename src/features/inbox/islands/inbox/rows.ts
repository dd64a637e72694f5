import { listRows } from '#browser/live-list/rows.ts'
import { listTicks } from '#browser/live-list/ticks.ts'

export const noteRows = listRows({ row: '.inbox-note', link: '.inbox-open', barsPx: 60 })
export const { rows, rowsOf, rowOf, currentRow, firstInView, focusRow } = noteRows
export const ticks = listTicks({ rows, box: '.note-tick', all: '.note-bulk [data-all]' })
