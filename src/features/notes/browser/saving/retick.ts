import { findCheckboxes } from '#base/checkboxes.ts'
import { splitLines } from '#base/lines.ts'
import { toggleTask } from '../../task-list.ts'

/** Ticks the same task line in a newer text; null when that line is gone or no longer unique. */
export function retick(was: string, index: number, checked: boolean, now: string): string | null {
  const wanted = taskLines(was)[index]
  const matches = taskLines(now).flatMap((line, i) => (line === wanted ? [i] : []))
  const [match] = matches
  if (match === undefined || matches.length > 1) return null
  const toggle = toggleTask(now, match, checked)
  return toggle.outcome === 'changed' ? toggle.content : now
}

/** The text of each task line without its checkbox. */
function taskLines(content: string): string[] {
  const lines = splitLines(content)
  return findCheckboxes(content).map(({ line }) => (lines[line - 1] ?? '').replace(/\[[ xX]\]/, '').trim())
}
