/** The code of a large file, of which only the rows near the view are in the page. Lines are counted from 1. */
export type LargeCode = {
  lineCount: number
  /** The upper edge of a line in the window, also of one that is not drawn. */
  topOf: (line: number) => number
  /** The lines without the line end of the last. */
  textOf: (from: number, to: number) => string
  /** Draws a line and scrolls to it, unless it is visible already. */
  show: (line: number) => void
  /** Calls back when rows were drawn, removed or moved. */
  onDrawn: (run: () => void) => () => void
}

let current: LargeCode | null = null
const wait = Promise.withResolvers<void>()

/** Null while the page draws all of its lines, or has not loaded the text yet. */
export function largeCode(): LargeCode | null {
  return current
}

/** Null: the text could not be loaded, and the page keeps the first lines that the server drew. */
export function setLargeCode(code: LargeCode | null): void {
  current = code
  wait.resolve()
}

/** Resolves when lines have their final positions: at once on pages that draw all of them. */
export async function whenCodeDrawn(): Promise<void> {
  if (document.querySelector('#code[data-large="loading"]')) await wait.promise
}
