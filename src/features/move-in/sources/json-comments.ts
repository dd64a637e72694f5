/**
 * JSON from JSON with comments, as editors write their settings: line comments, block comments and trailing commas are removed.
 * The rest stays as it is, so a mistake in it is still one.
 */
export function withoutComments(text: string): string {
  const parts: string[] = []
  let comma = -1
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at)
    const token = text.slice(at, end)
    at = end
    if (token.startsWith('//') || token.startsWith('/*')) continue
    if ((token === '}' || token === ']') && comma !== -1) parts[comma] = ''
    if (token === ',') comma = parts.length
    else if (token.trim() !== '') comma = -1
    parts.push(token)
  }
  return parts.join('')
}

const PLAIN = /[^"/,}\]]+/y

function tokenEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at)
  if (text.startsWith('//', at)) return lineEnd(text, at)
  if (text.startsWith('/*', at)) return blockEnd(text, at)
  PLAIN.lastIndex = at
  return PLAIN.test(text) ? PLAIN.lastIndex : at + 1
}

const LINE_END = /[\n\r]/g

function lineEnd(text: string, at: number): number {
  LINE_END.lastIndex = at
  return LINE_END.exec(text)?.index ?? text.length
}

/** An unfinished comment or string reaches to the end of the text. */
function blockEnd(text: string, at: number): number {
  const end = text.indexOf('*/', at + 2)
  return end === -1 ? text.length : end + 2
}

function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return i + 1
  }
  return text.length
}
