import { dateFormatter } from '#base/date-format.ts'
import { SITE_ZONE } from '#base/time.ts'
import { Card } from '#ui/components/card.tsx'
import { Keys } from '#ui/components/keys.tsx'
import type { LoadedSection } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Layout } from '#ui/layout.tsx'
import { homeMessages } from '../messages.ts'
import type { Overview } from '../overview.ts'
import { ActivityCalendar } from './activity-calendar.tsx'
import { FileShelf } from './file-shelf.tsx'
import { LanguageChart } from './language-chart.tsx'
import { NewLibrary } from './new-library.tsx'
import { PasteBox } from './paste-box.tsx'
import { Totals } from './totals.tsx'

type Props = {
  frame: Frame
  /** The current time, for the date in the header. */
  now: Date
  greetingName: string
  /** Scopes the unsaved drafts in the browser to this user. */
  owner: string
  overview: Overview
  /** Sections for admins, contributed by other features. */
  sections?: readonly LoadedSection[]
}

export function DashboardPage({ frame, now, greetingName, owner, overview, sections = [] }: Props) {
  const t = homeMessages(frame.locale)
  const { locale } = frame
  const isEmpty = overview.total === 0
  return (
    <Layout frame={frame} styles={['backups', 'home']} title={t.dashboardTitle}>
      <div class="page-head">
        <p class="small">{formatToday(now, locale, frame.personal?.timeZone ?? SITE_ZONE)}</p>
        <h1>{t.greeting(greetingName)}</h1>
        <p>{isEmpty ? t.emptyHint : t.greetingHint}</p>
      </div>
      <div class="dashboard columns-wide gap-5">
        {!isEmpty && <Totals locale={locale} overview={overview} />}
        <PasteBox locale={locale} owner={owner} />
        {isEmpty ? (
          <NewLibrary locale={locale} />
        ) : (
          <>
            <FileShelf id="recent" locale={locale} now={now} files={overview.recent} />
            <FileShelf id="pinned" locale={locale} now={now} files={overview.pinned} />
            <LanguageChart locale={locale} languages={overview.languages} />
            <div class="dashboard-side stack gap-5">
              <ActivityCalendar locale={locale} now={now} activity={overview.activity} />
              <ShortcutsCard frame={frame} />
            </div>
          </>
        )}
        {sections.map(({ id, title, hint, body }) => (
          <div key={id} class="dashboard-admin">
            <Card id={id} title={title} hint={hint}>
              {body}
            </Card>
          </div>
        ))}
      </div>
    </Layout>
  )
}

function ShortcutsCard({ frame }: { frame: Frame }) {
  const t = homeMessages(frame.locale)
  const shortcuts = [
    { keys: ['Ctrl', 'K'], does: t.keyPalette },
    { keys: ['G', 'C'], does: t.keyCreate },
    { keys: ['?'], does: t.keyHelp },
    { keys: ['G', 'S'], does: t.keySettings },
  ]
  return (
    <Card id="shortcuts" title={t.shortcuts} hint={t.shortcutsHint}>
      <dl class="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} class="row between rule-above">
            <dt>{does}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const formatToday = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
