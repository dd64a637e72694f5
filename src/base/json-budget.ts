/** How much a JSON text may contain. Every object, list, and item of either is a value. */
export type JsonBudget = { values: number; depth: number }

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/**
 * Counts the values of a JSON text without building them: a text of `{},{},…` needs twenty times its size in memory, and a
 * schema that rejects each item needs minutes. A text that is not JSON is left to the parser.
 */
export function fitsBudget(text: string, { values, depth }: JsonBudget): boolean {
  let left = values - 1
  let level = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      i = endOfString(text, i)
      if (i === -1) return true
    } else if (code === COMMA) left -= 1
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      left -= 1
      level += 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) level -= 1
    if (left < 0 || level > depth) return false
  }
  return true
}

/** The index of the closing quote; -1 when there is none. */
function endOfString(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Undefined when the text is not JSON, or contains more than the budget. A byte order mark before it is allowed. */
export function parseJsonWithin(text: string, budget: JsonBudget): unknown {
  if (!fitsBudget(text, budget)) return undefined
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
}
