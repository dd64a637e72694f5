import { Notice } from '#ui/components/notice.tsx'
import { PageHead } from '#ui/components/page-head.tsx'
import { Island } from '#ui/island.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { SITE_ZONE } from '#ui/zone.ts'
import { island as ReminderLists } from '../islands/list.tsx'
import type { Listed } from '../listed.ts'
import { reminderMessages } from '../messages/list.ts'

/** The result of the form that redirected here. `seen` is the reminder that Undo reopens. */
export type RemindersNotice = {
  did: 'done' | 'snoozed' | 'removed' | 'reopened' | 'stopped' | 'watching' | 'gone' | 'moved'
  seen: Pick<Listed, 'noteId' | 'remindAt'> | null
}

/** The time zone of the rendered times until script knows the zone of the device. */
export function zoneOf({ personal }: Frame): string {
  return personal?.timeZone ?? SITE_ZONE
}

type Props = { frame: Frame; now: Date; due: readonly Listed[]; ahead: readonly Listed[]; news: RemindersNotice | null }

export function RemindersPage({ frame, now, due, ahead, news }: Props) {
  const { locale } = frame
  const t = reminderMessages(locale)
  const isZoneChosen = typeof frame.personal?.timeZone === 'string'
  const props = { locale, due, ahead, now: now.getTime(), zone: zoneOf(frame), isZoneChosen }
  return (
    <Layout frame={frame} styles={[]} title={t.title}>
      <PageHead title={t.title} />
      {news && <NewsNotice frame={frame} news={news} />}
      <Island name="reminders/list" component={ReminderLists} props={props} />
    </Layout>
  )
}

function NewsNotice({ frame, news }: { frame: Frame; news: RemindersNotice }) {
  const t = reminderMessages(frame.locale)
  const words = {
    done: t.didDone,
    snoozed: t.didSnoozed,
    removed: t.didRemoved,
    reopened: t.didReopened,
    stopped: t.didStopped,
    watching: t.didWatch,
    gone: t.nothingToWatch,
    moved: t.moved,
  }
  return (
    <div class="reminder-news below-4" role="status">
      <Notice kind={news.did === 'moved' || news.did === 'gone' ? 'warn' : 'success'} locale={frame.locale}>
        {words[news.did]}
        {news.did === 'done' && news.seen && (
          <form method="post" action={`/reminders/${news.seen.noteId}/reopen`}>
            <input type="hidden" name="remind_at" value={news.seen.remindAt} />
            <button class="link-button strong plain-button" type="submit">
              {t.undo}
            </button>
          </form>
        )}
      </Notice>
    </div>
  )
}
