import { formatLines, type HiddenPart, parseLines, toggled } from '../hidden-lines.ts'

/** A click on a line of the preview hides it or shows it again; with Shift, all lines since the last one clicked. */
export function addLineClicks(form: HTMLFormElement, changed: () => void): void {
  let last: number | null = null
  form.querySelector('[data-follows="preview"]')?.addEventListener('click', (event) => {
    const line = event.target instanceof Element ? lineOf(event.target) : null
    if (line === null || !(event instanceof MouseEvent)) return
    // The number of the line is a link to it.
    event.preventDefault()
    const isRange = event.shiftKey && last !== null
    if (!isRange && window.getSelection()?.isCollapsed === false) return
    window.getSelection()?.removeAllRanges()
    const [from, to] = [isRange ? Math.min(line, last ?? line) : line, isRange ? Math.max(line, last ?? line) : line]
    last = line
    if (toggle(form, from, to)) changed()
  })
}

function lineOf(target: Element): number | null {
  // A number of a note is a link to the note.
  const row = target.closest('.note-numbers') ? null : target.closest('.code-lines > div')
  return row ? Number(row.id.slice(1)) : null
}

/** False when the field has text that is no list of lines. */
function toggle(form: HTMLFormElement, from: number, to: number): boolean {
  const field = form.querySelector<HTMLInputElement>('.hide-more input')
  const typed = parseLines(field?.value ?? '')
  if (!field || typed === null) {
    field?.focus()
    return false
  }
  const position = field.name.replace('lines', '')
  const boxes = Array.from(form.querySelectorAll<HTMLInputElement>(`input[name="hide"][value^="${position}:"]`))
  const parts = boxes.map((box): HiddenPart => {
    const [first = 0, end = 0] = box.value
      .slice(position.length + 1)
      .split('-')
      .map(Number)
    return { from: first, to: end, isHidden: box.checked }
  })
  const next = toggled({ typed, parts }, { from, to })
  field.value = formatLines(next.typed)
  for (const [i, box] of boxes.entries()) box.checked = next.parts[i]?.isHidden ?? box.checked
  return true
}
