/** A function, type or other definition in a text. Lines are counted from 1. */
export type Definition = {
  /** What it is, in the words of the parser: `function`, `class`. Two definitions are compared only within one kind. */
  kind: string
  name: string
  /** The names around it; null at the top of the text. */
  container: string | null
  /** The line of its name. */
  line: number
  firstLine: number
  lastLine: number
  /** Equal for equal bodies, whatever their name and their indentation. */
  bodyHash: string
}

/** A text, line by line, with the definitions in it: each stands behind those that enclose it. */
export type DefinedText = { lines: readonly string[]; definitions: readonly Definition[] }

/** Lines of an anchor in one text. */
export type TextSide = { path: string; text: string; lines: readonly number[] }

/** What a step did to the code of an anchor. `after` null: its lines are lost. */
export type Trace = { before: TextSide; after: TextSide | null }

/** Parses a text. Null: it has no definitions, for instance because there is no grammar for its language. */
export type ReadDefinitions = (path: string, text: string) => Promise<DefinedText | null>

/** The innermost definition around all of these lines. Each definition stands behind those that enclose it. */
export function innermost<Each extends Definition>(
  definitions: readonly Each[],
  lines: readonly number[],
): Each | null {
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  return definitions.findLast((each) => each.firstLine <= first && last <= each.lastLine) ?? null
}
