import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { onBellLabelsRequested, onReminderRequested } from '#browser/remind.ts'
import { loadWhenOnline } from '#browser/when-online.ts'
import { drawBadge } from './parts/badge.ts'
import { poll, startWatching } from './parts/watch.ts'

type Props = { locale: Locale; timeZone: string | null }

/** On every page, so it contains only polling and the badge. The rest is loaded when it is needed. */
function Bell({ locale, timeZone }: Props) {
  useEffect(() => {
    const load = async () => (await import('./parts/open.tsx')).openReminders(locale, timeZone)
    const loadLabels = async () => {
      const { loadLists, openDesk } = await loadWhenOnline(() => import('./parts/desk.ts'))
      await loadLists(openDesk(locale, timeZone))
    }
    const stops = [
      startWatching(),
      effect(() => drawBadge(poll.value)),
      onBellLabelsRequested(() => onceThereAreReminders(() => void loadLabels())),
      onReminderRequested(async (ask) => (await load()).openBox(ask)),
      onBell(async () => (await load()).openPanel()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
  return null
}

/** Most notes have none: their page asks for no times. */
function onceThereAreReminders(run: () => void): void {
  let isDone = false
  effect(() => {
    if (isDone || !poll.value.hasReminders) return
    isDone = true
    run()
  })
}

/** The bell is a link to /reminders; with script it opens the panel, except on /reminders itself. */
function onBell(run: () => Promise<void>): () => void {
  const bell = document.querySelector<HTMLElement>('[data-bell]')
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || window.location.pathname === '/reminders') return
    event.preventDefault()
    void run()
  }
  bell?.addEventListener('click', press)
  return () => bell?.removeEventListener('click', press)
}

export const island = Bell
