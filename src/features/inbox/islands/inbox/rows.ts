/** The rows in the DOM are the state. */
export function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#results .inbox-note')]
}

export function rowsOf(page: Document): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('#results .inbox-note')]
}

export function idOf(row: HTMLElement): string {
  return row.dataset['id'] ?? ''
}

export function rowOf(id: string): HTMLElement | undefined {
  return rows().find((row) => idOf(row) === id)
}

/** The row that has the focus. */
export function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('#results .inbox-note') ?? null
}

export function focusRow(row: HTMLElement | undefined, options?: FocusOptions): void {
  const target = row?.querySelector<HTMLElement>('.inbox-open') ?? document.getElementById('results')
  target?.focus(options)
}

/** The first row below the sticky bar. */
const BAR_PX = 60

export function firstInView(): HTMLElement | undefined {
  return rows().find((row) => row.getBoundingClientRect().bottom > BAR_PX)
}
