import type { TargetedSubmitEvent } from 'preact'
import type { Locale } from '#base/messages.ts'
import { focusNextRow } from '#browser/live-list/focus-next.ts'
import { requestReminder } from '#browser/remind.ts'
import { relativeTime } from '#base/relative-time.ts'
import { FileName } from '#ui/components/file-name.tsx'
import { Icon } from '#ui/icons.tsx'
import type { Listed } from '../../listed.ts'
import { reminderMessages } from '../../messages/list.ts'
import { repeatWords } from '../../repeat-words.ts'
import { ChangeLines, changedWords } from './change-lines.tsx'
import { longDay, clockTime, shortWhen } from '../../when-words.ts'

export type RowActs = {
  acknowledge: (item: Listed) => void
  snooze: (item: Listed, until: number | 'tomorrow') => void
  drop: (item: Listed) => void
  stopRepeat: (item: Listed) => void
  watchAgain: (item: Listed) => void
}

type Props = {
  locale: Locale
  items: readonly Listed[]
  kind: 'due' | 'ahead'
  now: Date
  zone: string
  /** Null until the island starts; until then the forms submit normally. */
  acts: RowActs | null
}

export function ReminderRows({ items, ...rest }: Props) {
  return (
    <ul class="reminders rows">
      {items.map((item) => (
        <Row key={`${item.noteId} ${item.remindAt}`} item={item} {...rest} />
      ))}
    </ul>
  )
}

/** The name and the number of the line are isolated: beside a Hebrew name the number would stand on the wrong side. */
function Location({ location }: Pick<Listed, 'location'>) {
  const [, name, line] = /^(.+):(\d+)$/s.exec(location) ?? []
  if (name === undefined) return <bdi class="reminder-location shrinks breaks">{location}</bdi>
  return (
    <bdi class="reminder-location shrinks breaks" dir="ltr">
      <FileName name={name} />:{line}
    </bdi>
  )
}

type RowProps = Omit<Props, 'items'> & { item: Listed }

function Row(props: RowProps) {
  const { locale, item, kind, now, zone } = props
  const t = reminderMessages(locale)
  const moment = new Date(item.remindAt)
  const when = kind === 'due' ? relativeTime(moment, now, locale) : shortWhen(moment, now, locale, zone)
  return (
    <li>
      <a class="row-words reminder-words stack items-start plain" href={item.url}>
        <bdi class="reminder-preview breaks medium">{item.name || t.emptyNote}</bdi>
        <span class="meta-line">
          <time datetime={item.remindAt} title={`${longDay(moment, locale, zone)} ${clockTime(moment, locale, zone)}`}>
            {when}
          </time>
          <Location location={item.location} />
          {item.change && (
            <span class="reminder-changed mid-icons gap-1 strong inline-row">
              <Icon name="eye" />
              {changedWords(t, item.change)}
            </span>
          )}
          {item.series && (
            <span class="reminder-repeat small-icons inline-row gap-1">
              <Icon name="repeat" />
              {repeatWords(item.series, locale, zone)}
            </span>
          )}
        </span>
      </a>
      <div class="reminder-acts cluster gap-1" data-kind={kind}>
        {kind === 'due' ? <DueActs {...props} /> : <AheadActs {...props} />}
        {item.change && <WatchForm {...props} />}
        {item.series && <StopForm {...props} />}
      </div>
      {item.change && <ChangeLines locale={locale} change={item.change} />}
    </li>
  )
}

/** With script the form is handled here; without it, by the server. The row goes away, so the next one takes the focus. */
function taken(run: (() => void) | null) {
  return (event: TargetedSubmitEvent<HTMLFormElement>) => {
    if (!run) return
    event.preventDefault()
    focusNextRow(event.currentTarget)
    run()
  }
}

function DueActs({ locale, item, acts }: RowProps) {
  const t = reminderMessages(locale)
  const name = item.name || t.emptyNote
  return (
    <>
      <form
        method="post"
        action={`/reminders/${item.noteId}/done`}
        onSubmit={taken(acts && (() => acts.acknowledge(item)))}
      >
        <input type="hidden" name="remind_at" value={item.remindAt} />
        <button class="button button-plain" type="submit" data-act="done" aria-label={t.doneLabel(name)}>
          <Icon name="check" />
          {t.done}
        </button>
      </form>
      <details class="snooze quiet-summary anchor">
        <summary class="button button-quiet" aria-label={t.snoozeLabel(name)}>
          <Icon name="clock" />
          {t.snooze}
        </summary>
        <SnoozeForm locale={locale} item={item} acts={acts} />
      </details>
    </>
  )
}

function SnoozeForm({ locale, item, acts }: Pick<RowProps, 'locale' | 'item' | 'acts'>) {
  const t = reminderMessages(locale)
  const send = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    if (!acts || !(event.submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    const { value } = event.submitter
    focusNextRow(event.currentTarget)
    acts.snooze(item, value === 'tomorrow' ? value : Number(value))
  }
  return (
    <form class="snooze-choices wraps gap-1" method="post" action={`/reminders/${item.noteId}/snooze`} onSubmit={send}>
      <input type="hidden" name="remind_at" value={item.remindAt} />
      <button class="pill" type="submit" name="snooze" value="10">
        {t.minutes10}
      </button>
      <button class="pill" type="submit" name="snooze" value="60">
        {t.hour}
      </button>
      <button class="pill" type="submit" name="snooze" value="tomorrow">
        {t.tomorrow}
      </button>
      {acts && (
        <button
          class="pill"
          type="button"
          onClick={({ currentTarget: anchor }) =>
            requestReminder({ noteId: item.noteId, anchor, snoozes: item.remindAt })
          }
        >
          {t.custom}
        </button>
      )}
    </form>
  )
}

function AheadActs({ locale, item, acts }: RowProps) {
  const t = reminderMessages(locale)
  const name = item.name || t.emptyNote
  return (
    <>
      {acts && (
        <button
          class="button button-quiet"
          type="button"
          aria-label={t.changeLabel(name)}
          onClick={(event) => requestReminder({ noteId: item.noteId, anchor: event.currentTarget })}
        >
          {t.change}
        </button>
      )}
      <form method="post" action={`/reminders/${item.noteId}/remove`} onSubmit={taken(acts && (() => acts.drop(item)))}>
        <button class="button button-remove" type="submit" aria-label={t.removeLabel(name)}>
          {t.remove}
        </button>
      </form>
    </>
  )
}

/** Watches the code again and closes the reminder of this change. Deleted code cannot be watched. */
function WatchForm({ locale, item, acts }: RowProps) {
  const t = reminderMessages(locale)
  if (item.change?.isGone) return null
  return (
    <form
      method="post"
      action={`/reminders/${item.noteId}/watch`}
      onSubmit={taken(acts && (() => acts.watchAgain(item)))}
    >
      <button class="button button-quiet" type="submit" aria-label={t.watchAgainLabel(item.name || t.emptyNote)}>
        <Icon name="eye" />
        {t.watchAgain}
      </button>
    </form>
  )
}

/** The row stays and loses this button, so its link takes the focus. */
function StopForm({ locale, item, acts }: RowProps) {
  const t = reminderMessages(locale)
  const stopped = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    if (!acts) return
    event.preventDefault()
    event.currentTarget.closest('li')?.querySelector('a')?.focus()
    acts.stopRepeat(item)
  }
  return (
    <form class="reminder-stop" method="post" action={`/reminders/${item.noteId}/stop`} onSubmit={stopped}>
      <button class="button button-quiet" type="submit" aria-label={t.stopLabel(item.name || t.emptyNote)}>
        {t.stop}
      </button>
    </form>
  )
}
