import { VIEW_BYTES } from '#features/files/file.ts'

/** Pages of more lines take seconds to parse and hundreds of megabytes. */
const VIEW_LINES = 10_000

/** Larger texts are shown without colours: highlighting would miss its deadline. */
export const COLOUR_BYTES = 2 * 1024 * 1024

/** Whether the page of a text draws only its visible rows. */
export function isLargeText({ sizeBytes, allLines }: { sizeBytes: number; allLines: number }): boolean {
  return sizeBytes > VIEW_BYTES || allLines > VIEW_LINES
}
