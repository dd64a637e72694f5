import { dateFormatter } from '#base/date-format.ts'
import { SITE_ZONE } from '#base/time.ts'
import { Card } from '#ui/components/card.tsx'
import type { LoadedSection } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import { uiMessages } from '#ui/messages.ts'
import { island as Today } from '../islands/today.tsx'
import { homeMessages } from '../messages/home.ts'
import type { Overview } from '../overview.ts'
import type { Waiting } from '../today.ts'
import type { Visit } from '../visits.ts'
import { ActivityCalendar } from './activity-calendar.tsx'
import { LanguageChart } from './language-chart.tsx'
import { NewLibrary } from './new-library.tsx'
import { PasteBox } from './paste-box.tsx'
import { Pinned, Visits } from './shelf.tsx'
import { Totals } from './totals.tsx'

type Props = {
  frame: Frame
  now: Date
  /** Scopes the unsaved drafts in the browser to this user. */
  owner: string
  waiting: Waiting
  visits: readonly Visit[]
  overview: Overview
  /** Sections for admins, contributed by other features. */
  sections?: readonly LoadedSection[]
}

/** What waits, where the user was, what is new; numbers at the end. */
export function DashboardPage(props: Props) {
  const { frame, now, owner, visits, overview, sections = [] } = props
  const { locale } = frame
  const title = uiMessages(locale).dashboard
  const isEmpty = overview.total === 0
  const isNew = isEmpty && visits.length === 0
  return (
    <Layout frame={frame} styles={['backups', 'home']} title={title}>
      <div class="page-head">
        <h1>{title}</h1>
        <p>
          {isNew ? homeMessages(locale).emptyHint : formatToday(now, locale, frame.personal?.timeZone ?? SITE_ZONE)}
        </p>
      </div>
      <div class="today stack gap-6" data-rows="" tabIndex={-1}>
        {!isNew && <WaitingLists {...props} />}
        {visits.length > 0 && (
          <div class="today-shelves columns-wide gap-5">
            <Visits locale={locale} now={now} visits={visits} />
            <Pinned locale={locale} now={now} files={overview.pinned} />
          </div>
        )}
        <PasteBox locale={locale} owner={owner} />
        {isEmpty ? <NewLibrary locale={locale} /> : <Numbers {...props} />}
        {sections.map(({ id, title, hint, body }) => (
          <Card key={id} id={id} title={title} hint={hint}>
            {body}
          </Card>
        ))}
      </div>
    </Layout>
  )
}

function WaitingLists({ frame, now, waiting }: Props) {
  const zone = frame.personal?.timeZone ?? null
  const shared = { locale: frame.locale, now: now.getTime(), zone: zone ?? SITE_ZONE, isZoneChosen: zone !== null }
  return <Island name="home/today" component={Today} props={{ ...shared, ...waiting }} />
}

function Numbers({ frame: { locale }, now, overview }: Props) {
  return (
    <>
      <Totals locale={locale} overview={overview} />
      <div class="today-numbers columns-wide gap-5">
        <LanguageChart locale={locale} languages={overview.languages} />
        <ActivityCalendar locale={locale} now={now} activity={overview.activity} />
      </div>
    </>
  )
}

const formatToday = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
