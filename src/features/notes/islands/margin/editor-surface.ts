import type { EditorLines } from '#browser/editor-lines.ts'
import type { OpenEditor } from '#browser/open-editor.ts'
import { lineLabel, lineLinks, linesLike, type LinesSpot, quoteText } from '../../browser/margin/spot.ts'
import { NO_ANCHOR } from '../../browser/saving/fields.ts'
import { splitLines } from '#base/lines.ts'
import type { Surface } from './surface.ts'
import { type EditedText, storedAnchor, UnsavedPlaces } from './unsaved-places.ts'

/** The lines of a file that is being edited. */
export function editorSurface({ editor, stored, catchUp }: OpenEditor): Surface | null {
  const host = document.querySelector<HTMLElement>('.editor-host')
  const root = host?.closest<HTMLElement>('.editor-view')
  if (!host || !root) return null
  const { lines } = editor
  const text: EditedText = { current: editor.text, stored, catchUp, onEdit: lines.onEdit }
  const textOf = ({ start, end }: LinesSpot) => quoteText(splitLines(lines.textOf({ from: start, to: end })))
  const marks = markLayer(host, lines)
  return {
    page: { kind: 'code' },
    root,
    // The head of the page is inside `root`, and covers what lies below it.
    textTop: () => host.getBoundingClientRect().top - root.getBoundingClientRect().top,
    measure: () => {
      const from = root.getBoundingClientRect().top
      return (spot) => (spot.kind === 'lines' ? lines.topOf(spot.start) - from : 0)
    },
    spotAt: (offset, like) => linesLike(lines.lineAt(root.getBoundingClientRect().top + offset), like, lines.count()),
    spotNext: (spot, step) => linesLike(spot.kind === 'lines' ? spot.start + step : 1, spot, lines.count()),
    elementOf: (spot) => (spot.kind === 'lines' ? marks.rowOf(spot.start) : null),
    markIn: (element, mark) => element.append(mark),
    chosen: () => {
      const { from: start, to: end } = lines.chosen()
      return { spot: { kind: 'lines', start, end }, label: lineLabel(start, end) }
    },
    ...lineLinks,
    textOf: (spot) => (spot.kind === 'lines' ? textOf(spot) : ''),
    anchorOf: (spot) => (spot.kind === 'lines' ? storedAnchor(text, spot) : NO_ANCHOR),
    highlight: (spot) => lines.highlight(spot?.kind === 'lines' ? { from: spot.start, to: spot.end } : null),
    watch: (moved) => {
      const run = () => {
        marks.place()
        moved()
      }
      const stops = [lines.onMoved(run), followLinks(root, editor.reveal)]
      return () => stops.forEach((stop) => stop())
    },
    focus: () => host.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true }),
    unsaved: (book) => new UnsavedPlaces(book, text),
  }
}

/** Rows for marks over the editor: it draws its own lines anew and would drop what others put into them. */
function markLayer(host: HTMLElement, lines: EditorLines) {
  const layer = document.createElement('div')
  layer.className = 'note-marks'
  host.append(layer)
  const rows = new Map<number, HTMLElement>()
  const placeRow = (row: HTMLElement, line: number, from: number) =>
    row.style.setProperty('inset-block-start', `${lines.topOf(line) - from}px`)
  return {
    rowOf: (line: number): HTMLElement => {
      const row = rows.get(line) ?? document.createElement('div')
      if (!rows.has(line)) layer.append(row)
      rows.set(line, row)
      placeRow(row, line, host.getBoundingClientRect().top)
      return row
    },
    place: () => {
      const from = host.getBoundingClientRect().top
      for (const [line, row] of rows) {
        if (row.childElementCount > 0) placeRow(row, line, from)
        else {
          row.remove()
          rows.delete(line)
        }
      }
    },
  }
}

/** The label of a note is a link to its lines; here it moves the caret to them. */
function followLinks(root: HTMLElement, reveal: (line: number) => void): () => void {
  const press = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.note-location') : null
    const line = Number(/^#L(\d+)/.exec(link?.getAttribute('href') ?? '')?.[1] ?? 0)
    if (line === 0) return
    event.preventDefault()
    reveal(line)
  }
  root.addEventListener('click', press)
  return () => root.removeEventListener('click', press)
}
