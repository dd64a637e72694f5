import type { Locale } from '#base/messages.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { ButtonLink } from '#ui/components/button.tsx'
import type { Listed } from '../listed.ts'
import { reminderMessages } from '../messages/list.ts'
import { zoneName } from '../when-words.ts'
import { Trouble } from './parts/panel.tsx'
import { ReminderRows, type RowActs } from './parts/rows.tsx'
import { type RenderedLists, useLiveLists } from './parts/use-live-lists.ts'

/** Both lists of /reminders. */
function ReminderLists(props: RenderedLists) {
  const { locale } = props
  const t = reminderMessages(locale)
  const { desk, due, ahead, ...shared } = useLiveLists(props)
  const { now, zone } = shared
  return (
    <div data-rows="" tabIndex={-1}>
      {desk && <Trouble desk={desk} />}
      {due.length + ahead.length === 0 ? (
        <EmptyState icon="bell" title={t.none} text={t.noneText}>
          <ButtonLink href="/notes">{t.toNotes}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Group title={t.due} kind="due" items={due} locale={locale} {...shared} />
          <Group title={t.ahead} kind="ahead" items={ahead} locale={locale} {...shared} />
          <p class="muted small above-4">{t.zone(zoneName(now, locale, zone))}</p>
        </>
      )}
    </div>
  )
}

type GroupProps = {
  title: string
  kind: 'due' | 'ahead'
  items: readonly Listed[]
  locale: Locale
  now: Date
  zone: string
  acts: RowActs | null
}

function Group({ title, items, ...rest }: GroupProps) {
  const { kind, locale } = rest
  if (items.length === 0 && kind === 'ahead') return null
  return (
    <section class="reminder-group" aria-labelledby={`reminders-${kind}`}>
      <h2 class="strong below-2 sized-l" id={`reminders-${kind}`}>
        {title}
      </h2>
      {items.length > 0 ? (
        <ReminderRows items={items} {...rest} />
      ) : (
        <p class="muted">{reminderMessages(locale).noneDue}</p>
      )}
    </section>
  )
}

export const island = ReminderLists
