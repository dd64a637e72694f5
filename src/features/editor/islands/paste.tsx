import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { draftKeeper, findDrafts } from '#browser/editor-drafts.ts'
import { findPasteForm, type PasteForm, readTextFile } from '#browser/editor-paste.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { navigateTo } from '#browser/navigate.ts'
import { NO_FIELDS } from '../fields.ts'
import { editorMessages } from '../messages.ts'
import { suggestFileName } from '../suggest-name.ts'
import type { Words } from './parts/session.ts'

type Props = { locale: Locale; owner: string }
type SavedReply = { file_id: string }
type ShowStatus = (text: string) => void

const SOON_MS = 200
const READ_CHARS = 20_000

/** Shows the detected name and language of a pasted text, saves it, and accepts dropped files. */
function Paste({ locale, owner }: Props) {
  const t = editorMessages(locale)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const status = useSignal('')
  const waiting = useSignal(false)
  useEffect(() => {
    const form = paragraph.current && findPasteForm(paragraph.current)
    if (!form) return
    waiting.value = findDrafts(owner, 'new').length > 0
    const showStatus: ShowStatus = (text) => (status.value = text)
    let timer: ReturnType<typeof setTimeout> | undefined
    // The user may have pasted before the script loaded.
    if (form.content() !== '') void describe(form, t, showStatus)
    const stops = ['Mod+KeyS', 'Mod+Enter'].map((keys) => addShortcut({ keys, label: t.save, run: form.submit }))
    stops.push(
      form.listen({
        change: () => {
          clearTimeout(timer)
          timer = setTimeout(() => void describe(form, t, showStatus), SOON_MS)
        },
        submit: () => void savePasted(form, owner, t, showStatus),
        drop: (files) => void saveDropped(files, t, showStatus),
      }),
    )
    return () => stops.forEach((stop) => stop())
  }, [])
  return (
    <>
      <p ref={paragraph} class="paste-status hides-empty meta" role="status">
        {status.value}
      </p>
      {waiting.value && <a href="/files/new">{t.draftWaiting}</a>}
    </>
  )
}

async function describe(form: PasteForm, t: Words, showStatus: ShowStatus): Promise<void> {
  const content = form.content().slice(0, READ_CHARS)
  if (content.trim() === '') {
    form.suggest('')
    return showStatus('')
  }
  const { detectLanguage } = await import('#base/language/language.ts')
  const language = detectLanguage(form.fileName(), content)
  const name = suggestFileName(content, language)
  form.suggest(name)
  showStatus(t.pasteAs(language, form.fileName().trim() || name))
}

async function savePasted(form: PasteForm, owner: string, t: Words, showStatus: ShowStatus): Promise<void> {
  const fields = { ...NO_FIELDS, content: form.content(), fileName: form.fileName() }
  // After signing in again the user finds the draft on the page of a new file.
  const keeper = draftKeeper(owner, 'new', 0)
  keeper.keep(() => ({ ...fields, version: 0 }), 'now')
  const body = { content: fields.content, file_name: fields.fileName }
  const outcome = await call<SavedReply>('POST', '/files/new', { body })
  if (outcome.outcome === 'done' || !isCutOff(outcome)) keeper.drop()
  settle(outcome, t, showStatus)
}

async function saveDropped(files: File[], t: Words, showStatus: ShowStatus): Promise<void> {
  const [file, ...others] = files
  if (!file || others.length > 0) return showStatus(t.oneFile)
  const content = await readTextFile(file)
  if (content === null) return showStatus(t.notText(file.name))
  settle(await call<SavedReply>('POST', '/api/files', { body: { file_name: file.name, content } }), t, showStatus)
}

function isCutOff(outcome: Outcome<SavedReply>): boolean {
  return outcome.outcome === 'offline' || (outcome.outcome === 'refused' && outcome.refusal.status === 401)
}

function settle(outcome: Outcome<SavedReply>, t: Words, showStatus: ShowStatus): void {
  if (outcome.outcome === 'done') return navigateTo(`/file/${outcome.data.file_id}`)
  if (outcome.outcome === 'offline') return showStatus(t.offline)
  const { status, message } = outcome.refusal
  showStatus(status === 401 ? t.signedOut : t.notSaved(message))
}

export const island = Paste
