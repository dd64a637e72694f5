import type { Locale } from '#base/messages.ts'
import type { CodeEditor } from '#browser/editor.ts'
import { readStyleNonce } from '#browser/style-nonce.ts'
import { runMessages } from '../../messages.ts'

/** Mounts the editor in front of the textarea that serves until it loads. */
export async function openEditorIn(
  host: HTMLElement,
  locale: Locale,
  on: { run: () => void; changed: () => void },
): Promise<CodeEditor> {
  const { openEditor } = await import('#browser/editor.ts')
  return openEditor(host, {
    text: typedIn(host),
    label: runMessages(locale).code,
    describedBy: 'run-hint',
    styleNonce: readStyleNonce('editor-nonce'),
    phrases: {},
    onChange: on.changed,
    keys: { 'Mod-Enter': on.run },
  })
}

/** The current value of the textarea, not the server's: the user may type before the editor has loaded. */
export function typedIn(host: HTMLElement): string {
  const textarea = host.nextElementSibling
  return textarea instanceof HTMLTextAreaElement ? textarea.value : ''
}
