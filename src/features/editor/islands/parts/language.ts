import type { EditorForm } from '#browser/editor-form.ts'
import type { CodeEditor } from '#browser/editor.ts'
import type { Words } from './session.ts'

const SOON_MS = 400
/** The beginning tells; a long text need not be read again on every pause. */
const READ_CHARS = 20_000

/** Colours the text by its language: the chosen one, else the one it looks like. Call it whenever something changed. */
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
