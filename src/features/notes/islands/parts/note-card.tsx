import { useComputed } from '@preact/signals'
import type { ComponentChildren, TargetedFocusEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact'
import { useCallback, useMemo } from 'preact/hooks'
import { RemindButton } from '#browser/remind-button.tsx'
import { Icon } from '#ui/icons.tsx'
import { nameOf } from '../../note-name.ts'
import { ConflictCard } from './conflict-card.tsx'
import { type Desk, minimise, startEditing, stopEditing } from './desk.ts'
import { NoteBody } from './note-body.tsx'
import { NoteEditor } from './note-editor.tsx'
import { NoteFoot } from './note-foot.tsx'
import { NoteMenu } from './note-menu.tsx'
import { NoteTags } from './note-tags.tsx'
import { fieldsOf, type Noted } from './noted.ts'

type Props = {
  desk: Desk
  noted: Noted
  /** The location, shown at the start of the header. */
  location?: ComponentChildren
  /** Shown when the anchored lines moved, changed or are lost. */
  notice?: ComponentChildren
  withModes?: boolean
  /** Only the header, because there is no room for more; unlike a minimised note it opens by itself. */
  isShort?: boolean
  /** Additional menu items. */
  menu?: ComponentChildren
}

/** One sticky note, displayed and edited inline. The parent component positions it. */
export function NoteCard({ desk, noted, location, notice, withModes = true, isShort = false, menu }: Props) {
  const { key } = noted
  const { color, title, content, isMinimized } = fieldsOf(noted)
  // Computed for each card, so that changing the selection renders two cards instead of all.
  const isSelected = useComputed(() => desk.selected.value === key).value
  const isEditing = useComputed(() => desk.editing.value === key).value
  const isOpen = !(isMinimized || isShort) || isEditing
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of a note that has the focus
    <article
      class="note stack small breaks anchor"
      data-note={key}
      data-color={color}
      data-selected={isSelected ? '' : undefined}
      aria-label={nameOf(title, content) || desk.t.emptyNote}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- notes are walked through with the Tab key
      tabIndex={0}
      onFocusIn={() => (desk.selected.value = key)}
      onFocusOut={(event) => leave(desk, key, event)}
      onKeyDown={(event) => onKey(desk, key, event)}
    >
      <header class="note-head row gap-1">
        {location}
        {!isOpen && <bdi class="truncate grow shrinks">{nameOf(title, content) || desk.t.emptyNote}</bdi>}
        {!isShort && (
          <span class="flex push">
            <button
              class="note-tool mid-icons plain-button"
              type="button"
              aria-expanded={isOpen}
              aria-label={isOpen ? desk.t.minimise : desk.t.expand}
              title={isOpen ? desk.t.minimise : desk.t.expand}
              onClick={() => minimise(desk, key)}
            >
              <Icon name={isOpen ? 'minus' : 'plus'} />
            </button>
            <NoteMenu desk={desk} noted={noted} withModes={withModes}>
              {menu}
            </NoteMenu>
          </span>
        )}
      </header>
      {isOpen && notice}
      {isOpen && <CardInside desk={desk} noted={noted} />}
    </article>
  )
}

function CardInside({ desk, noted }: { desk: Desk; noted: Noted }) {
  const { key, entry } = noted
  const { title, content, tags } = fieldsOf(noted)
  const { trouble, id } = entry.value
  const { known, linkedFrom } = noted.links.value
  const links = useMemo(() => ({ id, known }), [id, known])
  const isEditing = useComputed(() => desk.editing.value === key).value
  // A stable function: a new one would render the text again.
  const tick = useCallback((index: number, checked: boolean) => desk.book.tick(key, index, checked), [desk, key])
  return (
    <>
      {isEditing ? (
        // Do not interrupt typing: the conflict is shown when editing ends.
        <NoteEditor desk={desk} noted={noted} />
      ) : trouble?.kind === 'conflict' ? (
        <ConflictCard desk={desk} noted={noted} conflict={trouble} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the pencil and Enter do the same
        <div class="note-body" onClick={(event) => editOnClick(desk, key, event)}>
          {/* Not a heading: a note is a guest in the outline of the page. */}
          {title !== '' && (
            <p class="note-title strong sized-m" dir="auto">
              {title}
            </p>
          )}
          <NoteBody content={content} tick={tick} links={links} />
          <NoteTags tags={tags} label={desk.t.tags} />
        </div>
      )}
      <footer class="note-foot cluster gap-1-2 tiny">
        <NoteFoot desk={desk} noted={noted} />
        {linkedFrom > 0 && id !== null && <a href={`/links?note=${id}`}>{desk.t.linkedFrom(linkedFrom)}</a>}
        {entry.value.id !== null && <RemindButton locale={desk.locale} noteId={entry.value.id} />}
        {!isEditing && trouble?.kind !== 'conflict' && (
          <button
            class="note-tool mid-icons note-edit push plain-button"
            type="button"
            aria-label={desk.t.edit}
            title={desk.t.edit}
            onClick={() => startEditing(desk, key)}
          >
            <Icon name="pencil" />
          </button>
        )}
      </footer>
    </>
  )
}

/** Starts editing on a click, except on a link or a control, or when the click selected text. */
function editOnClick(desk: Desk, key: string, event: TargetedMouseEvent<HTMLElement>): void {
  const isOther = event.target instanceof Element && event.target.closest('a, label, input, button') !== null
  if (isOther || window.getSelection()?.isCollapsed === false) return
  startEditing(desk, key)
}

/** Ends editing when the focus moves to another element of the page, but not when the whole window loses it. */
function leave(desk: Desk, key: string, event: TargetedFocusEvent<HTMLElement>): void {
  const next = event.relatedTarget
  const isInside = next instanceof Node && event.currentTarget.contains(next)
  if (desk.editing.value === key && next !== null && !isInside) stopEditing(desk, key)
}

function onKey(desk: Desk, key: string, event: TargetedKeyboardEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.code !== 'Enter') return
  event.preventDefault()
  startEditing(desk, key)
}
