import type { Signal } from '@preact/signals'
import { chipsOf, type Filters, type Typed, without } from './filters.ts'
import type { Suggestion } from './suggest.ts'

type Box = {
  typed: Signal<Typed | null>
  at: Signal<number>
  offered: readonly Suggestion[]
  filters: Filters
  choose: (typed: Typed, value: string) => void
  show: (filters: Filters) => void
}

/** Handles the keys of the filter box; every other key is typing. */
export function boxKeys({ typed, at, offered, filters, choose, show }: Box) {
  return (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const what = typed.value
    if (what && step !== undefined && offered.length > 0) {
      event.preventDefault()
      at.value = (at.value + step + offered.length) % offered.length
    } else if (what && (event.key === 'Enter' || (event.key === ' ' && what.value !== ''))) {
      const value = offered[at.value]?.value ?? what.value
      // `lang:` without a value is not a filter yet.
      if (value === '') return
      event.preventDefault()
      choose(what, value)
    } else if (what && event.key === 'Escape') {
      event.preventDefault()
      typed.value = null
    } else if (event.key === 'Backspace' && event.currentTarget.value === '') {
      const last = chipsOf(filters).at(-1)
      if (last) show({ ...without(filters, last.key), q: '' })
    }
  }
}
