import { dateFormatter } from '#base/date-format.ts'
import type { Locale } from '#base/messages.ts'
import { relativeTime } from '#base/relative-time.ts'
import { TimeZoneContext } from '../zone.ts'

type Props = {
  at: Date
  /** Passed in, because a page is a pure function of its props. */
  now: Date
  locale: Locale
  timeZone?: string
  /** `date` for static facts, such as a creation date. */
  show?: 'relative' | 'date'
  /** In the browser: the first formatter that names a zone takes 25 ms to make, so the tooltip is written when it is first pointed at. */
  isExactOnHover?: boolean
}

/** Relative time as text; the exact time as tooltip and for machines. It names the zone: the server does not know the reader's. */
export function Time({ at, now, locale, timeZone, show = 'relative', isExactOnHover = false }: Props) {
  return (
    <TimeZoneContext.Consumer>
      {(zone) => {
        const exact = () => exactTime(at, locale, timeZone ?? zone)
        const tooltip = isExactOnHover
          ? {
              onPointerEnter: (event: PointerEvent & { currentTarget: HTMLElement }) =>
                (event.currentTarget.title = exact()),
            }
          : { title: exact() }
        return (
          <time datetime={at.toISOString()} {...tooltip}>
            {show === 'date' ? calendarDate(at, locale, timeZone ?? zone) : relativeTime(at, now, locale)}
          </time>
        )
      }}
    </TimeZoneContext.Consumer>
  )
}

/** The day alone. With its time it would differ in every response, and a stored page could never be answered with 304. */
export function Day({ at, locale }: Pick<Props, 'at' | 'locale'>) {
  return <TimeZoneContext.Consumer>{(zone) => <span>{calendarDate(at, locale, zone)}</span>}</TimeZoneContext.Consumer>
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
const calendarDate = dateFormatter(DAY)
const exactTime = dateFormatter(MINUTE)
