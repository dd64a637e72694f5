import { bucketMarks } from '../../browser/margin/buckets.ts'
import { nameOf } from '../../note-name.ts'
import { fieldsOf, type Noted } from '../parts/noted.ts'
import { goTo } from './go.ts'
import { type MarginDesk, spotOfKey } from './margin-desk.ts'

type Drawn = { element: HTMLElement; button: HTMLButtonElement; keys: readonly string[]; label: string }

/** Marks within this distance of the view are rendered; a file may have a thousand. */
const AHEAD_PX = 2_000

/** Renders the marks beside the lines as plain elements inside the server's markup. */
export function markDrawer(desk: MarginDesk): () => void {
  let drawn: Drawn[] = []
  return () => {
    const wanted = wantedMarks(desk)
    const old = new Map(drawn.map((mark) => [mark.element, mark]))
    drawn = wanted.map(({ element, keys, label, color }) => {
      const mark = old.get(element) ?? { element, button: newButton(desk), keys: [], label: '' }
      old.delete(element)
      if (mark.label === label && mark.keys.join() === keys.join()) return mark
      mark.button.dataset['color'] = color
      mark.button.dataset['keys'] = keys.join(' ')
      mark.button.textContent = keys.length > 1 ? String(keys.length) : ''
      mark.button.setAttribute('aria-label', label)
      mark.button.title = label
      if (!mark.button.isConnected) desk.surface.markIn(element, mark.button)
      return { ...mark, keys, label }
    })
    for (const { button } of old.values()) button.remove()
  }
}

function wantedMarks(desk: MarginDesk) {
  const byKey = new Map(desk.beside.value.map((placed) => [placed.noted.key, placed]))
  const { from, to } = desk.view.value
  const isNear = (at: number) => at > from - AHEAD_PX && at < to + AHEAD_PX
  return bucketMarks(desk.marks.value).flatMap(({ at, keys }) => {
    if (!isNear(at)) return []
    const first = byKey.get(keys[0] ?? '')
    const element = first ? desk.surface.elementOf(first.spot) : null
    if (!first || !element) return []
    const { noted, spot } = first
    const label = markLabel(desk, { noted, label: desk.surface.labelOf(spot), count: keys.length })
    return [{ element, keys, label, color: fieldsOf(noted).color }]
  })
}

/** The name of a mark: its lines and note, or how many notes it stands for. `label` names the lines. */
export function markLabel(
  { words, t }: Pick<MarginDesk, 'words' | 't'>,
  { noted, label, count }: { noted: Noted; label: string | null; count: number },
): string {
  if (count > 1) return words.marks(count)
  const { title, content } = fieldsOf(noted)
  return `${words.onLines(label ?? '')}: ${nameOf(title, content) || t.emptyNote}`
}

function newButton(desk: MarginDesk): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'note-mark'
  button.addEventListener('click', () => {
    const keys = button.dataset['keys']?.split(' ') ?? []
    const next = keys[(keys.indexOf(desk.selected.value ?? '') + 1) % keys.length]
    if (next !== undefined && spotOfKey(desk, next)) goTo(desk, next)
  })
  return button
}
