import { type Definition, innermost } from './definition.ts'
import { splitLines } from './lines.ts'

/** A definition of an earlier text: its name, its text then, and lines of an anchor in it, where they are in the newer text. No lines: they are lost. */
export type KnownDefinition = {
  definition: Pick<Definition, 'kind' | 'name' | 'container'>
  text: string
  lines: readonly number[]
}

/**
 * A definition in a newer text: the only one of its kind, name and container. Of several the one around the lines of the anchor, else one
 * with the same text. When none has its name there any more, one with the same name and text in a renamed container, else the one around the
 * lines: it was renamed. Null when it is gone.
 */
export function findDefinition<Each extends Definition>(
  definitions: readonly Each[],
  textOf: (definition: Each) => string,
  { definition: { kind, name, container }, text, lines }: KnownDefinition,
): Each | null {
  const isBeside = (each: Definition) => each.kind === kind && each.container === container
  const namesakes = definitions.filter((each) => each.name === name)
  const [own, ...others] = namesakes.filter(isBeside)
  if (own && others.length === 0) return own
  const around = lines.length === 0 ? null : innermost(definitions.filter(isBeside), lines)
  if (around && namesakes.includes(around)) return around
  return namesakes.find((each) => isSameCode(textOf(each), text)) ?? (own ? null : around)
}

/** Whether two texts of lines are the same, white space at line ends aside. Where the lines stand does not matter. */
export function isSameCode(a: string, b: string): boolean {
  return normalise(a) === normalise(b)
}

function normalise(text: string): string {
  return splitLines(text)
    .map((line) => line.trimEnd())
    .join('\n')
}
