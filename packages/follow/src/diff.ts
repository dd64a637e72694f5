/** The comparison of two texts line by line, for programs that draw or merge differences. */
export type { Hunk } from './diff/hunk.ts'
export { type Line, linesWithEnds, splitLines } from './lines.ts'
export { CHANGED, findChanges } from './diff/core.ts'
export { compareTexts, type Comparison } from './diff/compare.ts'
