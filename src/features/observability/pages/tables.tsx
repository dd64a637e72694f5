import { formatNumber, type Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { Table } from '#ui/components/table.tsx'
import type { Endpoint, EventCount } from '../counts.ts'
import { observabilityMessages } from '../messages.ts'
import { spoken } from '../timeline.ts'

export type NumberTables = {
  events: readonly EventCount[]
  endpoints: readonly Endpoint[]
  /** The Hebrew sentence of each event, by name. */
  titles: ReadonlyMap<string, string>
}

export function Tables({ locale, events, endpoints, titles }: NumberTables & { locale: Locale }) {
  const t = observabilityMessages(locale)
  return (
    <div class="obs-tables" id="obs-tables">
      <Card id="top-events" title={t.topEvents}>
        {events.length === 0 ? (
          <p class="meta">{t.nothingCounted}</p>
        ) : (
          <Table label={t.tableOf(t.topEvents)} heads={[t.event, t.severity, t.count]}>
            {events.map(({ event, severity, count }) => (
              <tr key={`${event} ${severity}`}>
                <td>
                  {locale === 'he' ? (titles.get(event) ?? spoken(event)) : spoken(event)}{' '}
                  <code class="muted tiny" dir="ltr">
                    {event}
                  </code>
                </td>
                <td>
                  <span class={`severity gap-1 tiny strong inline-row nowrap severity-${severity}`}>{t[severity]}</span>
                </td>
                <td class="numbers nowrap">{formatNumber(locale, count)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Card>
      <Card id="slow-endpoints" title={t.slow} hint={t.slowHint}>
        {endpoints.length === 0 ? (
          <p class="meta">{t.nothingCounted}</p>
        ) : (
          <Endpoints locale={locale} endpoints={endpoints} />
        )}
      </Card>
    </div>
  )
}

function Endpoints({ locale, endpoints }: { locale: Locale; endpoints: readonly Endpoint[] }) {
  const t = observabilityMessages(locale)
  const ms = (n: number) => t.ms(formatNumber(locale, Math.round(n)))
  return (
    <Table label={t.tableOf(t.slow)} heads={[t.endpoint, t.p95, t.average, t.slowest, t.requests, t.failures]}>
      {endpoints.map((each) => (
        <tr key={`${each.method} ${each.route}`}>
          <td>
            <code class="muted tiny" dir="ltr">
              {each.method} {each.route}
            </code>
          </td>
          <td class="numbers nowrap">{ms(each.p95Ms)}</td>
          <td class="numbers nowrap">{ms(each.avgMs)}</td>
          <td class="numbers nowrap">{ms(each.maxMs)}</td>
          <td class="numbers nowrap">{formatNumber(locale, each.requests)}</td>
          <td class="numbers nowrap">{formatNumber(locale, each.errors)}</td>
        </tr>
      ))}
    </Table>
  )
}
