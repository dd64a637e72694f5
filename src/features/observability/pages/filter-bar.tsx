import type { Locale } from '#base/messages.ts'
import { SEVERITIES } from '#base/severity.ts'
import { Button } from '#ui/components/button.tsx'
import { type Filters, hrefOf, queryOf } from '../filters.ts'
import { PAGE } from '../happenings.ts'
import { observabilityMessages } from '../messages.ts'
import { DEFAULT_TIMERANGE, TIMERANGES, type Window } from '../window.ts'

type Props = { locale: Locale; window: Window; filters: Filters }

/** Links and GET forms that change the query string, so that back, sharing and reload keep the filters. */
export function FilterBar({ locale, window, filters }: Props) {
  const t = observabilityMessages(locale)
  const { startTime, endTime, ...rest } = filters
  const isOwn = startTime !== undefined || endTime !== undefined
  const chosen = isOwn ? null : (filters.timerange ?? DEFAULT_TIMERANGE)
  return (
    <div class="stack gap-3">
      <nav class="obs-ranges wraps gap-1 items-top" aria-label={t.ranges}>
        {TIMERANGES.map((timerange) => (
          <a
            key={timerange}
            class="pill"
            href={hrefOf({ ...rest, timerange })}
            aria-current={timerange === chosen ? 'true' : undefined}
          >
            {t[`range_${timerange}`]}
          </a>
        ))}
        <OwnWindow locale={locale} window={window} filters={filters} isOpen={isOwn} />
      </nav>
      <Narrow locale={locale} filters={filters} />
    </div>
  )
}

function OwnWindow({ locale, window, filters, isOpen }: Props & { isOpen: boolean }) {
  const t = observabilityMessages(locale)
  const { timerange: _, startTime: _start, endTime: _end, ...rest } = filters
  return (
    <details class="obs-own" open={isOpen}>
      <summary class="pill">{t.ownWindow}</summary>
      <form class="wraps items-bottom gap-3 above-3" action={PAGE}>
        <Hidden filters={rest} />
        <label class="field">
          <span>{t.from}</span>
          <input class="input" type="datetime-local" name="start_time" value={minute(window.start)} required />
        </label>
        <label class="field">
          <span>{t.to}</span>
          <input class="input" type="datetime-local" name="end_time" value={minute(window.end)} required />
        </label>
        <Button>{t.show}</Button>
      </form>
    </details>
  )
}

function Narrow({ locale, filters }: Pick<Props, 'locale' | 'filters'>) {
  const t = observabilityMessages(locale)
  const { severity, type, q, info, ...window } = filters
  const isNarrowed = severity !== undefined || type !== undefined || q !== undefined || info
  return (
    <form class="obs-narrow wraps items-bottom gap-3" role="search" action={PAGE}>
      <Hidden filters={{ ...window, info: false }} />
      <label class="field">
        <span>{t.severity}</span>
        <select class="input" name="severity" autocomplete="off">
          <option value="">{t.anySeverity}</option>
          {SEVERITIES.map((each) => (
            <option key={each} value={each} selected={each === severity}>
              {t[each]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t.type}</span>
        <input
          class="input"
          name="type"
          dir="ltr"
          maxLength={200}
          placeholder="push_send_error"
          title={t.typeHint}
          value={type ?? ''}
        />
      </label>
      <label class="field">
        <span>{t.words}</span>
        <input class="input" type="search" name="q" dir="auto" maxLength={200} value={q ?? ''} />
      </label>
      <label class="tick small">
        <input type="checkbox" name="info" value="true" checked={info} />
        <span>{t.withInfo}</span>
      </label>
      <Button icon="search">{t.filter}</Button>
      {isNarrowed && (
        <a class="inline-row tap" href={hrefOf({ ...window, info: false })}>
          {t.clear}
        </a>
      )}
    </form>
  )
}

/** Hidden fields that keep the filters of the other form. */
function Hidden({ filters }: { filters: Filters }) {
  return (
    <>
      {[...queryOf(filters)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** The value format of `datetime-local`; the label states that it is UTC. */
function minute(at: Date): string {
  return at.toISOString().slice(0, 16)
}
