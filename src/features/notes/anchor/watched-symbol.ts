import type { WatchedSymbol } from '../note.ts'
import { isSameCode } from '../watch.ts'
import { type Definition, innermost } from './definition.ts'

/** What is watched: its name, its text when it was armed, and the lines of the note now. No lines: they are lost. */
export type WatchedBefore = { symbol: WatchedSymbol; text: string; lines: readonly number[] }

/**
 * The watched definition in a newer text: the only one of its kind, name and container. Of several the one around the lines of the note, else one
 * with the same text. When none has its name there any more, one with the same name and text in a renamed container, else the one around the
 * lines: it was renamed. Null when it is gone.
 */
export function findWatched(
  definitions: readonly Definition[],
  textOf: (definition: Definition) => string,
  { symbol, text, lines }: WatchedBefore,
): Definition | null {
  const isBeside = (each: Definition) => each.kind === symbol.kind && each.container === symbol.container
  const namesakes = definitions.filter(({ name }) => name === symbol.name)
  const [own, ...others] = namesakes.filter(isBeside)
  if (own && others.length === 0) return own
  const around = lines.length === 0 ? null : innermost(definitions.filter(isBeside), lines)
  if (around && namesakes.includes(around)) return around
  return namesakes.find((each) => isSameCode(textOf(each), text)) ?? (own ? null : around)
}
