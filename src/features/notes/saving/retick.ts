import { findCheckboxes } from '#base/checkboxes.ts'
import { splitLines } from '#base/lines.ts'
import { toggleTask } from '../task-list.ts'

/** Ticks the box of `was` in a text that changed since; null when that task line is gone or no longer the only one. */
export function retick(was: string, index: number, checked: boolean, now: string): string | null {
  const wanted = taskLines(was)[index]
  const places = taskLines(now).flatMap((line, i) => (line === wanted ? [i] : []))
  const [place] = places
  if (place === undefined || places.length > 1) return null
  const toggle = toggleTask(now, place, checked)
  return toggle.outcome === 'changed' ? toggle.content : now
}

/** The words of each task line, whatever its mark. */
function taskLines(content: string): string[] {
  const lines = splitLines(content)
  return findCheckboxes(content).map(({ line }) => (lines[line - 1] ?? '').replace(/\[[ xX]\]/, '').trim())
}
