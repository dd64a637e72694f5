import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { deviceNow } from '#browser/page-life.ts'
import type { Listed } from '../../listed.ts'
import { ahead, type Desk, due, loadLists, openDesk } from './desk.ts'
import { actsOf } from './panel.tsx'
import { poll } from './watch.ts'

export type RenderedLists = {
  locale: Locale
  due: readonly Listed[]
  ahead: readonly Listed[]
  /** How many are due, where `due` has only the first of them. */
  dueTotal?: number
  /** Milliseconds. */
  now: number
  /** The time zone that the server rendered, and whether the user chose it. */
  zone: string
  isZoneChosen: boolean
}

/** Both lists of reminders on a page: first as the server rendered them, then refreshed. */
export function useLiveLists(props: RenderedLists) {
  const desk = useSignal<Desk | null>(null)
  const hasAnswer = useRef(false)
  const { dueTotal = props.due.length } = props
  useEffect(() => {
    due.value ??= props.due
    ahead.value ??= props.ahead
    desk.value = openDesk(props.locale, props.isZoneChosen ? props.zone : null)
  }, [])
  const { value: latest } = poll
  useEffect(() => {
    // Skip the first answer when its count matches the rendered page.
    const isNews = latest.due !== null && (hasAnswer.current || latest.due !== dueTotal)
    if (latest.due !== null) hasAnswer.current = true
    if (desk.value && isNews) void loadLists(desk.value)
  }, [latest])
  return {
    desk: desk.value,
    due: desk.value ? (due.value ?? []) : props.due,
    ahead: desk.value ? (ahead.value ?? []) : props.ahead,
    now: new Date(desk.value ? deviceNow() : props.now),
    zone: desk.value?.zone ?? props.zone,
    acts: desk.value && actsOf(desk.value),
  }
}
