/** Escapes `%`, `_` and `\` for LIKE. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

export function likePattern(needle: string): string {
  return `%${escapeLike(needle)}%`
}
