/** What became of an exact replacement. */
export type Replaced =
  | { outcome: 'replaced'; content: string; count: number }
  | { outcome: 'missing' }
  | { outcome: 'not_unique'; count: number }

/** Replaces a text that stands there exactly, once unless all of them are meant. Nothing is taken for a pattern. */
export function replaceExact(content: string, from: string, to: string, everywhere: boolean): Replaced {
  const parts = content.split(from)
  const count = parts.length - 1
  if (count === 0) return { outcome: 'missing' }
  if (count > 1 && !everywhere) return { outcome: 'not_unique', count }
  return { outcome: 'replaced', content: parts.join(to), count }
}
