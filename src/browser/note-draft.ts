import { HEADER_PX } from './header-height.ts'
import type { Lines } from './selected-lines.ts'

export type DraftWords = { textField: string; textHint: string }

/** How typing ended before the editor was loaded. Leaving the box counts as done. */
type Ending = 'done' | 'escape'

/** The note of this text, once it exists. */
type Note = { typed: (text: string) => void; ended: (ending: Ending) => void }

/**
 * The text box in which a new note begins. It opens on the shortcut itself: the editor's script may load for seconds, and letters
 * typed meanwhile would act as shortcuts. It is a focused text box and not a list of pressed keys, so that input methods,
 * pasting and dictation work.
 */
export class NoteDraft {
  /** Null: the selected lines of the page. */
  readonly lines: Lines | null
  readonly #box = document.createElement('textarea')
  readonly #closing = new AbortController()
  #note: Note | null = null
  #ending: Ending | null = null
  #isComposing = false

  /** `top`: where the box opens in the window, on pages whose lines are not elements. */
  constructor(lines: Lines | null, { textField, textHint }: DraftWords, top = lineTop(lines)) {
    this.lines = lines
    this.#box.className = 'note-draft'
    this.#box.dir = 'auto'
    this.#box.rows = 3
    this.#box.autocomplete = 'off'
    this.#box.placeholder = textHint
    this.#box.setAttribute('aria-label', textField)
    this.#listen()
    document.querySelector('main')?.append(this.#box)
    this.#box.style.setProperty('--line-top', `${inWindow(top)}px`)
    this.focus()
  }

  get isOpen(): boolean {
    return this.#box.isConnected
  }

  /** Escape, or leaving, without a text: no note is created. */
  get isAbandoned(): boolean {
    return this.#ending !== null && this.#box.value.trim() === ''
  }

  focus(): void {
    this.#box.focus({ preventScroll: true })
  }

  /** Passes every text to the note, earlier ones included. */
  writeTo(note: Note): void {
    this.#note = note
    if (this.#box.value !== '') note.typed(this.#box.value)
    if (this.#ending) this.#end(this.#ending)
  }

  /** Transfers focus and caret in one step, so that no key is lost between the two boxes. */
  moveTo(editor: HTMLTextAreaElement): void {
    const move = () => {
      const { value, selectionStart, selectionEnd } = this.#box
      if (value !== '') this.#note?.typed(value)
      editor.value = value
      this.#closing.abort()
      editor.focus({ preventScroll: true })
      editor.setSelectionRange(selectionStart, selectionEnd)
      this.#box.remove()
    }
    // Moving the focus would abort an IME composition.
    if (this.#isComposing) this.#box.addEventListener('compositionend', move, { once: true })
    else move()
  }

  #listen(): void {
    const { signal } = this.#closing
    const on = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void) =>
      this.#box.addEventListener(name, run, { signal })
    on('compositionstart', () => (this.#isComposing = true))
    on('compositionend', () => (this.#isComposing = false))
    on('input', () => this.#note?.typed(this.#box.value))
    on('keydown', (event) => this.#onKey(event))
    // Until the note has the text, only this page has it: the browser confirms before it is closed.
    const ask = (event: Event) => {
      if (!this.#note && this.#box.value.trim() !== '') event.preventDefault()
    }
    window.addEventListener('beforeunload', ask, { signal })
    on('blur', () => this.#onBlur())
  }

  #onBlur(): void {
    // The window lost the focus, not the box: typing may continue.
    if (this.#ending || !document.hasFocus()) return
    // With its first picture the browser goes to the line in the address, and takes the focus away from a box that was opened before.
    if (performance.getEntriesByType('paint').length === 0) queueMicrotask(() => this.focus())
    else this.#end('done')
  }

  #onKey(event: KeyboardEvent): void {
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.isComposing || (!isDone && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    this.#end(isDone ? 'done' : 'escape')
  }

  /** A text without a note yet stays visible. */
  #end(ending: Ending): void {
    this.#ending = ending
    this.#note?.ended(ending)
    if (!this.#note && !this.isAbandoned) return this.#box.blur()
    this.#closing.abort()
    this.#box.remove()
  }
}

const BOX_PX = 160

function lineTop(lines: Lines | null): number {
  const line = lines ? document.getElementById(`L${lines.from}`) : document.querySelector('.is-chosen')
  return line?.getBoundingClientRect().top ?? HEADER_PX
}

/** Beside its line, as far as the line is visible. */
function inWindow(top: number): number {
  return Math.max(HEADER_PX, Math.min(top, window.innerHeight - BOX_PX))
}
