import { useSignal } from '@preact/signals'
import { deviceZone } from '#browser/device.ts'
import { setMessages } from '../../messages/set.ts'
import { type ParsedWhen, parseWhenText } from '../../say-when.ts'
import { fromAt, toAt, wallAt } from '../../wall.ts'
import { clockTime, longDay, zoneName } from '../../when-words.ts'
import { type Choice, choiceOf } from './choice.ts'
import type { Desk } from './desk.ts'

type Props = { desk: Desk; now: Date; choose: (asked: Choice['asked']) => void }

/** Free text or a date picker. The parsed time is displayed before it is saved. */
export function FreeTextTime({ desk, now, choose }: Props) {
  const t = setMessages(desk.locale)
  const text = useSignal('')
  const picked = useSignal('')
  const parsed = meant(text.value, picked.value, now, desk.zone)
  const choice = parsed && choiceOf(parsed, now, desk.zone)
  const isPast = choice !== null && choice.moment <= now
  return (
    <form
      class="remind-free"
      onSubmit={(event) => {
        event.preventDefault()
        if (choice && !isPast) choose(choice.asked)
      }}
    >
      <label>
        {t.say}
        <input
          class="input"
          dir="auto"
          autocomplete="off"
          name="say"
          aria-describedby="remind-echo"
          placeholder={t.sayHint}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value
            picked.value = ''
          }}
        />
      </label>
      <label>
        {t.pick}
        <input
          class="input"
          type="datetime-local"
          name="pick"
          aria-describedby="remind-echo"
          min={toAt(wallAt(now, desk.zone))}
          value={picked.value}
          onInput={(event) => {
            picked.value = event.currentTarget.value
            text.value = ''
          }}
        />
      </label>
      <Echo desk={desk} now={now} choice={choice} isAsked={text.value.trim() !== ''} isPast={isPast} />
      <button class="button button-primary" type="submit" disabled={!choice || isPast}>
        {t.save}
      </button>
    </form>
  )
}

function meant(text: string, picked: string, now: Date, zone: string): ParsedWhen | null {
  if (picked !== '') return fromAt(picked) && { at: picked }
  return text.trim() === '' ? null : parseWhenText(text, wallAt(now, zone))
}

type EchoProps = { desk: Desk; now: Date; choice: Choice | null; isAsked: boolean; isPast: boolean }

function Echo({ desk, now, choice, isAsked, isPast }: EchoProps) {
  const { locale, zone } = desk
  const t = setMessages(locale)
  const isElsewhere = zone !== deviceZone()
  return (
    <div id="remind-echo" class="remind-echo" aria-live="polite">
      {choice && !isPast && (
        <p>{t.echo(longDay(choice.moment, locale, zone), clockTime(choice.moment, locale, zone))}</p>
      )}
      {isPast && <p class="remind-wrong">{t.past}</p>}
      {!choice && isAsked && <p class="remind-wrong">{t.notUnderstood}</p>}
      {isElsewhere && <p class="remind-zone">{t.inZone(zoneName(now, locale, zone))}</p>}
    </div>
  )
}
