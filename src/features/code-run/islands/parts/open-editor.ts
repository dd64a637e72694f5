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
  const textarea = host.nextElementSibling
  const editor = openEditor(host, {
    // Use the current value, not the server's: the user may have typed before the editor loaded.
    text: textarea instanceof HTMLTextAreaElement ? textarea.value : '',
    label: runMessages(locale).code,
    describedBy: 'run-hint',
    styleNonce: readStyleNonce('editor-nonce'),
    phrases: {},
    onChange: on.changed,
    keys: { 'Mod-Enter': on.run },
  })
  await editor.setLanguage('Python')
  return editor
}
