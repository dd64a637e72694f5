import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ReminderRequest } from '#browser/remind.ts'
import { deviceNow } from '#browser/page-life.ts'
import { IconButton } from '#ui/components/button.tsx'
import type { Preset } from '../../reminder.ts'
import { setMessages } from '../../messages/set.ts'
import { presetTime, shortWhen } from '../../when-words.ts'
import { wallAt } from '../../wall.ts'
import { read, type ReadReply } from './api.ts'
import { Deliveries } from './deliveries.tsx'
import type { Desk } from './desk.ts'
import { FreeTextTime } from './free-choice.tsx'
import { keepKeys } from './keep-keys.ts'
import { remove, save } from './save.ts'

type Props = { desk: Desk; ask: ReminderRequest; close: () => void }

const PRESET_ORDER: readonly Preset[] = ['1h', '3h', 'today-21', 'tomorrow-09', '24h', '1w']

/** The box at the bell of a note. It closes like every popover: by Escape or a press outside. */
export function SetBox({ desk, ask, close }: Props) {
  const t = setMessages(desk.locale)
  const host = useRef<HTMLDivElement>(null)
  const stored = useSignal<ReadReply | 'unread' | null>(null)
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
  const { value } = stored
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed inside stay inside
    <div
      ref={host}
      class="menu remind-box"
      popover="auto"
      role="dialog"
      aria-labelledby="remind-title"
      onToggle={(event) => event.newState === 'closed' && close()}
      onKeyDown={keepKeys}
    >
      <form
        class="remind-head"
        onSubmit={(event) => {
          event.preventDefault()
          leave()
        }}
      >
        <h2 id="remind-title">{t.title}</h2>
        <IconButton icon="close" label={t.close} />
      </form>
      <Now desk={desk} stored={value} now={now} />
      <Presets desk={desk} now={now} choose={(preset) => void save(desk, ask, { preset }, leave)} />
      <FreeTextTime desk={desk} now={now} choose={(asked) => void save(desk, ask, asked, leave)} />
      {value !== null && value !== 'unread' && value.reminder && (
        <button class="button button-quiet remind-remove" type="button" onClick={() => void remove(desk, ask, leave)}>
          {t.remove}
        </button>
      )}
      {value !== null && value !== 'unread' && (value.reminder || value.deliveries.length > 0) && (
        <Deliveries desk={desk} deliveries={value.deliveries} now={now} />
      )}
    </div>
  )
}

/** The current reminder, displayed only after the server has returned it. */
function Now({ desk, stored, now }: { desk: Desk; stored: ReadReply | 'unread' | null; now: Date }) {
  const t = setMessages(desk.locale)
  if (stored === 'unread') return <p class="remind-now">{t.unread}</p>
  if (!stored?.reminder) return null
  const moment = new Date(stored.reminder.remind_at)
  const when = shortWhen(moment, now, desk.locale, desk.zone)
  if (stored.reminder.status === 'acknowledged') return <p class="remind-now">{t.wasDone(when)}</p>
  return <p class="remind-now">{moment > now ? t.now(when) : t.isDue(when)}</p>
}

function Presets({ desk, now, choose }: { desk: Desk; now: Date; choose: (preset: Preset) => void }) {
  const t = setMessages(desk.locale)
  const isEvening = wallAt(now, desk.zone).hour >= 21
  return (
    <div class="remind-presets" role="group" aria-label={t.presets}>
      {PRESET_ORDER.map((preset) => (
        <button key={preset} type="button" data-preset={preset} onClick={() => choose(preset)}>
          <span>{t[preset === 'today-21' && isEvening ? 'tomorrow-21' : preset]}</span>
          <time>{shortWhen(presetTime(preset, now, desk.zone), now, desk.locale, desk.zone)}</time>
        </button>
      ))}
    </div>
  )
}
