import type { CodeEditor, EditorOptions } from './editor.ts'
import { loadWhenOnline } from './when-online.ts'

/**
 * Opens an editor in place of the textarea that serves until its script has loaded. The text, the focus and the selection are taken over
 * from the textarea, and undo leads back to `options.text`. The caller then hides the textarea.
 */
export async function replaceTextarea(
  textarea: HTMLTextAreaElement,
  host: HTMLElement,
  options: EditorOptions,
): Promise<CodeEditor> {
  const composed = watchComposition(textarea)
  const { openEditor } = await loadWhenOnline(() => import('./editor.ts'))
  await composed()
  const { value, selectionStart, selectionEnd, selectionDirection } = textarea
  const hasFocus = textarea === document.activeElement
  const editor = openEditor(host, options)
  if (value !== options.text) editor.setText(value)
  const [anchor, head] =
    selectionDirection === 'backward' ? [selectionEnd, selectionStart] : [selectionStart, selectionEnd]
  if (hasFocus) editor.select({ anchor, head })
  return editor
}

/** Returns how to wait until no character is being composed: the input method would lose it with its textarea. */
function watchComposition(textarea: HTMLTextAreaElement): () => Promise<void> {
  let isComposing = false
  textarea.addEventListener('compositionstart', () => (isComposing = true))
  textarea.addEventListener('compositionend', () => (isComposing = false))
  return async () => {
    while (isComposing)
      await new Promise((resolve) => textarea.addEventListener('compositionend', resolve, { once: true }))
  }
}
