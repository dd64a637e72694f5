import { findCheckboxes } from '#base/checkboxes.ts'

export type Toggle =
  | { outcome: 'changed'; content: string }
  | { outcome: 'already' } // the checkbox already has the requested state
  | { outcome: 'missing' } // the client counted checkboxes in an older text

/** Checks or unchecks one checkbox, counted from zero in reading order. Only one character changes. */
export function toggleTask(content: string, index: number, checked: boolean): Toggle {
  const box = findCheckboxes(content)[index]
  if (!box) return { outcome: 'missing' }
  if (box.checked === checked) return { outcome: 'already' }
  const mark = checked ? 'x' : ' '
  return { outcome: 'changed', content: content.slice(0, box.at) + mark + content.slice(box.at + 1) }
}
