import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { replacePageParts } from '#browser/replace-page-parts.ts'
import { fetchPage } from '#browser/fetch-page.ts'
import { currentPath } from '#browser/navigate.ts'
import { Button } from '#ui/components/button.tsx'
import { observabilityMessages } from '../messages.ts'
import { beat } from './parts/beat.ts'

const REFRESH_MS = 15_000
/** The server-rendered parts; charts and replay reload themselves. */
const PARTS = ['obs-tiles', 'obs-tables', 'obs-alerts']

type State = 'on' | 'paused' | 'failed'

/** Refreshes the page every few seconds while the tab is visible, until the user pauses it. */
function Live({ locale }: { locale: Locale }) {
  const t = observabilityMessages(locale)
  const state = useSignal<State>('on')
  useEffect(() => {
    const timer = setInterval(() => {
      if (state.value === 'paused' || document.visibilityState === 'hidden') return
      void refresh().then((isDone) => {
        if (state.value !== 'paused') state.value = isDone ? 'on' : 'failed'
      })
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  const isPaused = state.value === 'paused'
  const words = { on: t.liveOn, paused: t.liveOff, failed: t.liveFailed }[state.value]
  return (
    <div class="cluster gap-2" data-opens="live">
      <span class={`obs-live-words meta obs-live-${state.value}`} role="status">
        {words}
      </span>
      <Button
        type="button"
        kind="quiet"
        icon={isPaused ? 'play' : 'reload'}
        label={isPaused ? t.liveResume : t.livePause}
        onClick={() => {
          state.value = isPaused ? 'on' : 'paused'
        }}
      >
        {t.live}
      </Button>
    </div>
  )
}

async function refresh(): Promise<boolean> {
  const path = currentPath()
  const answer = await fetchPage(path)
  if (answer.outcome !== 'done') return false
  replacePageParts(
    answer.page,
    PARTS.filter((id) => !isInUse(id)),
    path,
  )
  beat.value += 1
  return true
}

/** A part that the user has opened or focused must not change during use. */
function isInUse(id: string): boolean {
  const part = document.getElementById(id)
  return part !== null && (part.contains(document.activeElement) || part.querySelector('details[open]') !== null)
}

export const island = Live
