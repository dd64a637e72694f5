/** A comment, a quoted text or name, a dollar-quoted text, or the end of a statement. */
const TOKENS = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[^]*?\$\1\$|;/g

/**
 * The statements of a script, in order. Citus sends an ALTER TABLE to its nodes as the text that the client sent, which fails for a text
 * with several statements.
 */
export function splitStatements(script: string): string[] {
  const ends = Array.from(script.matchAll(TOKENS))
    .filter(([token]) => token === ';')
    .map(({ index }) => index + 1)
  return [0, ...ends].map((from, i) => script.slice(from, ends[i])).filter((text) => !isBlank(text))
}

function isBlank(text: string): boolean {
  return text.replaceAll(/--[^\n]*|\/\*[^]*?\*\//g, '').trim() === ''
}
