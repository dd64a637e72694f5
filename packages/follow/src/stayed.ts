/** Lines of one text in the next. `weight`: the letters of the lines that were found, each times its likeness. */
export type Stayed = {
  lines: readonly number[]
  sameWeight: number
  /** Whether the anchor had unique lines and none of them is the same: then the lines that are may belong to other code. */
  isDoubtful: boolean
  weight: number
  total: number
  /** Whether the lines above and below are still next to them. */
  isFramed: boolean
  /** The same, and one of these lines is unique and unchanged. */
  isPinned: boolean
}
