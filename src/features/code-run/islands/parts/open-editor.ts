import type { Locale } from '#base/messages.ts'
import type { CodeEditor } from '#browser/editor.ts'
import { replaceTextarea } from '#browser/replace-textarea.ts'
import { readStyleNonce } from '#browser/style-nonce.ts'
import { runMessages } from '../../messages.ts'

/** Mounts the editor in place of the textarea after `host`. */
export async function openEditorIn(
  host: HTMLElement,
  locale: Locale,
  on: { run: () => void; changed: () => void },
): Promise<CodeEditor> {
  const textarea = textareaAfter(host)
  return replaceTextarea(textarea, host, {
    text: textarea.defaultValue,
    label: runMessages(locale).code,
    describedBy: 'run-hint',
    styleNonce: readStyleNonce('editor-nonce'),
    phrases: {},
    onChange: on.changed,
    keys: { 'Mod-Enter': on.run },
  })
}

/**
 * Runs once the user turns to the code. The editor costs a slow phone half a second, in which it would not answer; reading, and running
 * the example, need no editor.
 */
export function whenTouched(host: HTMLElement, run: () => void): void {
  const textarea = textareaAfter(host)
  if (textarea === document.activeElement) return run()
  for (const sign of ['focus', 'pointerenter'] as const) textarea.addEventListener(sign, run, { once: true })
}

/** The current value of the textarea, not the server's: the user may type before the editor has loaded. */
export function typedIn(host: HTMLElement): string {
  return textareaAfter(host).value
}

function textareaAfter(host: HTMLElement): HTMLTextAreaElement {
  const textarea = host.nextElementSibling
  if (textarea instanceof HTMLTextAreaElement) return textarea
  throw new Error('No textarea follows the host of the editor')
}
