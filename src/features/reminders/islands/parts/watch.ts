import { signal } from '@preact/signals'
import { deviceNow, jitter, onPageLifecycle } from '#browser/page-life.ts'
import { FRESH_SECONDS, hear, type Heard, NEW_POLL, type Poll, type Summary } from '../../polling.ts'
import { readSummary } from './summary.ts'

/** The state of the badge. */
export const poll = signal<Poll>(NEW_POLL)

/** Messages between tabs. The service worker posts `changed` when it showed or closed a notification. */
type TabMessage = { kind: 'summary'; summary: Summary } | { kind: 'changed' }

/** Extra delay of a hidden tab, so that a visible one polls first. */
const HIDDEN_EXTRA_SECONDS = 5
/** After `changed` each tab polls within this time; the first one shares its result. */
const SOON_SECONDS = 2

let tabs: BroadcastChannel | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let askedAt = 0
let dueAt = Infinity
const share = jitter()

/**
 * Polls by the rules of `polling.ts` until the page closes. Every tab has its own timer; the first one to poll shares the
 * result, and the others restart their timers. So one tab polls without leader election.
 */
export function startWatching(): () => void {
  tabs = new BroadcastChannel('codeshelf-reminders')
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) =>
    data.kind === 'summary' ? take(data) : schedule(share * SOON_SECONDS),
  )
  const stop = onPageLifecycle({ leaving: () => undefined, back: askIfOld, online: () => void refresh() })
  void refresh()
  return () => {
    clearTimeout(timer)
    tabs?.close()
    stop()
  }
}

/** Polls now, whatever is scheduled. */
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

/** Called when the page becomes visible: timers stop while the device sleeps, so a poll may be overdue. */
function askIfOld(): void {
  const now = deviceNow()
  if (now >= dueAt || now - askedAt > FRESH_SECONDS * 1000) void refresh()
}
