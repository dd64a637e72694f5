import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ReminderRequest } from '#browser/remind.ts'
import { deviceNow } from '#browser/page-life.ts'
import { watchStates } from '#browser/watch.ts'
import { IconButton } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { type Preset, PRESETS } from '../../reminder.ts'
import { setMessages } from '../../messages/set.ts'
import { repeatOf, type Repeat } from '../../repeat.ts'
import { repeatWords } from '../../repeat-words.ts'
import { shortWhen } from '../../when-words.ts'
import { wallAt } from '#base/wall-time.ts'
import { read, type ReadReply } from './api.ts'
import { type Choice, presetChoice } from './choice.ts'
import { Deliveries } from './deliveries.tsx'
import type { Desk } from './desk.ts'
import { FreeTextTime } from './free-choice.tsx'
import { keepKeys } from './keep-keys.ts'
import { type RepeatChoice, RepeatFields } from './repeat-choice.tsx'
import { remove, save, stop } from './save.ts'
import { WatchFields } from './watch-fields.tsx'

type Props = { desk: Desk; ask: ReminderRequest; close: () => void }

/** The box at the bell of a note. It closes like every popover: by Escape or a press outside. */
export function SetBox({ desk, ask, close }: Props) {
  const t = setMessages(desk.locale)
  const host = useRef<HTMLDivElement>(null)
  const stored = useSignal<ReadReply | 'unread' | null>(null)
  const isSnooze = ask.snoozes !== undefined
  useEffect(() => {
    // `source` lets the browser position the box and keep the popover below open.
    host.current?.showPopover({ source: ask.anchor })
    host.current?.querySelector<HTMLElement>('.remind-presets button')?.focus()
    void read(ask.noteId).then((outcome) => {
      stored.value = outcome.outcome === 'done' ? outcome.data : 'unread'
    })
  }, [])
  const now = new Date(deviceNow())
  const leave = () => {
    host.current?.hidePopover()
    if (ask.anchor.isConnected) ask.anchor.focus()
  }
  const reply = stored.value === 'unread' ? null : stored.value
  const reminder = reply?.reminder ?? null
  // A change that was found comes first; the offer to watch follows the times.
  const isFired = !isSnooze && watchStates.value.get(ask.noteId) === 'fired'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside stay inside
    <div
      ref={host}
      class="float menu remind-box pad-4"
      popover="auto"
      role="dialog"
      aria-labelledby="remind-title"
      onToggle={(event) => event.newState === 'closed' && close()}
      onKeyDown={(event) => {
        keepKeys(event)
        if (isText(event)) host.current?.querySelector<HTMLInputElement>('input[name="say"]')?.focus()
      }}
    >
      <form
        class="remind-head row between"
        onSubmit={(event) => {
          event.preventDefault()
          leave()
        }}
      >
        <h2 class="strong sized-m" id="remind-title">
          {isSnooze ? t.snoozeTitle : t.title}
        </h2>
        <IconButton icon="close" label={t.close} />
      </form>
      <Now desk={desk} stored={stored.value} now={now} />
      {isFired && <WatchFields desk={desk} ask={ask} leave={leave} />}
      <Fields desk={desk} ask={ask} now={now} reminder={reminder} leave={leave} />
      {!isSnooze && !isFired && <WatchFields desk={desk} ask={ask} leave={leave} />}
      {reminder && !isSnooze && <Ends desk={desk} ask={ask} reminder={reminder} leave={leave} />}
      {reply && !isSnooze && (reminder || reply.deliveries.length > 0) && (
        <Deliveries desk={desk} deliveries={reply.deliveries} now={now} />
      )}
    </div>
  )
}

/** Whether the key begins a time in words. Without a text field the space of "tomorrow 9" would press the preset that has the focus. */
function isText({ key, ctrlKey, metaKey, altKey, isComposing, target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  return /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey && !isComposing && !isField
}

type FieldsProps = Omit<Props, 'close'> & { now: Date; reminder: ReadReply['reminder']; leave: () => void }

function Fields({ desk, ask, now, reminder, leave }: FieldsProps) {
  const stored = reminder?.repeat ? repeatOf(reminder.repeat) : null
  const chosen = useSignal<RepeatChoice | undefined>(undefined)
  const said = useSaidRule(chosen)
  const isSnooze = ask.snoozes !== undefined
  // A snooze moves one occurrence, which has no rule.
  const repeat = isSnooze ? null : chosen.value === undefined ? stored : chosen.value
  const choose = (asked: Choice['asked']) => void save(desk, ask, asked, leave)
  const moment = reminder?.status === 'pending' ? new Date(reminder.remind_at) : null
  return (
    <>
      {!isSnooze && (
        <RepeatFields
          // The fields start again from the rule once it is read.
          key={stored ? 'stored' : 'new'}
          desk={desk}
          stored={stored}
          said={said.shown.value}
          choose={(each) => (chosen.value = each)}
        />
      )}
      <Presets desk={desk} now={now} repeat={repeat} choose={choose} />
      <FreeTextTime
        desk={desk}
        now={now}
        repeat={repeat}
        stored={moment && moment > now ? moment : null}
        isSnooze={isSnooze}
        hear={said.hear}
        choose={choose}
      />
    </>
  )
}

/** A rule in the text is chosen like one of the fields, which show it. Without it what was chosen before counts again. */
function useSaidRule(chosen: Signal<RepeatChoice | undefined>) {
  const shown = useSignal<{ choice: RepeatChoice | undefined } | null>(null)
  const before = useRef<{ choice: RepeatChoice | undefined } | null>(null)
  const hear = (rule: Repeat | null) => {
    if (!rule && !before.current) return
    const earlier = before.current ?? { choice: chosen.value }
    before.current = rule ? earlier : null
    chosen.value = rule ?? earlier.choice
    shown.value = { choice: chosen.value }
  }
  return { shown, hear }
}

type EndsProps = Omit<Props, 'close'> & { reminder: NonNullable<ReadReply['reminder']>; leave: () => void }

function Ends({ desk, ask, reminder, leave }: EndsProps) {
  const t = setMessages(desk.locale)
  return (
    <div class="stack above-1">
      {reminder.repeat && (
        <button class="button button-quiet" type="button" onClick={() => void stop(desk, ask, leave)}>
          {t.stop}
        </button>
      )}
      <button class="button button-quiet" type="button" onClick={() => void remove(desk, ask, reminder, leave)}>
        {t.remove}
      </button>
    </div>
  )
}

/** The current reminder, displayed only after the server has returned it. */
function Now({ desk, stored, now }: { desk: Desk; stored: ReadReply | 'unread' | null; now: Date }) {
  const t = setMessages(desk.locale)
  if (stored === 'unread') return <p class="remind-now meta below-2">{t.unread}</p>
  if (!stored?.reminder) return null
  const { remind_at: remindAt, status, repeat } = stored.reminder
  const moment = new Date(remindAt)
  const when = shortWhen(moment, now, desk.locale, desk.zone)
  if (status === 'acknowledged') return <p class="remind-now meta below-2">{t.wasDone(when)}</p>
  return (
    <p class="remind-now meta below-2">
      {moment > now ? t.now(when) : t.isDue(when)}
      {repeat && (
        <span class="reminder-repeat small-icons row gap-1">
          <Icon name="repeat" />
          {repeatWords(repeat, desk.locale, desk.zone)}
        </span>
      )}
    </p>
  )
}

type PresetsProps = { desk: Desk; now: Date; repeat: RepeatChoice; choose: (asked: Choice['asked']) => void }

function Presets({ desk, now, repeat, choose }: PresetsProps) {
  const t = setMessages(desk.locale)
  const isEvening = wallAt(now, desk.zone).hour >= 21
  const rule = repeat === 'invalid' ? null : repeat
  return (
    <div class="remind-presets stack" role="group" aria-label={t.presets}>
      {inOrderOfTime(now, rule, desk.zone).map(({ preset, choice }) => (
        <button
          key={preset}
          class="option between"
          type="button"
          data-preset={preset}
          disabled={repeat === 'invalid'}
          onClick={() => choose(choice.asked)}
        >
          <span>{t[preset === 'today-21' && isEvening ? 'tomorrow-21' : preset]}</span>
          <time class="meta numbers nowrap">{shortWhen(choice.moment, now, desk.locale, desk.zone)}</time>
        </button>
      ))}
    </div>
  )
}

/** The order depends on the hour: at eight "in 24 hours" comes before "tomorrow morning", at ten after it. */
function inOrderOfTime(now: Date, repeat: Repeat | null, zone: string): { preset: Preset; choice: Choice }[] {
  return PRESETS.map((preset) => ({ preset, choice: presetChoice(preset, repeat, now, zone) })).toSorted(
    (a, b) => a.choice.moment.getTime() - b.choice.moment.getTime(),
  )
}
