import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { announce } from '#browser/announce.ts'
import { call, type Outcome } from '#browser/api.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { replacePageParts } from '#browser/replace-page-parts.ts'
import { toast } from '#browser/toast.ts'
import { viewMessages } from '../messages.ts'

/** Answers the forms of /views in place. */
function Manage({ locale }: { locale: Locale }) {
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      const row = form instanceof HTMLFormElement ? form.closest<HTMLElement>('#views li[data-id]') : null
      if (!row || !(form instanceof HTMLFormElement)) return
      event.preventDefault()
      void submit(form, row, locale)
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [])
  return null
}

async function submit(form: HTMLFormElement, row: HTMLElement, locale: Locale): Promise<void> {
  const act = form.dataset['act']
  if (act === 'delete') await remove(row, locale)
  else if (act === 'rename') await rename(form, row, locale)
  else await move(row, act === 'up' ? -1 : 1, locale)
}

const rows = () => Array.from(document.querySelectorAll<HTMLElement>('#views li[data-id]'))
const dataOf = (row: HTMLElement) => ({
  id: row.dataset['id'] ?? '',
  name: row.dataset['name'] ?? '',
  page: row.dataset['page'] ?? '',
  query: row.dataset['query'] ?? '',
})

async function move(row: HTMLElement, step: 1 | -1, locale: Locale): Promise<void> {
  const { id, name } = dataOf(row)
  const ids = rows().map((each) => dataOf(each).id)
  const at = ids.indexOf(id)
  const ordered = ids.toSpliced(at, 1).toSpliced(at + step, 0, id)
  if (!(await isDone(call('PUT', '/api/views/order', { body: { view_ids: ordered } }), locale))) return
  await refresh()
  focusIn(id, step === 1 ? ['down', 'up'] : ['up', 'down'])
  announce(viewMessages(locale).moved(name, at + step + 1))
}

async function rename(form: HTMLFormElement, row: HTMLElement, locale: Locale): Promise<void> {
  const { id } = dataOf(row)
  const name = new FormData(form).get('name')
  if (!(await isDone(call('PATCH', `/api/views/${id}`, { body: { name } }), locale))) return
  await refresh()
  focusIn(id, ['rename'])
  announce(viewMessages(locale).renamed)
}

async function remove(row: HTMLElement, locale: Locale): Promise<void> {
  const t = viewMessages(locale)
  const { id, ...view } = dataOf(row)
  const at = rows().indexOf(row)
  if (!(await isDone(call('DELETE', `/api/views/${id}`), locale))) return
  await refresh()
  const next = rows()[at] ?? rows().at(-1)
  if (next) focusIn(dataOf(next).id, ['delete'])
  else document.getElementById('views')?.focus()
  const undo = { label: t.undo, run: () => void restore({ ...view, position: at + 1 }, locale), isUndo: true as const }
  toast({ text: t.deleted(view.name), action: undo })
}

type Deleted = { name: string; page: string; query: string; position: number }

async function restore(view: Deleted, locale: Locale): Promise<void> {
  const saved = call<{ view: { id: string } }>('POST', '/api/views', { body: view })
  if (!(await isDone(saved, locale))) return
  await refresh()
  const answer = await saved
  if (answer.outcome === 'done') focusIn(answer.data.view.id, ['delete'])
  announce(viewMessages(locale).restored(view.name))
}

async function isDone(calling: Promise<Outcome<unknown>>, locale: Locale): Promise<boolean> {
  const answer = await calling
  if (answer.outcome === 'done') return true
  const text = answer.outcome === 'refused' ? answer.refusal.message : viewMessages(locale).failed
  toast({ text, kind: 'error' })
  return false
}

/** The server draws the list and the sidebar again. */
async function refresh(): Promise<void> {
  const answer = await fetchPage('/views')
  if (answer.outcome !== 'done') return
  if (window.location.pathname + window.location.search !== '/views') window.history.replaceState(null, '', '/views')
  replacePageParts(answer.page, ['views', 'side-views', 'more-views'], '/views')
}

/** The first of these buttons that can be pressed; the one that was pressed has been replaced. */
function focusIn(id: string, acts: readonly string[]): void {
  const row = document.getElementById(`view-${id}`)
  for (const act of acts) {
    const button = row?.querySelector<HTMLElement>(
      `form[data-act="${act}"] > button:enabled, button[data-act="${act}"]`,
    )
    if (button) return button.focus()
  }
}

export const island = Manage
