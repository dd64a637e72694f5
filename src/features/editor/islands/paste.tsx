import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { draftKeeper, findDrafts } from '#browser/editor-drafts.ts'
import { findPasteForm, type PasteForm, readTextFile } from '#browser/editor-paste.ts'
import { goTo } from '#browser/go.ts'
import { NO_FIELDS } from '../fields.ts'
import { editorMessages } from '../messages.ts'
import { suggestFileName } from '../suggest-name.ts'
import type { Words } from './parts/session.ts'

type Props = { locale: Locale; owner: string }
type SavedReply = { file_id: string }
type Say = (text: string) => void

const SOON_MS = 200
const READ_CHARS = 20_000

/** Says what a pasted text will become, saves it without leaving it behind on the way, and takes dropped files. */
function Paste({ locale, owner }: Props) {
  const t = editorMessages(locale)
  const place = useRef<HTMLParagraphElement>(null)
  const status = useSignal('')
  const waiting = useSignal(false)
  useEffect(() => {
    const form = place.current && findPasteForm(place.current)
    if (!form) return
    waiting.value = findDrafts(owner, 'new').length > 0
    const say: Say = (text) => (status.value = text)
    let timer: ReturnType<typeof setTimeout> | undefined
    // Whoever was quicker than the script has pasted already.
    if (form.content() !== '') void describe(form, t, say)
    return form.listen({
      change: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void describe(form, t, say), SOON_MS)
      },
      submit: () => void savePasted(form, owner, t, say),
      drop: (files) => void saveDropped(files, t, say),
    })
  }, [])
  return (
    <>
      <p ref={place} class="paste-status" role="status">
        {status.value}
      </p>
      {waiting.value && <a href="/files/new">{t.draftWaiting}</a>}
    </>
  )
}

async function describe(form: PasteForm, t: Words, say: Say): Promise<void> {
  const content = form.content().slice(0, READ_CHARS)
  if (content.trim() === '') {
    form.suggest('')
    return say('')
  }
  const { detectLanguage } = await import('#base/language/language.ts')
  const language = detectLanguage(form.fileName(), content)
  const name = suggestFileName(content, language)
  form.suggest(name)
  say(t.pasteAs(language, form.fileName().trim() || name))
}

async function savePasted(form: PasteForm, owner: string, t: Words, say: Say): Promise<void> {
  const fields = { ...NO_FIELDS, content: form.content(), fileName: form.fileName() }
  // Whoever has to sign in again first finds the text where new files are made.
  const keeper = draftKeeper(owner, 'new', 0)
  keeper.keep(() => ({ ...fields, version: 0 }), 'now')
  const body = { content: fields.content, file_name: fields.fileName }
  const outcome = await call<SavedReply>('POST', '/files/new', { body })
  if (outcome.outcome === 'done' || !isCutOff(outcome)) keeper.drop()
  settle(outcome, t, say)
}

async function saveDropped(files: File[], t: Words, say: Say): Promise<void> {
  const [file, ...others] = files
  if (!file || others.length > 0) return say(t.oneFile)
  const content = await readTextFile(file)
  if (content === null) return say(t.notText(file.name))
  settle(await call<SavedReply>('POST', '/api/files', { body: { file_name: file.name, content } }), t, say)
}

function isCutOff(outcome: Outcome<SavedReply>): boolean {
  return outcome.outcome === 'offline' || (outcome.outcome === 'refused' && outcome.refusal.status === 401)
}

function settle(outcome: Outcome<SavedReply>, t: Words, say: Say): void {
  if (outcome.outcome === 'done') return goTo(`/file/${outcome.data.file_id}`)
  if (outcome.outcome === 'offline') return say(t.offline)
  const { status, message } = outcome.refusal
  say(status === 401 ? t.signedOut : t.notSaved(message))
}

export const island = Paste
