/** Characters with a meaning in RE2; `|` and `(` end the scan, because what they contain may be optional. */
const SPECIAL = new Set('.+*?[]{}^$')
/** Escapes that stand for themselves; others are classes, positions or codes. */
const PLAIN_ESCAPE = /^[^\w\s]$/

/**
 * The longest text that every match of the pattern contains, or an empty one. Conservative: groups, alternatives and flags give
 * up, because a text that is required by mistake would hide lines.
 */
export function requiredLiteral(pattern: string): string {
  if (/[|()]/.test(pattern.replaceAll(/\\./gs, '')) || /\\[QEpPxuUCcN]/.test(pattern)) return ''
  const characters = pattern.split('')
  let best = ''
  let run = ''
  const end = () => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? ''
    const next = characters[i + 1] ?? ''
    if (character === '[') i = classEnd(characters, i)
    const isEscaped = character === '\\' && PLAIN_ESCAPE.test(next)
    if (SPECIAL.has(character) || (character === '\\' && !isEscaped)) {
      end()
      if (character === '\\') i += 1
      else if (character === '{') i = Math.max(i, characters.indexOf('}', i))
      continue
    }
    if (isEscaped) i += 1
    const quantifier = characters[i + 1] ?? ''
    // `ab*` requires only `a`; `ab+` requires `ab`, and nothing directly after it.
    if ('*?{'.includes(quantifier) && quantifier !== '') end()
    else run += isEscaped ? next : character
    if (quantifier === '+') end()
  }
  end()
  return best
}

/** A `]` directly after the opening bracket, or after `[^`, is a member of the class. */
function classEnd(characters: readonly string[], start: number): number {
  let i = start + 1
  if (characters[i] === '^') i += 1
  if (characters[i] === ']') i += 1
  while (i < characters.length && characters[i] !== ']') i += characters[i] === '\\' ? 2 : 1
  return i
}
