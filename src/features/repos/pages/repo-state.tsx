import type { Locale } from '#base/messages.ts'
import { Notice } from '#ui/components/notice.tsx'
import { Time } from '#ui/components/time.tsx'
import { Island } from '#ui/island.tsx'
import { island as Status } from '../islands/status.tsx'
import { repoMessages } from '../messages/repo.ts'
import { type Repo, stateOf } from '../repo.ts'

type Props = { locale: Locale; now: Date; repo: Repo }

/** The state of its sync, when there is something to show. */
export function RepoState({ locale, now, repo }: Props) {
  const t = repoMessages(locale)
  const state = stateOf(repo, now)
  if (state === 'failed' && repo.error)
    return (
      <Notice kind="warn" locale={locale}>
        {t[`error_${repo.error}`]} {repo.head !== null && t.stays}
      </Notice>
    )
  if (state === 'ready') return null
  const doing = { state, stage: repo.stage, percent: repo.percent }
  return <Island name="repos/status" component={Status} props={{ locale, id: repo.id, doing }} when="idle" />
}

export function LastSync({ locale, now, repo }: Props) {
  const t = repoMessages(locale)
  if (!repo.lastSyncAt) return <span>{t.never}</span>
  return (
    <span>
      {t.synced} <Time at={repo.lastSyncAt} now={now} locale={locale} />
    </span>
  )
}
