import type { Locale } from '#base/messages.ts'
import type { CodeEditor } from '#browser/editor.ts'
import { readStyleNonce } from '#browser/style-nonce.ts'
import { runMessages } from '../../messages.ts'

/** Puts the editor before the textarea that stands for it until it arrives. */
export async function openEditorIn(
  host: HTMLElement,
  locale: Locale,
  on: { run: () => void; changed: () => void },
): Promise<CodeEditor> {
  const { openEditor } = await import('#browser/editor.ts')
  const textarea = host.nextElementSibling
  const editor = openEditor(host, {
    // Not what the server sent: somebody may have begun to type before this arrived.
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
