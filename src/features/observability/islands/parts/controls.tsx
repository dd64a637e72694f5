import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { clockText } from '../../chart.ts'
import { observabilityMessages } from '../../messages.ts'
import { lastBefore, SPEEDS } from './player.ts'

type Props = {
  locale: Locale
  timeZone: string
  start: number
  end: number
  moment: Signal<number>
  speed: Signal<number>
  isPlaying: Signal<boolean>
  items: Signal<readonly { at: number }[]>
}

const STEPS = 400

/** Play, speed, and the position in the window. The scrubber is a native range input, so every key works on it. */
export function Controls({ locale, timeZone, start, end, moment, speed, isPlaying, items }: Props) {
  const t = observabilityMessages(locale)
  // The buttons stay disabled until hydration, because they do nothing before it.
  const isInert = useSignal(true)
  useEffect(() => {
    isInert.value = false
  }, [])
  const play = () => {
    if (!isPlaying.value && moment.value >= end) moment.value = start
    isPlaying.value = !isPlaying.value
  }
  const jump = (by: number) => {
    isPlaying.value = false
    const here = lastBefore(items.value, moment.value)
    moment.value = items.value[Math.max(0, here + by)]?.at ?? (by > 0 ? end : start)
  }
  const clock = clockText(moment.value, timeZone, true)
  return (
    <div class="stack gap-2" data-opens="replay">
      <div class="cluster gap-2">
        <Button
          type="button"
          kind="primary"
          disabled={isInert.value}
          {...(!isPlaying.value && { icon: 'play' })}
          onClick={play}
        >
          {isPlaying.value && <Pause />}
          {isPlaying.value ? t.pause : t.play}
        </Button>
        <Button type="button" kind="quiet" disabled={isInert.value} onClick={() => jump(-1)}>
          {t.previous}
        </Button>
        <Button type="button" kind="quiet" disabled={isInert.value} onClick={() => jump(1)}>
          {t.next}
        </Button>
        <label class="gap-2 small inline-row">
          <span>{t.speed}</span>
          <select
            class="input"
            value={String(speed.value)}
            onChange={(event) => {
              speed.value = Number(event.currentTarget.value)
            }}
          >
            {SPEEDS.map((each) => (
              <option key={each} value={String(each)}>
                {t.times(each)}
              </option>
            ))}
          </select>
        </label>
        <output class="small push mono">
          <bdi dir="ltr">{clock}</bdi>
        </output>
      </div>
      <Scrubber label={t.moment} {...{ clock, start, end, moment, isPlaying }} />
    </div>
  )
}

type ScrubberProps = Pick<Props, 'start' | 'end' | 'moment' | 'isPlaying'> & { label: string; clock: string }

function Scrubber({ label, clock, start, end, moment, isPlaying }: ScrubberProps) {
  return (
    <input
      class="full tap"
      type="range"
      dir="ltr"
      min={start}
      max={end}
      step={Math.max(1, Math.round((end - start) / STEPS))}
      value={moment.value}
      aria-label={label}
      aria-valuetext={clock}
      onInput={(event) => {
        isPlaying.value = false
        moment.value = Number(event.currentTarget.value)
      }}
    />
  )
}

/** The icon set of the site has no pause icon. */
function Pause() {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d="M8 5v14M16 5v14" />
    </svg>
  )
}
