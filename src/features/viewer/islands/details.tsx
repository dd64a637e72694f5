import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call, type Outcome, type ProblemResponse } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { Notice } from '#ui/components/notice.tsx'
import { splitPath } from '#features/files/path.ts'
import { viewerMessages } from '../messages/viewer.ts'

type Props = { locale: Locale; fileId: string; newest: number }
type Fields = { folder: string; file_name: string } | { language: string }
type Note = { kind: 'refused'; refusal: ProblemResponse; fields: Fields } | { kind: 'offline' } | { kind: 'trashed' }

/** Submits the forms of the header without leaving the page and shows problems below them. */
function Details({ locale, fileId, newest }: Props) {
  const t = viewerMessages(locale)
  const note = useSignal<Note | null>(null)

  const save = async (fields: Fields) => {
    const answer = await call('PUT', `/api/files/${fileId}`, { body: { ...fields, prev_version: newest } })
    // A new name or language may change the highlighting, which the server renders.
    if (answer.outcome === 'done') window.location.reload()
    else note.value = noteOf(answer, fields)
  }
  const mark = async (name: string, button: HTMLButtonElement) => {
    const wanted = button.value === 'true'
    const answer = await sendMark(fileId, name, wanted)
    if (answer.outcome === 'done') showMark(name, wanted)
    else toast({ text: answer.outcome === 'refused' ? answer.refusal.message : t.offline, kind: 'error' })
  }
  const restore = async () => {
    const answer = await call('POST', `/api/trash/${fileId}/restore`)
    if (answer.outcome === 'refused') return toast({ text: answer.refusal.message, kind: 'error' })
    note.value = answer.outcome === 'done' ? null : { kind: 'offline' }
    if (answer.outcome === 'done') toast({ text: t.restored })
  }
  const trash = async () => {
    const answer = await call('POST', `/api/files/${fileId}/trash`)
    if (answer.outcome === 'refused') return toast({ text: answer.refusal.message, kind: 'error' })
    note.value = { kind: answer.outcome === 'done' ? 'trashed' : 'offline' }
    const action = { label: t.undo, run: () => void restore() }
    if (answer.outcome === 'done') toast({ text: t.trashed, action })
  }

  useEffect(() => answerForms({ save, mark, trash }), [])
  return <NoteStrip locale={locale} note={note.value} save={save} restore={restore} />
}

function noteOf(answer: Exclude<Outcome<unknown>, { outcome: 'done' }>, fields: Fields): Note {
  return answer.outcome === 'refused' ? { kind: 'refused', refusal: answer.refusal, fields } : { kind: 'offline' }
}

async function sendMark(fileId: string, name: string, wanted: boolean): Promise<Outcome<unknown>> {
  if (name === 'pin') return call('POST', `/api/files/${fileId}/pin`, { body: { is_pinned: wanted } })
  const path = wanted ? '/api/files/bulk-favorite' : '/api/files/bulk-unfavorite'
  return call('POST', path, { body: { file_ids: [fileId] } })
}

/** The button of this mark, a pin or a favourite. */
function showMark(name: string, isOn: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`[data-form="${name}"] button`)) {
    button.setAttribute('aria-pressed', String(isOn))
    button.value = String(!isOn)
  }
}

type Answers = {
  save: (fields: Fields) => Promise<void>
  mark: (name: string, button: HTMLButtonElement) => Promise<void>
  trash: () => Promise<void>
}

/** The server rendered the forms, and they work without script. */
function answerForms({ save, mark, trash }: Answers): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset['form'] === undefined) return
    event.preventDefault()
    const name = form.dataset['form']
    form.closest<HTMLElement>('[popover]')?.hidePopover()
    if (name === 'rename') rename(form, save)
    else if (name === 'trash') void trash()
    else if (event.submitter instanceof HTMLButtonElement) void mark(name, event.submitter)
  })
  const input = document.querySelector<HTMLInputElement>('.file-title-input')
  input?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    input.value = input.defaultValue
    input.blur()
  })
  document.querySelector<HTMLSelectElement>('.title-language select')?.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement) void save({ language: event.target.value })
  })
}

function rename(form: HTMLFormElement, save: (fields: Fields) => Promise<void>): void {
  const input = form.querySelector<HTMLInputElement>('.file-title-input')
  if (!input) return
  if (input.value === input.defaultValue) input.blur()
  else void save(pathFields(input.value))
}

function pathFields(path: string): Fields {
  const { folder, fileName } = splitPath(path)
  return { folder, file_name: fileName }
}

type StripProps = {
  locale: Locale
  note: Note | null
  save: (fields: Fields) => Promise<void>
  restore: () => Promise<unknown>
}

function NoteStrip({ locale, note, save, restore }: StripProps) {
  const t = viewerMessages(locale)
  if (!note) return null
  if (note.kind === 'trashed')
    return <Strip locale={locale} kind="warn" words={t.trashed} label={t.restore} run={() => void restore()} />
  const reload = () => window.location.reload()
  if (note.kind === 'offline')
    return <Strip locale={locale} kind="error" words={t.offline} label={t.reload} run={reload} />
  const { suggestion } = note.refusal.body
  const words = note.refusal.message
  if (typeof suggestion !== 'string')
    return <Strip locale={locale} kind="error" words={words} label={t.reload} run={reload} />
  const useSuggestion = () => void save({ ...note.fields, file_name: suggestion })
  return <Strip locale={locale} kind="error" words={words} label={t.useName(suggestion)} run={useSuggestion} />
}

type OneStrip = { locale: Locale; kind: 'warn' | 'error'; words: string; label: string; run: () => void }

function Strip({ locale, kind, words, label, run }: OneStrip) {
  return (
    <Notice kind={kind} locale={locale}>
      <div class="strip-row cluster gap-1-4">
        <span>{words}</span>
        <button class="button button-plain" type="button" onClick={run}>
          {label}
        </button>
      </div>
    </Notice>
  )
}

export const island = Details
