import { dateFormatter } from '#base/date-format.ts'
import type { Locale } from '#base/messages.ts'
import { Card } from '#ui/components/card.tsx'
import { type CalendarDay, type CalendarWeek, calendarWeeks, totalSaves } from '../calendar.ts'
import { homeMessages } from '../messages/home.ts'
import type { DayActivity } from '../overview.ts'

type Props = { locale: Locale; now: Date; activity: readonly DayActivity[] }

/** Half a year, one column per week. A grid instead of a drawing, so that it follows the writing direction. */
export function ActivityCalendar({ locale, now, activity }: Props) {
  const t = homeMessages(locale)
  const weeks = calendarWeeks(activity, now.toISOString().slice(0, 10), locale === 'he' ? 0 : 1)
  const saves = totalSaves(activity)
  return (
    <Card id="activity" title={t.activity} hint={t.activityHint(saves, activity.length)}>
      <div class="calendar grid" aria-hidden="true">
        {weeks.map((week, index) => (
          <Week key={index} locale={locale} week={week} />
        ))}
      </div>
      <p class="calendar-key row muted tiny" aria-hidden="true">
        {t.less}
        {([0, 1, 2, 3, 4] as const).map((level) => (
          <span key={level} class={`day day-${level}`} />
        ))}
        {t.more}
      </p>
      {activity.length > 0 && <ActivityTable locale={locale} activity={activity} />}
    </Card>
  )
}

const formatMonth = dateFormatter({ month: 'short' })
const formatFullDay = dateFormatter({ dateStyle: 'full' })

function Week({ locale, week }: { locale: Locale; week: CalendarWeek }) {
  return (
    <div class="week stack">
      <span class="week-month muted tiny nowrap">
        {week.month && formatMonth(Date.parse(week.month), locale, 'UTC')}
      </span>
      {week.days.map((day, index) => (
        <Day key={index} locale={locale} day={day} />
      ))}
    </div>
  )
}

function Day({ locale, day }: { locale: Locale; day: CalendarDay }) {
  if (!day) return <span class="day day-ahead" />
  return (
    <span
      class={`day day-${day.level}`}
      title={`${fullDay(day.day, locale)}: ${homeMessages(locale).saves(day.saves)}`}
    />
  )
}

/** The same as text, newest first, for screen readers. */
function ActivityTable({ locale, activity }: { locale: Locale; activity: readonly DayActivity[] }) {
  const t = homeMessages(locale)
  return (
    <details class="calendar-words small">
      <summary class="muted">{t.activityTable}</summary>
      <table class="above-2">
        <thead>
          <tr>
            <th class="regular" scope="col">
              {t.day}
            </th>
            <th class="regular" scope="col">
              {t.savesColumn}
            </th>
          </tr>
        </thead>
        <tbody>
          {activity.toReversed().map(({ day, saves }) => (
            <tr key={day}>
              <th class="regular" scope="row">
                {fullDay(day, locale)}
              </th>
              <td class="regular">{saves}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function fullDay(day: string, locale: Locale): string {
  return formatFullDay(Date.parse(day), locale, 'UTC')
}
