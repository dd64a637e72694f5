import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { plainEnds } from '../line-ends.ts'
import type { Locale } from '#base/messages.ts'
import { findDrafts, type FoundDraft } from '#browser/editor-drafts.ts'
import { type EditorForm, findEditorForm } from '#browser/editor-form.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { openNoteDraft } from '#browser/note-request.ts'
import { announceEditor } from '#browser/open-editor.ts'
import { replaceTextarea } from '#browser/replace-textarea.ts'
import { keepLines } from '#browser/view-links.ts'
import { Notice } from '#ui/components/notice.tsx'
import { editorMessages } from '../messages.ts'
import { Action } from './parts/action.tsx'
import { DraftBanner } from './parts/draft-banner.tsx'
import { followLanguage } from './parts/language.ts'
import { MergeView } from './parts/merge-view.tsx'
import { searchPhrases } from './parts/phrases.ts'
import { type OpenFile, Session } from './parts/session.ts'

type Props = { locale: Locale; owner: string; file: Omit<OpenFile, 'content'> | null }
type Open = { session: Session; drafts: FoundDraft[]; form: EditorForm; close: () => void }

/** Replaces the textarea by the editor. Until it has loaded, and if it never does, the plain form works. */
function Editor({ locale, owner, file }: Props) {
  const t = editorMessages(locale)
  const host = useRef<HTMLDivElement>(null)
  const open = useSignal<Open | null>(null)
  const failed = useSignal(false)

  useEffect(() => {
    let gone = false
    if (!host.current) return
    start(host.current, { locale, owner, file }).then(
      (opened) => (gone ? opened.close() : (open.value = opened)),
      () => {
        showLargeText()
        failed.value = true
      },
    )
    return () => {
      gone = true
      open.value?.close()
    }
  }, [])

  const { session, drafts, form } = open.value ?? {}
  const conflict = session?.conflict.value
  const freeName = session?.freeName.value
  return (
    <>
      {failed.value && (
        <Notice kind="warn" locale={locale}>
          {t.failed}
        </Notice>
      )}
      {session && form && freeName && (
        <div class="actions editor-free-name">
          <Action run={() => saveAs(session, form, freeName)}>{t.useName(freeName)}</Action>
        </div>
      )}
      {session && drafts && (
        <DraftBanner
          locale={locale}
          drafts={drafts}
          version={file?.version ?? 0}
          restore={(draft) => session.restore(draft)}
        />
      )}
      {session && conflict && (
        <MergeView locale={locale} conflict={conflict} take={(text, then) => session.take(text, then)} />
      )}
      <div ref={host} class="editor-host hides-empty" hidden={conflict !== undefined && conflict !== null} />
    </>
  )
}

async function saveAs(session: Session, form: EditorForm, fileName: string): Promise<void> {
  form.setDetails({ ...form.details(), fileName })
  return session.save()
}

async function start(host: HTMLElement, { locale, owner, ...props }: Props): Promise<Open> {
  const t = editorMessages(locale)
  const form = findEditorForm()
  const file = props.file && { ...props.file, content: storedText(form) }
  const stored = plainEnds(file?.content ?? '')
  let changed = () => {}
  const editor = await replaceTextarea(form.textarea, host, {
    text: stored,
    label: t.content,
    describedBy: 'editor-hint',
    styleNonce: form.styleNonce,
    phrases: searchPhrases(locale),
    onChange: () => changed(),
    keys: props.file ? { 'Alt-Enter': () => noteHere() } : {},
  })
  const noteHere = () => {
    const lines = editor.lines.chosen()
    openNoteDraft(lines, editor.lines.topOf(lines.from))
  }
  const session = new Session(file, { owner, form, editor, t })
  const follow = followLanguage(form, editor, t)
  changed = () => {
    session.changed()
    follow()
  }
  const drafts = findDrafts(owner, file?.id ?? 'new').filter(({ content }) => content !== editor.text())
  form.showTextarea(false)
  const isTyped = form.textarea.value !== stored
  if (isTyped) session.changed()
  if (file) announceEditor({ editor, stored: session.newest, catchUp: async () => session.catchUp() })
  const asked = /^#L(\d+)/.exec(window.location.hash)?.[1]
  if (asked !== undefined && !isTyped) editor.reveal(Number(asked))
  const stops = [
    keepLines(() => {
      const { from } = editor.lines.chosen()
      return from > 1 ? `#L${from}` : ''
    }),
    onNoteButton(noteHere),
    form.listen({ submit: () => void session.save(), change: changed }),
    addShortcut({ keys: 'Mod+KeyS', label: t.save, run: () => void session.save() }),
    whenLeaving(() => session.leave()),
    () => form.showTextarea(true),
    () => editor.close(),
  ]
  return { session, drafts, form, close: () => stops.forEach((stop) => stop()) }
}

/** The page carries the stored text in a block of its own only if it is not what the textarea was sent with. */
function storedText({ textarea }: EditorForm): string {
  const block = document.getElementById('editor-stored')
  if (!block) return textarea.defaultValue
  const text: unknown = JSON.parse(block.textContent)
  return typeof text === 'string' ? text : ''
}

function showLargeText(): void {
  delete document.getElementById('editor-content')?.dataset['large']
}

/** The buttons of the bar and of its menu, which the server rendered. */
function onNoteButton(run: () => void): () => void {
  const buttons = document.querySelectorAll('[data-do="note"]')
  for (const button of buttons) button.addEventListener('click', run)
  return () => buttons.forEach((button) => button.removeEventListener('click', run))
}

function whenLeaving(run: () => void): () => void {
  window.addEventListener('pagehide', run)
  return () => window.removeEventListener('pagehide', run)
}

export const island = Editor
