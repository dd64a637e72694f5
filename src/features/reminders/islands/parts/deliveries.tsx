import type { DeliveryItem } from '../../schema.ts'
import { setMessages } from '../../messages/set.ts'
import { shortWhen } from '../../when-words.ts'
import type { Desk } from './desk.ts'

type Props = { desk: Desk; deliveries: readonly DeliveryItem[]; now: Date }

/** The delivery log, which explains why a device got no notification. */
export function Deliveries({ desk, deliveries, now }: Props) {
  const t = setMessages(desk.locale)
  const when = (text: string) => shortWhen(new Date(text), now, desk.locale, desk.zone)
  return (
    <details class="deliveries small rule-above above-3">
      <summary class="muted">{t.deliveries}</summary>
      {deliveries.length === 0 ? (
        <p>{t.noDeliveries}</p>
      ) : (
        <ul>
          {deliveries.map((each) => (
            <li key={`${each.remind_at} ${each.device ?? ''} ${each.status}`} class="stack" data-status={each.status}>
              <strong class="medium">
                <bdi>{each.device ?? t.anyDevice}</bdi>
              </strong>
              <span>{outcomeOf(each, when, t)}</span>
              <small class="muted tiny">{t.forMoment(when(each.remind_at))}</small>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function outcomeOf(each: DeliveryItem, when: (text: string) => string, t: ReturnType<typeof setMessages>): string {
  const ended = when(each.ended_at ?? each.next_at ?? each.remind_at)
  switch (each.status) {
    case 'waiting':
      return t.waiting(when(each.next_at ?? each.remind_at))
    case 'sending':
      return t.sending
    case 'sent':
      return t.sent(ended)
    case 'gone':
      return t.gone(ended)
    case 'failed':
      return t.notSent(ended, each.attempts)
    case 'cancelled':
      return t.cancelled
  }
}
