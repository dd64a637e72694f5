export type ListRows = ReturnType<typeof listRows>

/**
 * The rows of a list inside `#results`. The rows in the DOM are the state: order, ticks and focus are read from them.
 * `link` is the element of a row that takes the focus, `barsPx` the height of the bars that stick above the list.
 */
export function listRows({ row, link, barsPx }: { row: string; link: string; barsPx: number }) {
  const rowsOf = (page: Document) => [...page.querySelectorAll<HTMLElement>(`#results ${row}`)]
  const rows = () => rowsOf(document)
  return {
    rows,
    rowsOf,
    rowOf: (id: string): HTMLElement | undefined => rows().find((each) => idOf(each) === id),
    /** The row that has the focus. */
    currentRow: (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(`#results ${row}`) ?? null,
    /** The first row below the sticky bars. */
    firstInView: (): HTMLElement | null => rows().find((each) => each.getBoundingClientRect().bottom > barsPx) ?? null,
    focusRow: (target: HTMLElement | undefined, options?: FocusOptions): void => {
      const element = target?.querySelector<HTMLElement>(link) ?? document.getElementById('results')
      element?.focus(options)
    },
  }
}

export function idOf(row: HTMLElement): string {
  return row.dataset['id'] ?? ''
}
