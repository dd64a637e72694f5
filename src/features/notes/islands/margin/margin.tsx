import { effect } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { useEffect } from 'preact/hooks'
import { watchPage } from '#browser/page-life.ts'
import { Notice } from '#ui/components/notice.tsx'
import { stopEditing } from '../parts/desk.ts'
import { Column } from './column.tsx'
import { followView } from './follow-view.ts'
import { FreeNotes } from './free-notes.tsx'
import { focusNote, goTo } from './go.ts'
import { addMarginKeys } from './keys.ts'
import { type MarginDesk, spotOfKey, type Width } from './margin-desk.ts'
import { markDrawer } from './marks.ts'
import { Single } from './single.tsx'
import { createNote } from './create.ts'

/** Everything of notes on a page but the text itself. */
export function Margin({ desk, isAsked }: { desk: MarginDesk; isAsked: boolean }) {
  const { book, words, locale } = desk
  useEffect(() => live(desk, isAsked), [])
  if (book.state.value === 'failed')
    return (
      <Notice kind="error" locale={locale}>
        {words.failed}{' '}
        <button class="button button-plain" type="button" onClick={() => void book.load()}>
          {words.retry}
        </button>
      </Notice>
    )
  return desk.width.value === 'wide' ? <Column desk={desk} /> : <Narrow desk={desk} />
}

/** Notes on no place of the text have no mark; the way to them is at the top. */
function Narrow({ desk }: { desk: MarginDesk }) {
  const { words, lost, placed } = desk
  const others = lost.value.length > 0 ? lost.value : placed.value.filter(({ spot }) => spot.kind === 'file')
  const [first] = others
  if (!first) return null
  const isLost = first.spot.kind === 'lost'
  return (
    <button class="button button-plain notes-others" type="button" onClick={() => goTo(desk, first.noted.key)}>
      {isLost ? words.lostTab(others.length) : `${words.wholeFile}: ${words.marks(others.length)}`}
    </button>
  )
}

/** Wakes what is not drawn here: marks, free notes, keys, refreshing. */
function live(desk: MarginDesk, isAsked: boolean): () => void {
  const { book, surface, geometry } = desk
  const stops = [
    followWidth(desk),
    followView(desk),
    surface.watch(() => (geometry.value += 1)),
    effect(markDrawer(desk)),
    effect(() => surface.highlight(spotOfKey(desk, desk.selected.value)?.spot ?? null)),
    mount(surface.root, 'notes-surface', <SurfaceNotes desk={desk} />),
    mount(document.body, 'notes-screen', <ScreenNotes desk={desk} />),
    addMarginKeys(desk),
    letGoOutside(desk),
    watchPage({
      leaving: () => book.flush(true),
      back: () => void book.refresh(),
      online: () => book.awaken(),
    }),
  ]
  void book.load().then(() => (isAsked ? createNote(desk) : showNamed(desk)))
  return () => stops.forEach((stop) => stop())
}

/** `?note=<id>`: a link from a search or a reminder. */
function showNamed(desk: MarginDesk): void {
  const id = new URLSearchParams(window.location.search).get('note')
  const found = desk.placed.value.find(({ noted }) => noted.entry.value.id === id)
  if (!found) return
  goTo(desk, found.noted.key)
  focusNote(found.noted.key)
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
  const wide = window.matchMedia('(width >= 1100px)')
  const phone = window.matchMedia('(width < 640px)')
  const look = () => {
    const next: Width = wide.matches ? 'wide' : phone.matches ? 'phone' : 'medium'
    width.value = next
    geometry.value += 1
  }
  look()
  wide.addEventListener('change', look)
  phone.addEventListener('change', look)
  return () => {
    wide.removeEventListener('change', look)
    phone.removeEventListener('change', look)
  }
}

const OF_NOTES = '[data-note], .note-mark, .notes-sheet, .notes-popover, .notes-column, .menu, #toasts, .note-free'

/** A press elsewhere lets go of the note in hand, unless lines are being chosen for it. */
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
