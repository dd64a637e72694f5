import type { EditorForm } from '#browser/editor-form.ts'
import type { CodeEditor } from '#browser/editor.ts'
import type { Words } from './session.ts'

const SOON_MS = 400
/** Detection reads only the beginning, so that a long text is not read again on every pause. */
const READ_CHARS = 20_000

/** Highlights the text by its language: the chosen one, else the detected one. Call it after every change. */
export function followLanguage(form: EditorForm, editor: CodeEditor, t: Words): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    const { detectLanguage } = await import('#base/language/language.ts')
    const { fileName, language } = form.details()
    const detected = detectLanguage(fileName, editor.text().slice(0, READ_CHARS))
    form.nameDetected(t.detected(detected))
    await editor.setLanguage(language || detected)
  }
  void look()
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), SOON_MS)
  }
}
