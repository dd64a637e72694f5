import { idOf } from './rows.ts'

type TickOptions = {
  rows: () => HTMLElement[]
  /** The box of a row. */
  box: string
  /** The box at the head of the list, which ticks all of them. */
  all: string
}

/** The boxes of the rows of a list. The page has their state. */
export function listTicks({ rows, box, all }: TickOptions) {
  /** The row whose box was pressed last: the other end of a press with Shift. */
  let last: HTMLElement | null = null
  const tickOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>(box)
  const tick = (row: HTMLElement, checked: boolean) => {
    const found = tickOf(row)
    if (found) found.checked = checked
  }
  const ticked = () => rows().filter((row) => tickOf(row)?.checked)
  return {
    tickOf,
    tickedIds: () => ticked().map(idOf),
    clear: () => rows().forEach((row) => tick(row, false)),
    toggle: (row: HTMLElement) => {
      tick(row, !tickOf(row)?.checked)
      last = row
    },
    /** After a press on a box; with Shift all from the box that was pressed before get its state. */
    press: (pressed: HTMLInputElement, withShift: boolean) => {
      const listed = rows()
      if (pressed.matches(all)) return listed.forEach((row) => tick(row, pressed.checked))
      const row = listed.find((each) => each.contains(pressed)) ?? null
      const [from, to] = [last, row].map((each) => (each ? listed.indexOf(each) : -1))
      if (withShift && from !== undefined && to !== undefined && from >= 0 && to >= 0)
        for (const each of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) tick(each, pressed.checked)
      last = row
    },
    /** The box at the head shows whether all rows are ticked, some, or none. */
    showAll: () => {
      const head = document.querySelector<HTMLInputElement>(all)
      const [n, of] = [ticked().length, rows().length]
      if (!head) return
      head.checked = n > 0 && n === of
      head.indeterminate = n > 0 && n < of
    },
  }
}
