import { effect } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { markFirstNotesReplaced } from '#browser/first-notes.ts'
import { parseNote } from '../../body/tree.ts'
import { stopEditing } from '../parts/desk.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { keepInSync } from '../parts/open-notebook.ts'
import { startReattaching } from './anchor-notice.tsx'
import { Column } from './column.tsx'
import { followView } from './follow-view.ts'
import { FreeNotes } from './free-notes.tsx'
import { goTo } from './go.ts'
import { addMarginKeys } from './keys.ts'
import { levelSelected } from './level.ts'
import { type MarginDesk, PHONE, spotOfKey, WIDE, widthNow } from './margin-desk.ts'
import { markDrawer } from './marks.ts'
import { MovedNotes } from './moved-notes.tsx'
import { printNotes } from './print-notes.tsx'
import { replaceFirstNotes } from './replace-first-notes.ts'
import { Single } from './single.tsx'

/** The note UI of a page, without the text. */
export function Margin({ desk }: { desk: MarginDesk }) {
  const { book, words, locale } = desk
  useEffect(() => live(desk), [])
  const state = book.state.value
  useLayoutEffect(() => {
    if (state === 'ready') replaceFirstNotes(desk)
    if (state !== 'loading') markFirstNotesReplaced()
  }, [state])
  return (
    <>
      {state === 'failed' && <LoadFailed book={book} locale={locale} words={words} />}
      <MovedNotes desk={desk} />
      {desk.width.value === 'wide' ? <Column desk={desk} /> : <Narrow desk={desk} />}
    </>
  )
}

/** A button at the top for notes that have no mark: lost ones, and those on the whole file. */
function Narrow({ desk }: { desk: MarginDesk }) {
  const { words, lost, placed } = desk
  const others = lost.value.length > 0 ? lost.value : placed.value.filter(({ spot }) => spot.kind === 'file')
  const [first] = others
  if (!first) return null
  const isLost = first.spot.kind === 'lost'
  return (
    <button class="button button-plain notes-others start" type="button" onClick={() => goTo(desk, first.noted.key)}>
      {isLost ? words.lostTab(others.length) : `${words.wholeFile}: ${words.marks(others.length)}`}
    </button>
  )
}

/** Starts marks, free notes, keyboard shortcuts and refreshing. */
function live(desk: MarginDesk): () => void {
  const { book, surface, geometry } = desk
  const stops = [
    followWidth(desk),
    followView(desk),
    surface.watch(() => (geometry.value += 1)),
    effect(markDrawer(desk)),
    effect(() => surface.highlight(spotOfKey(desk, desk.selected.value)?.spot ?? null)),
    mount(surface.root, 'notes-surface', <SurfaceNotes desk={desk} />),
    mount(document.body, 'notes-screen', <ScreenNotes desk={desk} />),
    levelSelected(desk),
    addMarginKeys(desk),
    letGoOutside(desk),
    printNotes(desk),
    keepInSync(book, async () => (desk.unsaved ?? book).refresh()),
    ...(desk.unsaved ? [desk.unsaved.follow()] : []),
  ]
  void book.load().then(() => showNamed(desk))
  const warming = setTimeout(warmParser)
  return () => {
    clearTimeout(warming)
    stops.forEach((stop) => stop())
  }
}

/**
 * The first text that is parsed compiles the parser. Done while the list is on its way; in one task with the cards it would block a
 * slow phone.
 */
function warmParser(): void {
  parseNote('**a** `b` https://c.d\n\n- [ ] e')
}

/** Opens the note of `?note=<id>`, a link from /notes or a reminder; with `attach`, to select other lines for it. */
function showNamed(desk: MarginDesk): void {
  const query = new URLSearchParams(window.location.search)
  const found = desk.placed.value.find(({ noted }) => noted.entry.value.id === query.get('note'))
  // Do not interrupt a user who started editing meanwhile.
  if (!found || desk.editing.value !== null) return
  goTo(desk, found.noted.key)
  if (query.has('attach')) startReattaching(desk, found.noted.key)
}

function SurfaceNotes({ desk }: { desk: MarginDesk }) {
  return (
    <>
      <FreeNotes desk={desk} mode="surface" />
      {desk.width.value === 'medium' && <Single desk={desk} />}
    </>
  )
}

function ScreenNotes({ desk }: { desk: MarginDesk }) {
  return (
    <>
      <FreeNotes desk={desk} mode="screen" />
      {desk.width.value === 'phone' && <Single desk={desk} />}
    </>
  )
}

function mount(parent: HTMLElement, name: string, tree: ComponentChild): () => void {
  const host = document.createElement('div')
  host.className = name
  parent.append(host)
  render(tree, host)
  return () => {
    render(null, host)
    host.remove()
  }
}

function followWidth({ width, geometry }: MarginDesk): () => void {
  const queries = [window.matchMedia(WIDE), window.matchMedia(PHONE)]
  const look = () => {
    width.value = widthNow()
    geometry.value += 1
  }
  look()
  for (const query of queries) query.addEventListener('change', look)
  return () => queries.forEach((query) => query.removeEventListener('change', look))
}

const OF_NOTES = '[data-note], .note-mark, .notes-sheet, .notes-popover, .notes-column, .menu, #toasts, .note-free'

/** A press outside deselects the note, unless the user is selecting lines for it. */
function letGoOutside(desk: MarginDesk): () => void {
  const { selected, editing, reattaching } = desk
  const press = ({ target }: PointerEvent) => {
    const isOfNotes = target instanceof Element && target.closest(OF_NOTES) !== null
    if (isOfNotes || reattaching.value !== null) return
    if (editing.value !== null) stopEditing(desk, editing.value)
    selected.value = null
  }
  document.addEventListener('pointerdown', press)
  return () => document.removeEventListener('pointerdown', press)
}
