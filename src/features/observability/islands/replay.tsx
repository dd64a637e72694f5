import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import type { Severity } from '#base/severity.ts'
import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import { clockText } from '../chart.ts'
import { observabilityMessages } from '../messages.ts'
import type { ReplayBody } from '../schema/api.ts'
import { beat } from './parts/beat.ts'
import { Controls } from './parts/controls.tsx'
import { FRAME_MS, fittingSpeed, lastBefore } from './parts/player.ts'

export type Item = {
  id: string
  at: number
  type: string
  severity: Severity
  title: string
  summary: string
  link: string
}
type Props = {
  locale: Locale
  timeZone: string
  start: number
  end: number
  items: readonly Item[]
  next: string | null
  /** The URL of the next page, for browsers without script. */
  nextHref: string | null
  query: string
}

/** Events and alerts in chronological order, with playback. */
function Replay(props: Props) {
  const { locale, timeZone, start, end, query } = props
  const t = observabilityMessages(locale)
  const items = useSignal(props.items)
  const next = useSignal(props.next)
  const moment = useSignal(end)
  const speed = useSignal(fittingSpeed((end - start) / 1000))
  const isPlaying = useSignal(false)
  const list = useRef<HTMLOListElement>(null)
  const more = () => loadMore(items, next, query, () => toast({ text: t.moreFailed, kind: 'error' }))
  usePlayer({ moment, speed, isPlaying, start, end, items, next, more })
  useFresh({ items, next, query, isIdle: () => !isPlaying.value && moment.value === end })
  const current = moment.value >= end ? -1 : lastBefore(items.value, moment.value)
  useEffect(() => list.current?.children[current]?.scrollIntoView({ block: 'nearest' }), [current])
  return (
    <div class="replay stack gap-3">
      <Controls locale={locale} timeZone={timeZone} {...{ start, end, moment, speed, isPlaying, items }} />
      <ol class="happenings anchor" ref={list} tabIndex={0} aria-label={t.replay}>
        {items.value.map((item, i) => (
          <Row
            key={item.id}
            locale={locale}
            timeZone={timeZone}
            item={item}
            state={stateOf(i, current, moment.value >= end)}
          />
        ))}
      </ol>
      {next.value !== null && (
        <p class="replay-more">
          <a
            class="button button-plain"
            rel="next"
            href={props.nextHref ?? '#replay'}
            onClick={(event) => {
              event.preventDefault()
              void more()
            }}
          >
            {t.more}
          </a>
        </p>
      )}
    </div>
  )
}

type RowState = 'seen' | 'current' | 'ahead'

function stateOf(index: number, current: number, isAtEnd: boolean): RowState {
  if (isAtEnd || index < current) return 'seen'
  return index === current ? 'current' : 'ahead'
}

type RowProps = { locale: Locale; timeZone: string; item: Item; state: RowState }

function Row({ locale, timeZone, item, state }: RowProps) {
  const t = observabilityMessages(locale)
  return (
    <li
      class={`happening small items-baseline grid gap-1-4 happening-${state}`}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <time class="muted tiny mono" dir="ltr" datetime={new Date(item.at).toISOString()}>
        {clockText(item.at, timeZone, true)}
      </time>
      <span class={`severity gap-1 tiny strong inline-row nowrap severity-${item.severity}`}>{t[item.severity]}</span>
      <span class="happening-words">
        <a href={item.link}>
          <bdi>{item.title}</bdi>
        </a>{' '}
        <code class="muted tiny" dir="ltr">
          {item.type}
        </code>
        {item.summary && (
          <span class="happening-summary">
            <bdi>{item.summary}</bdi>
          </span>
        )}
      </span>
    </li>
  )
}

function toItem({ id, timestamp, type, severity, title, summary, link }: ReplayBody['events'][number]): Item {
  return { id, at: Date.parse(timestamp), type, severity, title, summary, link }
}

async function loadMore(
  items: Signal<readonly Item[]>,
  next: Signal<string | null>,
  query: string,
  failed: () => void,
) {
  const cursor = next.value
  if (cursor === null) return
  const answer = await call<ReplayBody>('GET', `/api/observability/replay?${query}${query && '&'}cursor=${cursor}`)
  if (answer.outcome !== 'done') return failed()
  if (next.value !== cursor) return
  items.value = [...items.value, ...answer.data.events.map(toItem)]
  next.value = answer.data.next_cursor
}

type Player = {
  moment: Signal<number>
  speed: Signal<number>
  isPlaying: Signal<boolean>
  start: number
  end: number
  items: Signal<readonly Item[]>
  next: Signal<string | null>
  more: () => Promise<void>
}

/** Advances the playback position, and waits while the next page loads. */
function usePlayer({ moment, speed, isPlaying, end, items, next, more }: Player): void {
  const isOn = isPlaying.value
  useEffect(() => {
    if (!isOn) return
    let isLoading = false
    const timer = setInterval(() => {
      const ahead = Math.min(end, moment.value + speed.value * FRAME_MS)
      if (next.value !== null && ahead > (items.value.at(-1)?.at ?? end)) {
        if (isLoading) return
        isLoading = true
        void more().then(() => {
          isLoading = false
        })
        return
      }
      moment.value = ahead
      if (ahead >= end) isPlaying.value = false
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [isOn])
}

type Fresh = { items: Signal<readonly Item[]>; next: Signal<string | null>; query: string; isIdle: () => boolean }

/** Reloads the list on each refresh of the page, unless the user is playing it or a further page is not loaded. */
function useFresh({ items, next, query, isIdle }: Fresh): void {
  const turn = beat.value
  useEffect(() => {
    if (turn === 0 || next.value !== null || !isIdle()) return
    void call<ReplayBody>('GET', `/api/observability/replay?${query}${query && '&'}limit=500`).then((answer) => {
      if (answer.outcome !== 'done' || !isIdle()) return
      items.value = answer.data.events.map(toItem)
      next.value = answer.data.next_cursor
    })
  }, [turn])
}

export const island = Replay
