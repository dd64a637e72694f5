import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { setMessages } from '../../messages/set.ts'
import {
  isRepeatInterval,
  MAX_REPEAT_INTERVAL,
  PLAIN_UNITS,
  type PlainUnit,
  type Repeat,
  workweekOf,
} from '../../repeat.ts'
import { workweekDays } from '../../repeat-words.ts'
import type { Desk } from './desk.ts'

/** `invalid`: the number of a rule is not one, so nothing can be saved. */
export type RepeatChoice = Repeat | null | 'invalid'

const KINDS = ['once', 'day', 'weekday', 'week', 'month', 'other'] as const
type Kind = (typeof KINDS)[number]

type Props = {
  desk: Desk
  stored: Repeat | null
  /** What the text below chose, each time that it changed; undefined is the stored rule. */
  said: { choice: RepeatChoice | undefined } | null
  choose: (repeat: RepeatChoice) => void
}

/** How often the reminder comes: a few common rules, and any number of days, weeks or months. */
export function RepeatFields({ desk, stored, said, choose }: Props) {
  const { locale, zone } = desk
  const t = setMessages(locale)
  const days = stored?.unit === 'weekday' ? stored.days : workweekOf(locale, zone)
  const kind = useSignal<Kind>(kindOf(stored))
  const unit = useSignal<PlainUnit>(stored && stored.unit !== 'weekday' ? stored.unit : 'week')
  const count = useSignal(String(stored && stored.unit !== 'weekday' ? stored.interval : 2))
  useEffect(() => {
    if (!said || said.choice === 'invalid') return
    const rule = said.choice === undefined ? stored : said.choice
    kind.value = kindOf(rule)
    if (!rule || rule.unit === 'weekday') return
    unit.value = rule.unit
    count.value = String(rule.interval)
  }, [said])
  const changed = () => {
    if (kind.value === 'once') choose(null)
    else if (kind.value === 'weekday') choose({ unit: 'weekday', days })
    else if (kind.value !== 'other') choose({ unit: kind.value, interval: 1 })
    else choose(isCount(count.value) ? { unit: unit.value, interval: Number(count.value) } : 'invalid')
  }
  return (
    <div class="remind-repeat stack below-2 gap-2">
      <label class="small grid gap-3">
        {t.repeat}
        <select
          class="input"
          name="repeat"
          autocomplete="off"
          value={kind.value}
          onChange={(event) => {
            kind.value = KINDS.find((each) => each === event.currentTarget.value) ?? 'once'
            changed()
          }}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {each === 'weekday' ? t.repeatWeekday(workweekDays(days, locale)) : t[`repeat_${each}`]}
            </option>
          ))}
        </select>
      </label>
      {kind.value === 'other' && <IntervalFields desk={desk} unit={unit} count={count} changed={changed} />}
    </div>
  )
}

function kindOf(stored: Repeat | null): Kind {
  if (!stored) return 'once'
  if (stored.unit === 'weekday') return 'weekday'
  return stored.interval === 1 ? stored.unit : 'other'
}

/** An empty field is no number, although `Number` makes 0 of it. */
function isCount(text: string): boolean {
  return text.trim() !== '' && isRepeatInterval(Number(text))
}

type IntervalProps = { desk: Desk; unit: Signal<PlainUnit>; count: Signal<string>; changed: () => void }

function IntervalFields({ desk, unit, count, changed }: IntervalProps) {
  const t = setMessages(desk.locale)
  return (
    <div class="remind-every grid gap-2" role="group" aria-label={t.repeat_other}>
      <input
        class="input"
        type="number"
        name="interval"
        min={1}
        max={MAX_REPEAT_INTERVAL}
        aria-label={t.repeatCount}
        aria-describedby="remind-repeat-wrong"
        value={count.value}
        onInput={(event) => {
          count.value = event.currentTarget.value
          changed()
        }}
      />
      <select
        class="input"
        name="unit"
        aria-label={t.repeatUnit}
        autocomplete="off"
        value={unit.value}
        onChange={(event) => {
          unit.value = PLAIN_UNITS.find((each) => each === event.currentTarget.value) ?? 'week'
          changed()
        }}
      >
        {PLAIN_UNITS.map((each) => (
          <option key={each} value={each}>
            {t[`unit_${each}`]}
          </option>
        ))}
      </select>
      <p id="remind-repeat-wrong" class="remind-wrong hides-empty danger small wide" aria-live="polite">
        {isCount(count.value) ? '' : t.repeatWrong(MAX_REPEAT_INTERVAL)}
      </p>
    </div>
  )
}
