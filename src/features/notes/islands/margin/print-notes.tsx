import { render } from 'preact'
import { NumberedNotes } from '../parts/numbered-notes.tsx'
import { fieldsOf } from '../parts/noted.ts'
import { LocationLabel } from './location-label.tsx'
import type { MarginDesk } from './margin-desk.ts'

/**
 * Adds all notes to a printed page as numbered footnotes. The cards beside the text are rendered only near the view, so paper needs
 * a list of its own; it exists only while the browser prints.
 */
export function printNotes(desk: MarginDesk): () => void {
  let clear = () => {}
  const draw = () => {
    clear()
    clear = drawNotes(desk)
  }
  const end = () => {
    clear()
    clear = () => {}
  }
  window.addEventListener('beforeprint', draw)
  window.addEventListener('afterprint', end)
  return () => {
    end()
    window.removeEventListener('beforeprint', draw)
    window.removeEventListener('afterprint', end)
  }
}

function drawNotes(desk: MarginDesk): () => void {
  const { placed, surface, book, words } = desk
  const host = document.createElement('div')
  host.className = 'print-only'
  surface.root.append(host)
  // A failed load has its own notice, which is printed too.
  if (book.state.value === 'loading') render(<p>{words.stillLoading}</p>, host)
  else if (placed.value.length > 0) render(<Printed desk={desk} />, host)
  const marks = drawMarks(desk)
  return () => {
    for (const mark of marks) mark.remove()
    render(null, host)
    host.remove()
  }
}

function Printed({ desk }: { desk: MarginDesk }) {
  const notes = desk.placed.value.map(({ noted, spot }, i) => {
    const { title, content } = fieldsOf(noted)
    const location =
      spot.kind === 'lost' ? desk.words.unplaced : <LocationLabel desk={desk} noted={noted} spot={spot} />
    return { number: i + 1, location, title, content }
  })
  return <NumberedNotes label={desk.t.notes} notes={notes} />
}

/** The numbers at the lines or headings of the notes. */
function drawMarks({ placed, surface }: MarginDesk): HTMLElement[] {
  const numbered = placed.value.map((each, i) => ({ ...each, number: i + 1 }))
  const byElement = Map.groupBy(numbered, ({ spot }) => surface.elementOf(spot))
  return [...byElement].flatMap(([element, notes]) => {
    if (!element) return []
    const mark = document.createElement('span')
    mark.className = 'note-numbers print-only'
    for (const { number } of notes) {
      const figure = document.createElement('b')
      figure.className = 'note-number'
      figure.textContent = String(number)
      mark.append(figure)
    }
    surface.markIn(element, mark)
    return [mark]
  })
}
