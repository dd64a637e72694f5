import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { deviceNow } from '#browser/page-life.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { ButtonLink } from '#ui/components/button.tsx'
import type { Listed } from '../listed.ts'
import { reminderMessages } from '../messages/list.ts'
import { zoneName } from '../when-words.ts'
import { ahead, type Desk, due, loadLists, openDesk } from './parts/desk.ts'
import { actsOf, Trouble } from './parts/panel.tsx'
import { ReminderRows, type RowActs } from './parts/rows.tsx'
import { poll } from './parts/watch.ts'

type Props = {
  locale: Locale
  due: readonly Listed[]
  ahead: readonly Listed[]
  /** Milliseconds. */
  now: number
  /** The time zone that the server rendered, and whether the user chose it. */
  zone: string
  isZoneChosen: boolean
}

/** Both lists of /reminders: first as the server rendered them, then refreshed. */
function ReminderLists(props: Props) {
  const { locale } = props
  const desk = useSignal<Desk | null>(null)
  const t = reminderMessages(locale)
  const hasAnswer = useRef(false)
  useEffect(() => {
    due.value ??= props.due
    ahead.value ??= props.ahead
    desk.value = openDesk(locale, props.isZoneChosen ? props.zone : null)
  }, [])
  const { value: latest } = poll
  useEffect(() => {
    // Skip the first answer when its count matches the rendered page.
    const isNews = latest.due !== null && (hasAnswer.current || latest.due !== due.peek()?.length)
    if (latest.due !== null) hasAnswer.current = true
    if (desk.value && isNews) void loadLists(desk.value)
  }, [latest])
  const lists = desk.value ? { due: due.value ?? [], ahead: ahead.value ?? [] } : props
  const shared = {
    locale,
    now: new Date(desk.value ? deviceNow() : props.now),
    zone: desk.value?.zone ?? props.zone,
    acts: desk.value && actsOf(desk.value),
  }
  const isEmpty = lists.due.length + lists.ahead.length === 0
  return (
    <>
      {desk.value && <Trouble desk={desk.value} />}
      {isEmpty ? (
        <EmptyState icon="bell" title={t.none} text={t.noneText}>
          <ButtonLink href="/notes">{t.toNotes}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Group title={t.due} kind="due" items={lists.due} {...shared} />
          <Group title={t.ahead} kind="ahead" items={lists.ahead} {...shared} />
          <p class="muted small above-4">{t.zone(zoneName(shared.now, locale, shared.zone))}</p>
        </>
      )}
    </>
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
