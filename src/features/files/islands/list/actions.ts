import type { Locale } from '#base/messages.ts'
import { call, type Outcome } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { MAX_BULK, TRASH_DAYS } from '../../file.ts'
import { actionMessages } from '../../messages/actions.ts'
import { liveMessages } from '../../messages/live.ts'
import type { DeletedReply, RestoredReply, UpdatedReply } from '../../schema/files.ts'
import { readTags } from '../../tags.ts'
import { type Action, type Batches, type Failed, inBatches } from './batches.ts'
import { leaveOut, writeLine } from './chosen.ts'
import { type Failure, failure } from './here.ts'
import { refresh } from './pages.ts'
import { rowOf } from './rows.ts'
import { showSelection } from './selection.ts'

const PATHS: Record<Action, string> = {
  favorite: '/api/files/bulk-favorite',
  unfavorite: '/api/files/bulk-unfavorite',
  tag: '/api/files/bulk-tag',
  move: '/api/files/bulk-move',
  trash: '/api/files/bulk-delete',
}
const PATIENCE_MS = 250

type Reply = Partial<(typeof UpdatedReply)['_output'] & (typeof DeletedReply)['_output']>

/** True while bulk calls are in flight, which disables their buttons. */
let isBusy = false

/** Runs a bulk action on these files. One at a time; a star on a row does not wait for it. */
export function runAction(action: Action, form: HTMLFormElement, ids: readonly string[], locale: Locale): void {
  if (action === 'tag') tagFiles(form, ids, locale)
  else if (action === 'move') moveFiles(form, ids, locale)
  else void act(action, ids, {}, locale)
}

export function isActing(): boolean {
  return isBusy
}

function tagFiles(form: HTMLFormElement, ids: readonly string[], locale: Locale): void {
  const t = actionMessages(locale)
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

function moveFiles(form: HTMLFormElement, ids: readonly string[], locale: Locale): void {
  const folder = new FormData(form).get('folder')
  document.getElementById('move-menu')?.hidePopover()
  if (typeof folder === 'string') void act('move', ids, { folder: folder.trim() }, locale)
}

async function act(action: Action, ids: readonly string[], more: object, locale: Locale): Promise<void> {
  if (action === 'favorite' || action === 'unfavorite') lightStars(ids, action === 'favorite')
  const days = action === 'trash' ? { ttl_days: TRASH_DAYS } : {}
  const send = (batch: readonly string[]) =>
    call<Reply>('POST', PATHS[action], { body: { file_ids: batch, ...more, ...days } })
  const result = await walk(ids, send, (rest) => void act(action, rest, more, locale), locale)
  showDone(action, result, locale)
  leaveOut(action === 'trash' ? [...result.done, ...result.missing] : result.missing)
  await showTruth(locale)
}

/** Reload the rows after an action, because a lost response leaves its result unknown. */
async function showTruth(locale: Locale): Promise<void> {
  await refresh()
  showSelection(locale)
}

/** Sends the batches one after the other and shows a failure with a retry for the rest. */
async function walk<T>(
  ids: readonly string[],
  send: (batch: readonly string[]) => Promise<Outcome<T>>,
  goOn: (rest: readonly string[]) => void,
  locale: Locale,
): Promise<Batches<T>> {
  const progress = ids.length > MAX_BULK ? showProgress(ids.length, locale) : null
  const result = await inBatches(ids, send, progress?.step)
  progress?.end()
  failure.value = result.failed && failureOf(result.failed, result, () => goOn(result.rest), locale)
  return result
}

function showProgress(of: number, locale: Locale): { step: (done: number) => void; end: () => void } {
  let [done, isSlow] = [0, false]
  const write = () => isSlow && writeLine(actionMessages(locale).working(done, of))
  const timer = setTimeout(() => {
    isSlow = true
    write()
  }, PATIENCE_MS)
  setBusy(true)
  return {
    step: (n) => {
      done = n
      write()
    },
    end: () => {
      clearTimeout(timer)
      setBusy(false)
      writeLine('')
    },
  }
}

function setBusy(busy: boolean): void {
  isBusy = busy
  document.querySelector('.list-bar')?.toggleAttribute('data-busy', busy)
}

/** Optimistic update; the refreshed rows correct it. */
function lightStars(ids: readonly string[], on: boolean): void {
  for (const id of ids) rowOf(id)?.querySelector('.file-star')?.toggleAttribute('data-on', on)
}

function showDone(action: Action, { done, missing, replies }: Batches<Reply>, locale: Locale): void {
  const t = actionMessages(locale)
  const n = done.length
  const gone = missing.length > 0 ? ` ${t.missing(missing.length)}.` : ''
  if (n === 0) {
    if (gone) toast({ text: gone.trim(), kind: 'error' })
  } else if (action === 'trash') {
    const undo = { label: t.undo, run: () => void restoreAll(done, locale), isUndo: true as const }
    const deleted = replies.reduce((sum, reply) => sum + (reply.deleted ?? 0), 0)
    toast({ text: `${t.doneTrash(deleted)}.${gone}`, action: undo })
  } else if (n > 1 || action === 'tag' || action === 'move' || gone) {
    const texts = { favorite: t.doneFavorite, unfavorite: t.doneUnfavorite, tag: t.doneTag, move: t.doneMove }
    toast({ text: `${texts[action](n)}.${gone}` })
  }
}

type Restored = (typeof RestoredReply)['_output']

async function restoreAll(ids: readonly string[], locale: Locale): Promise<void> {
  const t = actionMessages(locale)
  const send = (batch: readonly string[]) =>
    call<Restored>('POST', '/api/trash/bulk-restore', { body: { file_ids: batch } })
  const { done, missing, replies } = await walk(ids, send, (rest) => void restoreAll(rest, locale), locale)
  await showTruth(locale)
  const taken = replies.flatMap((reply) => reply.skipped_name_taken).length
  const back = done.length - taken
  const parts = [
    back > 0 && t.undone(back),
    taken > 0 && t.undoTaken(taken),
    missing.length > 0 && t.missing(missing.length),
  ]
  const text = parts
    .filter(Boolean)
    .map((each) => `${each}.`)
    .join(' ')
  if (text) toast({ text, kind: taken + missing.length > 0 ? 'error' : 'success' })
}

function failureOf(failed: Failed, { done, rest }: Batches<unknown>, retry: () => void, locale: Locale): Failure {
  const t = actionMessages(locale)
  const n = done.length
  // A lost response leaves the result unknown. A retry is safe because all these actions are idempotent.
  if (failed.outcome === 'offline')
    return { of: 'action', text: n > 0 ? t.partlyUnknown(n) : t.unknownAction, requestId: '', retry }
  const { message, requestId } = failed.refusal
  return {
    of: 'action',
    text: `${n > 0 ? t.partly(n, rest.length) : liveMessages(locale).failedAction} ${message}`,
    requestId,
    retry,
  }
}
