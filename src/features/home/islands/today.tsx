import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '#ui/icons.tsx'
import { Trouble } from '#features/reminders/islands/parts/panel.tsx'
import { ReminderRows } from '#features/reminders/islands/parts/rows.tsx'
import { type RenderedLists, useLiveLists } from '#features/reminders/islands/parts/use-live-lists.ts'
import { poll } from '#features/reminders/islands/parts/watch.ts'
import type { Listed } from '#features/reminders/listed.ts'
import { shortWhen } from '#features/reminders/when-words.ts'
import { todayMessages, type TodayWords } from '../messages/today.ts'
import { DUE_SHOWN, type Waiting } from '../today.ts'
import { addRowKeys } from './parts/keys.ts'
import { MovedRow, Section, TaskRow } from './parts/rows.tsx'
import { moved } from './parts/waiting.ts'

type Props = RenderedLists & Waiting

/** What waits for the user: due reminders, notes whose code changed, open tasks. Lists that are empty are not there. */
function Today(props: Props) {
  const { locale, tasks } = props
  const t = todayMessages(locale)
  const { desk, due, ahead, ...shared } = useLiveLists(props)
  const isAlive = desk !== null
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    moved.value = props.moved.notes
    const box = top.current?.closest<HTMLElement>('[data-rows]')
    return box ? addRowKeys(box, t) : undefined
  }, [])
  const movedNotes = (isAlive && moved.value) || props.moved.notes
  const dueTotal = (isAlive ? poll.value.due : null) ?? props.dueTotal
  const isClear = due.length + movedNotes.length + tasks.tasks.length === 0 && !props.moved.hasMore
  return (
    <div class="stack gap-6" ref={top}>
      {desk && <Trouble desk={desk} />}
      {isClear && <Clear t={t} />}
      {due.length > 0 && (
        <Section
          id="due"
          title={t.due}
          more={<a href="/reminders">{dueTotal > DUE_SHOWN ? t.allReminders(dueTotal) : t.reminders}</a>}
        >
          <ReminderRows items={due.slice(0, DUE_SHOWN)} kind="due" locale={locale} {...shared} />
        </Section>
      )}
      {due.length === 0 && ahead[0] && <Next item={ahead[0]} {...props} now={shared.now} zone={shared.zone} />}
      {movedNotes.length > 0 && (
        <Section id="moved" title={t.moved} more={props.moved.hasMore && <AllMoved t={t} />}>
          <ul class="rows">
            {movedNotes.map((note) => (
              <MovedRow key={note.noteId} note={note} locale={locale} isAlive={isAlive} />
            ))}
          </ul>
        </Section>
      )}
      {movedNotes.length === 0 && props.moved.hasMore && (
        <p class="meta wraps gap-1-4">
          {t.unchecked} <AllMoved t={t} />
        </p>
      )}
      {tasks.tasks.length > 0 && (
        <Section id="tasks" title={t.tasks} more={<a href="/notes?show=tasks">{t.allTasks(tasks.total)}</a>}>
          <ul class="rows">
            {tasks.tasks.map((task) => (
              <TaskRow key={`${task.noteId} ${task.index}`} task={task} locale={locale} isAlive={isAlive} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Clear({ t }: { t: TodayWords }) {
  return (
    <p class="today-clear panel pad-4 row gap-3">
      <Icon name="check" />
      <span class="stack">
        <span class="medium">{t.nothing}</span>
        <span class="meta">{t.nothingText}</span>
      </span>
    </p>
  )
}

function AllMoved({ t }: { t: TodayWords }) {
  return (
    <>
      <a href="/notes?show=changed">{t.allMoved}</a>
      <a href="/notes?show=lost">{t.allLost}</a>
    </>
  )
}

type NextProps = Pick<Props, 'locale'> & { item: Listed; now: Date; zone: string }

function Next({ item, locale, now, zone }: NextProps) {
  const t = todayMessages(locale)
  return (
    <p class="today-next meta-line">
      <span>{t.next}</span>
      <a class="plain-link shrinks truncate" href={item.url}>
        <bdi>{item.name || t.untitled}</bdi>
      </a>
      <time datetime={item.remindAt}>{shortWhen(new Date(item.remindAt), now, locale, zone)}</time>
    </p>
  )
}

export const island = Today
