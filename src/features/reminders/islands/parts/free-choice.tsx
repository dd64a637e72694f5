import { useSignal } from '@preact/signals'
import { deviceZone } from '#browser/device.ts'
import { setMessages } from '../../messages/set.ts'
import { type Repeat, workweekOf } from '../../repeat.ts'
import { repeatWords } from '../../repeat-words.ts'
import { type ParsedWhen, parseWhenText } from '../../say-when/say-when.ts'
import { fromAt, toAt, wallAt } from '#base/wall-time.ts'
import { clockTime, longDay, zoneName } from '../../when-words.ts'
import { type Choice, choiceOf } from './choice.ts'
import type { Desk } from './desk.ts'
import type { RepeatChoice } from './repeat-choice.tsx'

type Props = {
  desk: Desk
  now: Date
  /** The rule chosen above; `invalid` disables saving. */
  repeat: RepeatChoice
  /** The time that is set already, for a user who changes only the rule. */
  stored: Date | null
  /** A snooze moves one occurrence, so its text cannot be a rule. */
  isSnooze: boolean
  /** Called with the rule in the text, or null, whenever the text changes. */
  hear: (rule: Repeat | null) => void
  choose: (asked: Choice['asked']) => void
}

/** Free text or a date picker. The parsed time is displayed before it is saved. */
export function FreeTextTime({ desk, now, repeat, stored, isSnooze, hear, choose }: Props) {
  const t = setMessages(desk.locale)
  const text = useSignal('')
  const edited = useSignal<string | null>(null)
  const picked = edited.value ?? storedAt(stored, repeat, text.value, desk.zone)
  const choice = chosen(text.value, picked, now, { desk, repeat, isSnooze })
  /** The text and the date stand for each other. */
  const write = (said: string, date: string | null) => {
    text.value = said
    edited.value = date
    hear(ruleOf(meant(said, '', now, desk)))
  }
  const isPast = choice !== null && choice.moment <= now
  return (
    <form
      class="remind-free stack gap-2 rule-above above-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice && !isPast) choose(choice.asked)
      }}
    >
      <label class="field">
        {t.say}
        <input
          class="input"
          dir="auto"
          autocomplete="off"
          name="say"
          aria-describedby="remind-echo"
          placeholder={isSnooze ? t.snoozeHint : t.sayHint}
          value={text.value}
          onInput={(event) => write(event.currentTarget.value, null)}
        />
      </label>
      <label class="field">
        {t.pick}
        <input
          class="input"
          type="datetime-local"
          name="pick"
          aria-describedby="remind-echo"
          min={toAt(wallAt(now, desk.zone))}
          value={picked}
          onInput={(event) => write('', event.currentTarget.value)}
        />
      </label>
      <Echo
        desk={desk}
        now={now}
        choice={choice}
        isAsked={text.value.trim() !== '' && repeat !== 'invalid'}
        isPast={isPast}
      />
      <button class="button button-primary" type="submit" disabled={!choice || isPast}>
        {isSnooze ? t.snooze : t.save}
      </button>
    </form>
  )
}

/** A user who chooses only a rule keeps the time that is set. */
function storedAt(stored: Date | null, repeat: RepeatChoice, text: string, zone: string): string {
  return stored && repeat !== null && text === '' ? toAt(wallAt(stored, zone)) : ''
}

type Around = Pick<Props, 'desk' | 'repeat' | 'isSnooze'>

function chosen(text: string, picked: string, now: Date, { desk, repeat, isSnooze }: Around): Choice | null {
  const parsed = meant(text, picked, now, desk)
  if (!parsed || repeat === 'invalid') return null
  return isSnooze && ruleOf(parsed) ? null : choiceOf(parsed, repeat, now, desk.zone)
}

function ruleOf(parsed: ParsedWhen | null): Repeat | null {
  return (parsed && 'at' in parsed && parsed.repeat) || null
}

function meant(text: string, picked: string, now: Date, { locale, zone }: Desk): ParsedWhen | null {
  if (picked !== '') return fromAt(picked) && { at: picked }
  return text.trim() === '' ? null : parseWhenText(text, wallAt(now, zone), workweekOf(locale, zone))
}

type EchoProps = { desk: Desk; now: Date; choice: Choice | null; isAsked: boolean; isPast: boolean }

function Echo({ desk, now, choice, isAsked, isPast }: EchoProps) {
  const { locale, zone } = desk
  const t = setMessages(locale)
  const isElsewhere = zone !== deviceZone()
  return (
    <div id="remind-echo" class="remind-echo" aria-live="polite">
      {choice && !isPast && <p>{sentence(choice, desk)}</p>}
      {isPast && <p class="remind-wrong hides-empty danger">{t.past}</p>}
      {!choice && isAsked && <p class="remind-wrong hides-empty danger">{t.notUnderstood}</p>}
      {isElsewhere && <p class="muted">{t.inZone(zoneName(now, locale, zone))}</p>}
    </div>
  )
}

function sentence({ moment, series }: Choice, { locale, zone }: Desk): string {
  const t = setMessages(locale)
  const [day, time] = [longDay(moment, locale, zone), clockTime(moment, locale, zone)]
  return series ? t.echoRepeat(repeatWords(series, locale, zone), day, time) : t.echo(day, time)
}
