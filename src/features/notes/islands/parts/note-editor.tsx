import { useLayoutEffect, useRef } from 'preact/hooks'
import { NOTE_TITLE_CHARS } from '../../note.ts'
import { saidOf } from '../../saving/fields.ts'
import { shown } from '../../saving/entry.ts'
import { cancelEditing, type Desk, stopEditing } from './desk.ts'
import type { Noted } from './notebook.ts'

/** Writing in place. Every key goes to the save queue: there is nothing to lose and nothing to press. */
export function NoteEditor({ desk, noted }: { desk: Desk; noted: Noted }) {
  const { book, t } = desk
  const { key } = noted
  const box = useRef<HTMLTextAreaElement>(null)
  const before = useRef(saidOf(shown(noted.entry.value)))
  const { title, content } = shown(noted.entry.value)

  // Before the next key: what is typed in a hurry belongs into the box.
  useLayoutEffect(() => {
    const text = box.current
    if (!text) return
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
    else cancelEditing(desk, key, before.current)
    focusCard(key)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the two fields inside
    <div class="note-editor" onKeyDown={onKeyDown}>
      <input
        class="note-title-input"
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
        aria-label={t.textField}
        placeholder={t.textHint}
        autocomplete="off"
        value={content}
        onInput={(event) => book.change(key, { content: event.currentTarget.value })}
      />
      <div class="note-editor-actions">
        <button class="note-button note-button-main" type="button" onClick={() => stopEditing(desk, key)}>
          {t.done}
        </button>
        <button class="note-button" type="button" onClick={() => cancelEditing(desk, key, before.current)}>
          {t.cancel}
        </button>
      </div>
    </div>
  )
}

/** Who wrote with the keyboard goes on with the keyboard. */
function focusCard(key: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-note="${key}"]`)?.focus({ preventScroll: true })
  })
}
