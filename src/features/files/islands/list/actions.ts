import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { MAX_BULK, TRASH_DAYS } from '../../file.ts'
import { liveMessages } from '../../messages/live.ts'
import type { DeletedReply, UpdatedReply } from '../../schema.ts'
import { readTags } from '../../tags.ts'
import { failure } from './here.ts'
import { refresh } from './pages.ts'
import { rowOf, tickedIds } from './rows.ts'
import { showSelection } from './selection.ts'

type Action = 'favorite' | 'unfavorite' | 'tag' | 'trash'
const PATHS: Record<Action, string> = {
  favorite: '/api/files/bulk-favorite',
  unfavorite: '/api/files/bulk-unfavorite',
  tag: '/api/files/bulk-tag',
  trash: '/api/files/bulk-delete',
}
const UNDO_SECONDS = 10

type Reply = Partial<(typeof UpdatedReply)['_output'] & (typeof DeletedReply)['_output']>

/** A button of the form was pressed. True when it was dealt with here; a zip is left to the browser, which downloads it. */
export function submitBulk(form: HTMLFormElement, button: HTMLButtonElement, locale: Locale): boolean {
  const t = liveMessages(locale)
  const only = new URL(button.formAction).searchParams.get('only')
  const ids = only === null ? tickedIds() : [only]
  const refusal = ids.length === 0 ? t.nothingSelected : ids.length > MAX_BULK ? t.tooMany : null
  if (refusal !== null) {
    toast({ text: refusal, kind: 'error' })
    return true
  }
  const action = actionOf(button.value)
  if (action === null) return false
  if (action === 'tag') tagFiles(form, ids, locale)
  else void act(action, ids, {}, locale)
  return true
}

function actionOf(value: string): Action | null {
  return value === 'favorite' || value === 'unfavorite' || value === 'tag' || value === 'trash' ? value : null
}

function tagFiles(form: HTMLFormElement, ids: string[], locale: Locale): void {
  const t = liveMessages(locale)
  const typed = new FormData(form).getAll('tags').filter((value) => typeof value === 'string')
  const tags = readTags(typed)
  if (tags === null || tags.length === 0) {
    toast({ text: tags === null ? t.badTags : t.noTags, kind: 'error' })
    return
  }
  const menu = document.getElementById('tag-menu')
  menu?.hidePopover()
  for (const input of menu?.querySelectorAll('input') ?? []) {
    if (input.type === 'checkbox') input.checked = false
    else input.value = ''
  }
  void act('tag', ids, { tags }, locale)
}

async function act(action: Action, ids: string[], more: object, locale: Locale): Promise<void> {
  if (action === 'favorite' || action === 'unfavorite') lightStars(ids, action === 'favorite')
  const days = action === 'trash' ? { ttl_days: TRASH_DAYS } : {}
  const outcome = await call<Reply>('POST', PATHS[action], { body: { file_ids: ids, ...more, ...days } })
  if (outcome.outcome !== 'done') report(outcome, () => void act(action, ids, more, locale), locale)
  else {
    failure.value = null
    sayDone(action, ids, outcome.data, locale)
  }
  // What is shown afterwards is what is stored, also when the answer was lost.
  await refresh()
  showSelection(locale)
}

/** At once, as if it had succeeded: the rows that come back say what is true. */
function lightStars(ids: readonly string[], on: boolean): void {
  for (const id of ids) rowOf(id)?.querySelector('.file-star')?.toggleAttribute('data-on', on)
}

function sayDone(action: Action, ids: string[], reply: Reply, locale: Locale): void {
  const t = liveMessages(locale)
  const n = ids.length
  if (action === 'trash') {
    const undo = { label: t.undo, run: () => void restoreAll(ids, locale) }
    toast({ text: `${t.doneTrash(reply.deleted ?? n)}.`, action: undo, seconds: UNDO_SECONDS })
  } else if (n > 1 || action === 'tag') {
    const says = { favorite: t.doneFavorite, unfavorite: t.doneUnfavorite, tag: t.doneTag }
    toast({ text: `${says[action](n)}.` })
  }
}

async function restoreAll(ids: readonly string[], locale: Locale): Promise<void> {
  const t = liveMessages(locale)
  let failed = 0
  for (const id of ids) {
    const outcome = await call('POST', `/api/trash/${id}/restore`)
    if (outcome.outcome !== 'done') failed += 1
  }
  await refresh()
  showSelection(locale)
  if (failed > 0) toast({ text: `${t.undoFailed(failed)}.`, kind: 'error' })
  else toast({ text: `${t.undone(ids.length)}.` })
}

function report(outcome: Exclude<Outcome<unknown>, { outcome: 'done' }>, retry: () => void, locale: Locale): void {
  const t = liveMessages(locale)
  // Whether it happened is not known, so a retry is offered only where doing it twice is doing it once: all of these are.
  failure.value =
    outcome.outcome === 'offline'
      ? { text: t.unknownAction, requestId: '', retry }
      : { text: `${t.failedAction} ${outcome.refusal.message}`, requestId: outcome.refusal.requestId, retry }
}
