import { formatNumber, type Locale } from '#base/messages.ts'
import { SEVERITIES } from '#base/severity.ts'
import { SITE_ZONE } from '#base/time.ts'
import { ButtonLink } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Notice } from '#ui/components/notice.tsx'
import { type LoadedSection, SectionCards } from '#ui/components/section-cards.tsx'
import type { Frame } from '#ui/frame.ts'
import { Island } from '#ui/island.tsx'
import { Layout } from '#ui/layout.tsx'
import type { Summary } from '../counts.ts'
import { exportHref, type Filters, hrefOf, queryOf } from '../filters.ts'
import { island as Charts } from '../islands/charts.tsx'
import { island as Explain } from '../islands/explain.tsx'
import { island as Live } from '../islands/live.tsx'
import { island as Replay } from '../islands/replay.tsx'
import { observabilityMessages } from '../messages.ts'
import type { Series } from '../series.ts'
import type { Happening } from '../timeline.ts'
import type { Window } from '../window.ts'
import { type AlertsProps, AlertList } from './alert-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type NumberTables, Tables } from './tables.tsx'

export type PageFault = 'incomplete' | 'both' | 'backwards' | 'too_old' | 'input'

type Props = {
  frame: Frame
  now: Date
  window: Window
  filters: Filters
  fault: PageFault | null
  tables: NumberTables
  summary: Summary
  firing: number
  series: readonly Series[]
  replay: { counts: Summary & { alerts: number }; events: readonly Happening[]; nextCursor: string | null }
  alerts: Omit<AlertsProps, 'locale' | 'now' | 'filters'>
  /** No webhook secret is configured, so no alert can arrive. */
  isWebhookOff: boolean
  /** Sections that other features contribute. */
  sections: readonly LoadedSection[]
}

export function ObservabilityPage(props: Props) {
  const { frame, now, filters, fault, sections } = props
  const { locale } = frame
  const t = observabilityMessages(locale)
  return (
    <Layout frame={frame} styles={['backups', 'observability']} title={t.title}>
      <div class="stack gap-4">
        <div class="page-head obs-head wraps gap-3 between items-bottom">
          <div>
            <h1>{t.title}</h1>
            <p>{t.hint}</p>
          </div>
          <Island name="observability/live" component={Live} props={{ locale }} when="idle" />
        </div>
        {fault && (
          <Notice kind="error" locale={locale}>
            {t[`fault_${fault}`]}
          </Notice>
        )}
        <FilterBar locale={locale} window={props.window} filters={filters} />
        <Tiles locale={locale} summary={props.summary} firing={props.firing} />
        <Card id="charts" title={t.charts} hint={t.chartsHint}>
          <ChartsIsland {...props} />
        </Card>
        <Card id="alerts" title={t.alerts} hint={t.alertsHint}>
          {props.isWebhookOff && (
            <Notice kind="warn" locale={locale}>
              {t.webhookOff}
            </Notice>
          )}
          <AlertList locale={locale} now={now} filters={filters} {...props.alerts} />
        </Card>
        <ReplayCard {...props} />
        <Tables locale={locale} {...props.tables} />
        <SectionCards sections={sections} />
      </div>
      <Dialog id="explain-alert" locale={locale} title={t.explain}>
        <Island name="observability/explain" component={Explain} props={{ locale }} when="idle" />
      </Dialog>
    </Layout>
  )
}

function Tiles({ locale, summary, firing }: { locale: Locale; summary: Summary; firing: number }) {
  const t = observabilityMessages(locale)
  const tiles = [
    { key: 'firing', label: t.firing, n: firing, tone: firing > 0 ? 'critical' : 'calm' },
    { key: 'events', label: t.events, n: summary.total, tone: 'calm' },
    ...SEVERITIES.toReversed()
      .filter((severity) => severity !== 'info')
      .map((severity) => ({
        key: severity,
        label: t[severity],
        n: summary.bySeverity[severity],
        tone: summary.bySeverity[severity] > 0 ? severity : 'calm',
      })),
  ]
  return (
    <dl class="obs-tiles" id="obs-tiles">
      {tiles.map(({ key, label, n, tone }) => (
        <div key={key} class={`obs-tile panel obs-tone-${tone}`}>
          <dt class="meta">{label}</dt>
          <dd class="strong numbers sized-xl">{formatNumber(locale, n)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ChartsIsland({ frame, filters, series }: Pick<Props, 'frame' | 'filters' | 'series'>) {
  const charts = series.map(({ metric, granularitySeconds, points }) => ({
    metric,
    granularitySeconds,
    from: points[0]?.at.getTime() ?? 0,
    values: points.map(({ value }) => value),
  }))
  const query = windowQuery(filters)
  const props = { locale: frame.locale, timeZone: zoneOf(frame), charts, query }
  return <Island name="observability/charts" component={Charts} props={props} when="visible" />
}

function ReplayCard({ frame, window, filters, replay }: Pick<Props, 'frame' | 'window' | 'filters' | 'replay'>) {
  const { locale } = frame
  const t = observabilityMessages(locale)
  const { counts, events, nextCursor } = replay
  const shown = t.shown(events.length, counts.total + counts.alerts)
  const props = {
    locale,
    timeZone: zoneOf(frame),
    start: window.start.getTime(),
    end: window.end.getTime(),
    items: events.map(({ at, metadata: _, ...item }) => ({ ...item, at: at.getTime() })),
    next: nextCursor,
    nextHref: nextCursor && hrefOf(filters, { cursor: nextCursor }, 'replay'),
    query: queryOf(filters).toString(),
  }
  return (
    <Card id="replay" title={t.replay} hint={`${t.replayHint} ${shown}`}>
      {events.length === 0 ? (
        <EmptyState icon="activity" title={t.nothingHappened} text={t.nothingHappenedText} />
      ) : (
        <Island name="observability/replay" component={Replay} props={props} when="visible" />
      )}
      <p class="cluster gap-3">
        <ButtonLink icon="download" href={exportHref(filters, 'json')}>
          {t.export} JSON
        </ButtonLink>
        <ButtonLink icon="download" href={exportHref(filters, 'ndjson')}>
          {t.export} NDJSON
        </ButtonLink>
      </p>
    </Card>
  )
}

/** Series support only the window filter. */
function windowQuery({ timerange, startTime, endTime }: Filters): string {
  return queryOf({ timerange, startTime, endTime, info: false }).toString()
}

function zoneOf(frame: Frame): string {
  return frame.personal?.timeZone ?? SITE_ZONE
}
