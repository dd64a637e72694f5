import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Chip } from '#ui/components/chip.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Time } from '#ui/components/time.tsx'
import type { Alert, AlertId } from '../alert.ts'
import { type Filters, hrefOf } from '../filters.ts'
import { PAGE } from '../happenings.ts'
import { observabilityMessages } from '../messages.ts'
import { isStale, outsideLinks, quickFixes, type QuickfixId } from '../quick-fixes.ts'

export type Use = { alertId: AlertId; actionId: string; usedAt: Date }

export type AlertsProps = {
  locale: Locale
  now: Date
  filters: Filters
  alerts: readonly Alert[]
  total: number
  page: number
  perPage: number
  uses: readonly Use[]
  /** The alert as API JSON, which the "Explain" island sends. */
  wire: (alert: Alert) => object
}

export function AlertList({ locale, now, filters, alerts, total, page, perPage, uses, wire }: AlertsProps) {
  const t = observabilityMessages(locale)
  const pages = Math.ceil(total / perPage)
  const to = (other: number) => hrefOf(filters, { page: String(other) }, 'alerts')
  return (
    <div id="obs-alerts">
      {total === 0 ? (
        <EmptyState icon="success" title={t.noAlerts} text={t.noAlertsText} />
      ) : (
        <ul class="alerts stack gap-3">
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              {...{ locale, now, alert, wire }}
              uses={uses.filter(({ alertId }) => alertId === alert.id)}
            />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav class="cluster gap-3 small above-3" aria-label={t.pages}>
          {page > 1 && (
            <a class="inline-row tap" href={to(page - 1)}>
              {t.newer}
            </a>
          )}
          <span>{t.shown(alerts.length, total)}</span>
          {page < pages && (
            <a class="inline-row tap" href={to(page + 1)}>
              {t.older}
            </a>
          )}
        </nav>
      )}
    </div>
  )
}

type RowProps = Pick<AlertsProps, 'locale' | 'now' | 'wire'> & { alert: Alert; uses: readonly Use[] }

function AlertRow({ locale, now, alert, uses, wire }: RowProps) {
  const t = observabilityMessages(locale)
  const { id, name, severity, status, summary, startedAt, endedAt } = alert
  return (
    <li class={`alert alert-${severity} alert-${status}`} id={`alert-${id}`}>
      <div class="cluster gap-1-4">
        <h3 class="breaks sized-m">
          <bdi>{name}</bdi>
        </h3>
        <span class={`severity gap-1 tiny strong inline-row nowrap severity-${severity}`}>{t[severity]}</span>
        <Chip tone={status === 'firing' ? 'danger' : 'success'}>{t[`status_${status}`]}</Chip>
      </div>
      <p class="alert-summary">
        <bdi>{summary}</bdi>
      </p>
      <p class="meta-line above-1">
        <span>
          {t.began} <Time at={startedAt} now={now} locale={locale} />
        </span>
        {endedAt && (
          <span>
            {t.ended} <Time at={endedAt} now={now} locale={locale} />
          </span>
        )}
        {isStale(alert, now) && (
          <span>
            {t.heard} <Time at={alert.receivedAt} now={now} locale={locale} />
          </span>
        )}
      </p>
      <Actions {...{ locale, now, alert, uses, wire }} />
      <Details locale={locale} alert={alert} />
    </li>
  )
}

function Actions({ locale, now, alert, uses, wire }: RowProps) {
  const t = observabilityMessages(locale)
  const { runbook, graph } = outsideLinks(alert)
  const triedAt = (action: QuickfixId) => uses.find(({ actionId }) => actionId === action)?.usedAt
  return (
    <div class="alert-actions cluster gap-2 above-2">
      <button
        class="button button-plain"
        type="button"
        data-opens="explain"
        data-explain={JSON.stringify(wire(alert))}
        aria-label={t.explainOne(alert.name)}
      >
        {t.explain}
      </button>
      {quickFixes(alert).map((fix) => {
        const tried = triedAt(fix.id)
        return (
          <form key={fix.id} class="inline-row gap-1" method="post" action={`${PAGE}/quickfix`}>
            <input type="hidden" name="alert_id" value={alert.id} />
            <input type="hidden" name="action_id" value={fix.id} />
            <Button kind="quiet">{t[`fix_${fix.id}`]}</Button>
            {tried && (
              <small class="muted">
                {t.tried} <Time at={tried} now={now} locale={locale} />
              </small>
            )}
          </form>
        )
      })}
      {runbook && <Outside href={runbook} words={t.runbook} />}
      {graph && <Outside href={graph} words={t.graph} />}
    </div>
  )
}

function Outside({ href, words }: { href: string; words: string }) {
  return (
    <a class="button button-quiet" href={href} target="_blank" rel="noreferrer">
      {words}
    </a>
  )
}

function Details({ locale, alert }: { locale: Locale; alert: Alert }) {
  const t = observabilityMessages(locale)
  return (
    <details class="disclosure alert-details">
      <summary>{t.details}</summary>
      <ul class="wraps gap-1 breaks" dir="ltr">
        {alert.tags.map((tag) => (
          <li key={tag}>
            <code>{tag}</code>
          </li>
        ))}
      </ul>
      <dl class="stack gap-1">
        {Object.entries(alert.metadata).map(([key, value]) => (
          <div key={key}>
            <dt>
              <code dir="ltr">{key}</code>
            </dt>
            <dd class="breaks">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
