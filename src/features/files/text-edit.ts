/** The result of an exact replacement. */
export type Replaced =
  | { outcome: 'replaced'; content: string; count: number }
  | { outcome: 'missing' }
  | { outcome: 'not_unique'; count: number }

/** Replaces a literal text that must occur exactly once, unless `everywhere` is set. */
export function replaceExact(content: string, from: string, to: string, everywhere: boolean): Replaced {
  const parts = content.split(from)
  const count = parts.length - 1
  if (count === 0) return { outcome: 'missing' }
  if (count > 1 && !everywhere) return { outcome: 'not_unique', count }
  return { outcome: 'replaced', content: parts.join(to), count }
}
