import type { Locale } from '#base/messages.ts'
import { type Notice, type NoticeWords, findPageShowing, readNotice } from './notice.ts'
import type { ClickedEvent, PushedEvent, WorkerScope } from './scope.ts'

type Words = (locale: Locale) => ReturnType<NoticeWords> & {
  done: string
  snooze: string
  moved: string
  movedBody: string
  failed: string
  failedBody: string
}

type Kept = Pick<Notice, 'url' | 'lang' | 'seen'>
type Step = 'received' | 'shown' | 'clicked' | 'done' | 'snoozed' | 'closed' | 'failed'

const SNOOZE_MINUTES = 60
const ICON = '/assets/icon-192.v1.png'
const BADGE = '/assets/badge-96.v1.png'
const CHANNEL = 'codeshelf-reminders'

/** Displays pushes as notifications, and handles clicks on them. */
export function handleNotifications(scope: WorkerScope, words: Words): void {
  scope.addEventListener('push', (event) => event.waitUntil(onPush(scope, words, event)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(onClick(scope, words, event))
  })
  scope.addEventListener('notificationclose', (event) => event.waitUntil(report('closed')))
}

async function onPush(scope: WorkerScope, words: Words, event: PushedEvent): Promise<void> {
  const notice = readNotice(textOf(event), scope.navigator.language, words)
  // First of all, so that a notification is displayed even if the rest fails.
  await show(scope, words, notice)
  notifyPages()
  await Promise.all([report('received'), report('shown'), setBadge(scope)])
}

function textOf({ data }: PushedEvent): string | null {
  try {
    return data?.text() ?? null
  } catch {
    return null
  }
}

/** Workers support actions, but TypeScript's DOM types do not. */
type Options = NotificationOptions & { actions?: { action: string; title: string }[] }

async function show(scope: WorkerScope, words: Words, notice: Notice): Promise<void> {
  const { title, body, tag, lang, url, seen } = notice
  const t = words(lang)
  const kept: Kept = { url, lang, seen }
  const options: Options = { body, tag, lang, dir: 'auto', icon: ICON, badge: BADGE, data: kept }
  if (seen)
    options.actions = [
      { action: 'done', title: t.done },
      { action: 'snooze', title: t.snooze },
    ]
  await scope.registration.showNotification(title, options)
}

async function onClick(scope: WorkerScope, words: Words, { notification, action }: ClickedEvent): Promise<void> {
  const kept = (notification.data ?? { url: '/reminders', lang: 'en', seen: null }) as Kept
  const isAct = kept.seen !== null && (action === 'done' || action === 'snooze')
  if (!isAct) {
    await Promise.all([open(scope, kept.url), report('clicked')])
    return
  }
  const status = action === 'done' ? await finish(kept.seen) : await putOff(kept.seen)
  await afterAct(scope, words, kept, notification, status, action === 'done' ? 'done' : 'snoozed')
}

async function open(scope: WorkerScope, url: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = findPageShowing(pages, url, scope.location.origin)
  if (!there) {
    await scope.clients.openWindow(url)
    return
  }
  await there.focus()
  const address = new URL(url, scope.location.origin).href
  // Only pages that this worker controls can be navigated; others are at least focused.
  if (there.url !== address) await there.navigate(address).catch(() => undefined)
}

/** The exact time: yesterday's notification must not close one that was since set for tomorrow. */
function finish(seen: Kept['seen']): Promise<number> {
  return post('/api/sticky-notes/reminders/ack', { note_id: seen?.noteId, remind_at: seen?.remindAt })
}

function putOff(seen: Kept['seen']): Promise<number> {
  const body = { minutes: SNOOZE_MINUTES, remind_at: seen?.remindAt }
  return post(`/api/sticky-notes/note/${seen?.noteId ?? ''}/snooze`, body)
}

async function afterAct(
  scope: WorkerScope,
  words: Words,
  kept: Kept,
  { tag }: Notification,
  status: number,
  step: Step,
): Promise<void> {
  const isDone = status >= 200 && status < 300
  const t = words(kept.lang)
  if (!isDone) {
    const [title, body] = status === 404 ? [t.moved, t.movedBody] : [t.failed, t.failedBody]
    // Silent, and under its own tag: closing the clicked notification would close this one too.
    const data: Kept = { ...kept, seen: null }
    await scope.registration.showNotification(title, {
      body,
      tag: `${tag} answer`,
      lang: kept.lang,
      dir: 'auto',
      silent: true,
      icon: ICON,
      data,
    })
  }
  notifyPages()
  await Promise.all([report(isDone ? step : 'failed'), setBadge(scope)])
}

/** Zero when there was no response. */
async function post(path: string, body: unknown): Promise<number> {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'same-origin',
    })
    return response.status
  } catch {
    return 0
  }
}

/** For the operator, who otherwise sees only that a push service accepted the message. */
async function report(step: Step): Promise<void> {
  await post('/api/push/sw-report', { step })
}

async function setBadge({ navigator }: WorkerScope): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    const response = await fetch('/api/sticky-notes/reminders/summary', { headers: { accept: 'application/json' } })
    if (!response.ok) return
    const { count_due: count } = (await response.json()) as { count_due: number }
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
  } catch {
    // The badge keeps its number: a failed read is not zero.
  }
}

/** Open pages refresh at once instead of at their next poll. */
function notifyPages(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ kind: 'changed' })
  channel.close()
}
