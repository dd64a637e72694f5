import { signal } from '@preact/signals'
import { deviceNow, ownShare, watchPage } from '#browser/page-life.ts'
import { FRESH_SECONDS, hear, type Heard, NEW_POLL, type Poll, type Summary } from '../../polling.ts'
import { readSummary } from './summary.ts'

/** What the badge shows, and whether it can be trusted. */
export const poll = signal<Poll>(NEW_POLL)

/** What tabs tell each other. The service worker says `changed` when it showed or closed something. */
type Said = { kind: 'summary'; summary: Summary } | { kind: 'changed' }

/** A tab that nobody looks at lets one that is looked at ask first. */
const HIDDEN_EXTRA_SECONDS = 5
/** After `changed` the tabs ask within this time: whoever is first tells the others. */
const SOON_SECONDS = 2

let tabs: BroadcastChannel | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let askedAt = 0
let dueAt = Infinity
const share = ownShare()

/**
 * Asks by the rules of `polling.ts` until the page goes. Every tab has a timer of its own; the first one to ask tells the others, who
 * then start theirs anew. So one tab asks, and none has to lead.
 */
export function startWatching(): () => void {
  tabs = new BroadcastChannel('codeshelf-reminders')
  tabs.addEventListener('message', ({ data }: MessageEvent<Said>) =>
    data.kind === 'summary' ? take(data) : schedule(share * SOON_SECONDS),
  )
  const stop = watchPage({ leaving: () => undefined, back: askIfOld, online: () => void refresh() })
  void refresh()
  return () => {
    clearTimeout(timer)
    tabs?.close()
    stop()
  }
}

/** Asks now, whatever was planned. */
export async function refresh(): Promise<void> {
  clearTimeout(timer)
  askedAt = deviceNow()
  const heard = await readSummary()
  take(heard)
  if (heard.kind === 'summary') tabs?.postMessage(heard)
}

function take(heard: Heard): void {
  const after = hear(poll.value, heard, share)
  poll.value = after.poll
  if (heard.kind === 'summary') askedAt = deviceNow()
  if (after.wait === null) clearTimeout(timer)
  else schedule(after.wait + (document.visibilityState === 'hidden' ? HIDDEN_EXTRA_SECONDS : 0))
}

function schedule(seconds: number): void {
  clearTimeout(timer)
  dueAt = deviceNow() + seconds * 1000
  timer = setTimeout(() => void refresh(), seconds * 1000)
}

/** Looked at again. Timers sleep with the device, so the plan may be long overdue. */
function askIfOld(): void {
  const now = deviceNow()
  if (now >= dueAt || now - askedAt > FRESH_SECONDS * 1000) void refresh()
}
