import { useEffect } from 'preact/hooks'
import { deviceNow } from '#browser/page-life.ts'
import { Notice } from '#ui/components/notice.tsx'
import { bellMessages } from '#ui/bell-messages.ts'
import {
  ahead,
  type Desk,
  drop,
  due,
  acknowledge,
  isUnread,
  loadLists,
  snooze,
  stopRepeat,
  watchAgain,
} from './desk.ts'
import { ReminderRows, type RowActs } from './rows.tsx'
import { poll, refresh } from './watch.ts'

export function actsOf(desk: Desk): RowActs {
  return {
    acknowledge: (item) => void acknowledge(desk, item),
    snooze: (item, until) => void snooze(desk, item, until),
    drop: (item) => void drop(desk, item),
    stopRepeat: (item) => void stopRepeat(desk, item),
    watchAgain: (item) => void watchAgain(desk, item),
  }
}

/** The panel of the bell: due reminders, oldest first, and a link to all. */
export function Panel({ desk }: { desk: Desk }) {
  const { t, locale, zone } = desk
  const { due: count } = poll.value
  useEffect(() => {
    if (count !== null && count !== due.peek()?.length) void loadLists(desk)
  }, [count])
  const items = due.value
  return (
    <>
      <h2 class="strong below-2 sized-l" id="reminder-panel-title">
        {t.due}
      </h2>
      <Trouble desk={desk} />
      {items && items.length > 0 && (
        <ReminderRows
          locale={locale}
          items={items}
          kind="due"
          now={new Date(deviceNow())}
          zone={zone}
          acts={actsOf(desk)}
        />
      )}
      {items?.length === 0 && !isUnread.value && <p class="muted">{t.noneDue}</p>}
      {ahead.value?.[0] && (
        <>
          <h3 class="meta medium">{t.ahead}</h3>
          <ReminderRows
            locale={locale}
            items={ahead.value.slice(0, 3)}
            kind="ahead"
            now={new Date(deviceNow())}
            zone={zone}
            acts={actsOf(desk)}
          />
        </>
      )}
      <a class="button button-quiet full above-3" href="/reminders">
        {t.all}
      </a>
    </>
  )
}

/** A failed load is displayed as an error, never as "none". */
export function Trouble({ desk }: { desk: Desk }) {
  const { t, locale } = desk
  const { trouble } = poll.value
  if (trouble === null && !isUnread.value) return null
  const words = trouble === null ? t.failed : bellMessages(locale)[trouble]
  const again = () => {
    void refresh()
    void loadLists(desk)
  }
  return (
    <Notice kind="warn" locale={locale}>
      {words}{' '}
      <button class="link-button strong plain-button" type="button" onClick={again}>
        {t.retry}
      </button>
    </Notice>
  )
}
