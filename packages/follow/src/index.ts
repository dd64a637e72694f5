/** Follows lines of code through versions and commits. README.md explains the method. */

// From one text to the next, and through several texts.
export { type Anchor, followSteps, followTexts, type Location, type Text, type VersionResult } from './follow.ts'
// Through commits, also into other files.
export {
  type Carried,
  CommitStep,
  type FileChange,
  type LineChange,
  type Located,
  type StepResult,
} from './commit-step.ts'
export { textPairs } from './text-pairs.ts'
export { type LineRange, type Lines, linesIn, longestTogether, rangesOf } from './line-ranges.ts'
// Definitions, parsed elsewhere.
export {
  type DefinedText,
  type Definition,
  innermost,
  type ReadDefinitions,
  type TextSide,
  type Trace,
} from './definition.ts'
export { vetoByDefinitions } from './veto.ts'
// What became of a definition or a range that is watched.
export { findDefinition, isSameCode, type KnownDefinition } from './find-definition.ts'
