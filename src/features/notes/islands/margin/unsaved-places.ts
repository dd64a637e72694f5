import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { splitLines } from '#base/lines.ts'
import type { EditorEdit } from '#browser/editor-lines.ts'
import { followLines, nearestIn, type Span } from './follow-edits.ts'
import { type Spot, quoteText } from '../../browser/margin/spot.ts'
import { unsaved } from '../../browser/saving/entry.ts'
import { type Edit, NO_ANCHOR } from '../../browser/saving/fields.ts'
import type { NoteLocation } from '../../browser/saving/listed-note.ts'
import type { Notebook } from '../parts/notebook.ts'
import type { Noted } from '../parts/noted.ts'

/** A text that is being edited, and what the server has of it. */
export type EditedText = {
  current: () => string
  stored: ReadonlySignal<string>
  /** Loads what another page has stored. */
  catchUp: () => Promise<void>
  onEdit: (run: (edit: EditorEdit) => void) => () => void
}

/** Without an edit for so long, the whole text is followed: 10 ms for 5,000 lines, 100 ms for 50,000. */
const SETTLE_MS = 150

/** A note in the unsaved text, found from where it is in the stored one. */
type Followed = { from: NoteLocation; now: NoteLocation }

/** A note on lines that the server does not have. `now` is null while they are gone from the text: then it is where the server has it. */
type Waiting = { attachedIn: string; lines: Span; now: Span | null }

/**
 * Where notes are in a text that is not saved yet: the server has only the stored text, and says where they are in that. Each edit shifts
 * the notes at once. After a pause they are followed from the stored text, as the server will do when this one is saved: that also finds
 * what was cut and pasted, and what undo brought back.
 */
export class UnsavedPlaces {
  readonly #book: Notebook
  readonly #text: EditedText
  readonly #later: typeof afterPause
  readonly #followed = signal<ReadonlyMap<string, Followed>>(new Map())
  readonly #waiting = signal<ReadonlyMap<string, Waiting>>(new Map())

  constructor(book: Notebook, text: EditedText, later = afterPause) {
    this.#book = book
    this.#text = text
    this.#later = later
  }

  locationOf(noted: Noted): NoteLocation {
    const from = noted.location.value
    const now = this.#waiting.value.get(noted.key)?.now
    if (now) return placedAt(now, from)
    const known = this.#followed.value.get(noted.key)
    // Attached to other lines meanwhile: what was followed is of the earlier ones.
    return known?.from === from ? known.now : from
  }

  /** The user attached the note to a spot of the unsaved text. */
  attached(key: string, spot: Spot): void {
    const waiting = new Map(this.#waiting.peek())
    waiting.delete(key)
    const current = this.#text.current()
    if (spot.kind === 'lines' && current !== this.#text.stored.peek()) {
      const lines = { start: spot.start, end: spot.end }
      waiting.set(key, { attachedIn: current, lines, now: lines })
    }
    this.#waiting.value = waiting
  }

  /** Loads the changes of other pages. First the text: the server says where notes are in its newest one. */
  async refresh(): Promise<void> {
    await this.#text.catchUp()
    await this.#book.refresh()
  }

  /** Begins to follow edits and saves. Returns how to stop. */
  follow(): () => void {
    const { stored, current, onEdit } = this.#text
    let callOff = () => {}
    const soon = () => {
      callOff()
      callOff = this.#later(() => this.#settle())
    }
    let known = stored.peek()
    const stops = [
      onEdit((edit) => {
        this.#shift(edit)
        soon()
      }),
      effect(() => {
        const before = known
        known = stored.value
        if (known !== before) this.#adopt(before, known)
      }),
      // Notes that were listed, added or attached anew.
      effect(() => {
        for (const { location } of this.#book.notes.value) void location.value
        if (current() !== stored.value) soon()
        else this.#followed.value = new Map()
      }),
    ]
    return () => {
      callOff()
      stops.forEach((stop) => stop())
    }
  }

  #settle(): void {
    const { stored, current } = this.#text
    this.#followed.value = new Map(
      this.#findAll(stored.peek(), current()).map(({ noted, span }) => {
        const from = noted.location.peek()
        return [noted.key, { from, now: placedAt(span, from) }]
      }),
    )
  }

  #shift(edit: EditorEdit): void {
    const shifted = new Map(this.#followed.peek())
    let isReplaced = false
    for (const noted of this.#book.notes.peek()) {
      const from = noted.location.peek()
      const span = this.#waiting.peek().get(noted.key)?.now ? null : spanOf(this.locationOf(noted))
      const now = span && linesAfter(edit, span)
      if (now) shifted.set(noted.key, { from, now: placedAt(now, from) })
      else if (span) isReplaced = true
    }
    this.#followed.value = shifted
    if (isReplaced) this.#settle()
    if (this.#waiting.peek().size > 0)
      this.#waiting.value = new Map(waitingAfter(edit, this.#waiting.peek(), this.#text.current))
  }

  /** The server has another text now: where the notes are in it, until it says so itself. */
  #adopt(before: string, stored: string): void {
    for (const { noted, span } of this.#findAll(before, stored)) {
      // The server attaches to the newest text when the request arrives, and this anchor was on its way.
      if (isUnsent(noted)) this.#book.change(noted.key, span ? anchorAt(stored, span) : NO_ANCHOR)
      else noted.location.value = placedAt(span, noted.location.peek())
    }
    const waiting = new Map(this.#waiting.peek())
    for (const [key, { now }] of waiting) {
      const saved = now && sameLines(this.#text.current(), stored, now)
      if (now && !saved) continue
      waiting.delete(key)
      if (saved) this.#book.change(key, anchorAt(stored, saved))
    }
    this.#waiting.value = waiting
    void this.#book.refresh()
  }

  /** The notes whose lines the server knows, and where these are in another text. */
  #findAll(before: string, after: string): { noted: Noted; span: Span | null }[] {
    const known = this.#book.notes.peek().flatMap((noted) => {
      const span = this.#waiting.peek().get(noted.key)?.now ? null : spanOf(noted.location.peek())
      return span ? [{ noted, span }] : []
    })
    const found = followLines(
      before,
      after,
      known.map(({ span }) => span),
    )
    return known.map(({ noted }, i) => ({ noted, span: found[i] ?? null }))
  }
}

/** Returns how to cancel it. */
function afterPause(run: () => void): () => void {
  const timer = setTimeout(run, SETTLE_MS)
  return () => clearTimeout(timer)
}

/** What is stored of a note on lines of the current text: the lines of the stored text that are nearest to them. */
export function storedAnchor({ current, stored }: EditedText, span: Span): Edit {
  const nearest = nearestIn(stored.peek(), current(), span)
  return nearest ? anchorAt(stored.peek(), nearest) : NO_ANCHOR
}

function anchorAt(text: string, { start, end }: Span): Edit {
  const anchorText = quoteText(splitLines(text).slice(start - 1, end))
  return { lineStart: start, lineEnd: end, anchorId: null, anchorText }
}

function spanOf(location: NoteLocation): Span | null {
  if (!location || location.state === 'lost' || location.state === 'unknown') return null
  return { start: location.start, end: location.end }
}

/** The same note on other lines; null: they are not in this text. */
function placedAt(span: Span | null, location: NoteLocation): NoteLocation {
  if (span) return { ...location, state: location && location.state !== 'lost' ? location.state : 'anchored', ...span }
  return location && { ...location, state: 'lost' }
}

function isUnsent({ entry }: Noted): boolean {
  const { id } = entry.peek()
  return id === null || unsaved(entry.peek()).lineStart !== undefined
}

function linesAfter(edit: EditorEdit, { start, end }: Span): Span | null {
  const lines = edit.linesOf({ from: start, to: end })
  return lines && { start: lines.from, end: lines.to }
}

function* waitingAfter(
  edit: EditorEdit,
  waiting: ReadonlyMap<string, Waiting>,
  current: () => string,
): Iterable<[string, Waiting]> {
  for (const [key, wait] of waiting) {
    const shifted = wait.now && linesAfter(edit, wait.now)
    const [found = null] = shifted ? [shifted] : followLines(wait.attachedIn, current(), [wait.lines])
    yield [key, { ...wait, now: found }]
  }
}

function sameLines(current: string, stored: string, span: Span): Span | null {
  const [now = null] = current === stored ? [span] : followLines(current, stored, [span])
  const linesOf = (text: string, { start, end }: Span) =>
    splitLines(text)
      .slice(start - 1, end)
      .join('\n')
  return now && linesOf(stored, now) === linesOf(current, span) ? now : null
}
