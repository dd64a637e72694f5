import { useSignal } from '@preact/signals'
import type { ComponentType, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { askingMessages } from '../../messages/asking.ts'
import { NOTE_TITLE_CHARS } from '../../note.ts'
import { cancelEditing, type Desk, leaveEditing, stopEditing } from './desk.ts'
import type { LinkBoxProps } from './link-suggestions.tsx'
import { fieldsOf, type Noted } from './noted.ts'

/** Inline editor. Every keystroke goes to the save queue, so there is no save button. */
export function NoteEditor({ desk, noted }: { desk: Desk; noted: Noted }) {
  const { book, t } = desk
  const { key } = noted
  const box = useRef<HTMLTextAreaElement>(null)
  const { textField, textHint } = askingMessages(desk.locale)
  const { title, content } = fieldsOf(noted)

  // Focus before the next keystroke, so that no typed character is lost.
  useLayoutEffect(() => {
    const text = box.current
    if (!text) return
    const opening = desk.draft.value
    if (opening?.key === key && opening.draft.isOpen) return opening.draft.moveTo(text)
    text.focus({ preventScroll: true })
    text.setSelectionRange(text.value.length, text.value.length)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isDone) stopEditing(desk, key)
    else leaveEditing(desk, key)
    focusCard(key)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the two fields inside
    <div class="note-editor stack gap-1" onKeyDown={onKeyDown}>
      <input
        class="strong"
        dir="auto"
        aria-label={t.titleField}
        placeholder={t.titleHint}
        maxLength={NOTE_TITLE_CHARS}
        autocomplete="off"
        value={title}
        onInput={(event) => book.change(key, { title: event.currentTarget.value })}
      />
      <textarea
        ref={box}
        dir="auto"
        rows={3}
        aria-label={textField}
        placeholder={textHint}
        autocomplete="off"
        value={content}
        onInput={(event) => book.change(key, { content: event.currentTarget.value })}
      />
      <SuggestionsForLinks desk={desk} box={box} content={content} />
      <div class="wraps gap-1">
        <button class="note-button note-button-main tiny medium" type="button" onClick={() => stopEditing(desk, key)}>
          {t.done}
        </button>
        <button class="note-button tiny medium" type="button" onClick={() => cancelEditing(desk, key)}>
          {t.cancel}
        </button>
      </div>
    </div>
  )
}

type LinkBoxes = { desk: Desk; box: RefObject<HTMLTextAreaElement | null>; content: string }

/** Loaded with the first link, which most notes never have. */
function SuggestionsForLinks({ desk, box, content }: LinkBoxes) {
  const loaded = useSignal<ComponentType<LinkBoxProps> | null>(null)
  const hasLinks = content.includes('[[')
  useEffect(() => {
    if (!hasLinks || loaded.value) return
    import('./link-suggestions.tsx').then(
      ({ LinkSuggestions }) => (loaded.value = LinkSuggestions),
      // Without a connection a link is typed as it is.
      () => undefined,
    )
  }, [hasLinks])
  const List = loaded.value
  return List && box.current && <List box={box.current} locale={desk.locale} />
}

/** Returns the focus to the card after editing, for keyboard users. */
function focusCard(key: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-note="${key}"]`)?.focus({ preventScroll: true })
  })
}
