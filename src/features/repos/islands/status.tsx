import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { navigateTo, currentPath } from '#browser/navigate.ts'
import { repoMessages } from '../messages/repo.ts'
import type { Stage } from '../repo.ts'

type Doing = { state: string; stage: Stage | null; percent: number | null }
type Props = { locale: Locale; id: string; doing: Doing }

const LOOK_MS = 1_000

/** The progress of a sync. The server owns it: the island only polls, and reloads the page when the sync is done. */
function Status({ locale, id, doing }: Props) {
  const t = repoMessages(locale)
  const now = useSignal<Doing>(doing)
  useEffect(() => {
    let isLeaving = false
    // Reloading now would cancel the page that the user is going to.
    const leave = () => (isLeaving = true)
    window.addEventListener('beforeunload', leave)
    const timer = setInterval(() => {
      void call<{ repo: Doing }>('GET', `/api/repos/${id}`).then((answer) => {
        if (answer.outcome !== 'done' || isLeaving) return
        now.value = answer.data.repo
        if (now.value.state === 'ready' || now.value.state === 'failed') navigateTo(currentPath())
      })
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      window.removeEventListener('beforeunload', leave)
    }
  }, [])
  const { stage, percent, state } = now.value
  const words = state === 'syncing' && stage ? t[stage] : t.waiting
  return (
    <div class="repo-progress stack meta gap-1" role="status">
      <span>
        {words}
        {percent !== null && <bdi dir="ltr"> {percent}%</bdi>}
      </span>
      <progress max={100} aria-label={words} {...(percent !== null && { value: percent })} />
    </div>
  )
}

export const island = Status
