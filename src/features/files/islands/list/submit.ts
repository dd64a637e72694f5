import type { Locale } from '#base/messages.ts'
import { toast } from '#browser/toast.ts'
import { MAX_BULK } from '../../file.ts'
import { liveMessages } from '../../messages/live.ts'
import type { Action } from './batches.ts'
import { chosenIds } from './chosen.ts'
import { failure } from './here.ts'
import { tickedIds } from './rows.ts'

const ACTIONS: readonly Action[] = ['favorite', 'unfavorite', 'tag', 'move', 'trash']

/** The actions are loaded when the first is likely: the list itself must be light. */
export const loadActions = () => import('./actions.ts')

/** Handles a pressed button of the form. Returns false for a zip, which the browser downloads itself. */
export function submitBulk(form: HTMLFormElement, button: HTMLButtonElement, locale: Locale): boolean {
  const t = liveMessages(locale)
  const only = new URL(button.formAction).searchParams.get('only')
  const ids = only === null ? chosenIds() : [only]
  const action = ACTIONS.find((each) => each === button.value)
  if (ids.length === 0) toast({ text: t.nothingSelected, kind: 'error' })
  else if (action !== undefined) void start(action, form, { ids, waits: only === null }, locale)
  else if (ids.length > MAX_BULK) toast({ text: t.zipFull, kind: 'error' })
  else {
    sendAlong(form, ids)
    return false
  }
  return true
}

type Chosen = { ids: readonly string[]; waits: boolean }

async function start(action: Action, form: HTMLFormElement, chosen: Chosen, locale: Locale): Promise<void> {
  const actions = await loadActions().catch(() => null)
  if (actions === null) {
    const retry = () => void start(action, form, chosen, locale)
    failure.value = { of: 'action', text: liveMessages(locale).failedAction, requestId: '', retry }
  } else if (!chosen.waits || !actions.isActing()) actions.runAction(action, form, chosen.ids, locale)
}

/** The browser submits the ticked rows of the page; selected files without a row are added as hidden fields. */
function sendAlong(form: HTMLFormElement, ids: readonly string[]): void {
  const ticked = new Set(tickedIds())
  const add = ({ formData }: FormDataEvent) => {
    for (const id of ids) if (!ticked.has(id)) formData.append('file_ids', id)
  }
  form.addEventListener('formdata', add, { once: true })
}
