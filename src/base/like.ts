/** Escapes `%`, `_` and `\` for LIKE. */
export function likePattern(needle: string): string {
  return `%${needle.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
