export type Checkbox = {
  /** Index of the mark, the character between the brackets: the only one a toggle changes. */
  at: number
  /** Counted from 1, as line links count. */
  line: number
  checked: boolean
}

type Fence = { mark: string; length: number }

const LINE = /([^\r\n]*)(\r\n|\r|\n|$)/y
const TASK = /^[ \t]*[-*+][ \t]+\[([ xX])\]/
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/s

/**
 * Every task line outside fenced code, in reading order. The index of a checkbox in this list identifies it between the
 * browser that renders it and the server that toggles it, so both must call this one function.
 */
export function findCheckboxes(content: string): Checkbox[] {
  const boxes: Checkbox[] = []
  let fence: Fence | null = null
  let line = 0
  for (const { from, text } of linesOf(content)) {
    line++
    if (fence) {
      if (closes(fence, text)) fence = null
      continue
    }
    fence = opening(text)
    const task = fence ? null : TASK.exec(text)
    if (task) boxes.push({ at: from + task[0].length - 2, line, checked: task[1] !== ' ' })
  }
  return boxes
}

function* linesOf(content: string): Generator<{ from: number; text: string }> {
  let from = 0
  while (from < content.length) {
    LINE.lastIndex = from
    const match = LINE.exec(content)
    if (!match) return
    yield { from, text: match[1] ?? '' }
    from += match[0].length
  }
}

function opening(text: string): Fence | null {
  const run = FENCE.exec(text)
  const marks = run?.[1]
  if (!marks) return null
  const mark = marks.charAt(0)
  // "``` a ` b" is inline code: an info string after backticks has no backtick.
  if (mark === '`' && run[2]?.includes('`')) return null
  return { mark, length: marks.length }
}

function closes(fence: Fence, text: string): boolean {
  const run = FENCE.exec(text)
  const marks = run?.[1] ?? ''
  return marks.startsWith(fence.mark) && marks.length >= fence.length && /^[ \t]*$/.test(run?.[2] ?? '')
}
