import type { ReadonlySignal } from '@preact/signals'
import type { CodeEditor } from './editor.ts'

/** The editor of a stored file, for the notes beside it. */
export type OpenEditor = {
  editor: CodeEditor
  /** The newest text that this page knows the server to have, with LF line ends. */
  stored: ReadonlySignal<string>
  /** Looks whether another page has stored a newer one. */
  catchUp: () => Promise<void>
}

const opened = Promise.withResolvers<OpenEditor>()

/** Resolves when the editor has replaced the plain form. Stays open when the editor could not be loaded. */
export async function whenEditorOpen(): Promise<OpenEditor> {
  return opened.promise
}

export function announceEditor(editor: OpenEditor): void {
  opened.resolve(editor)
}
