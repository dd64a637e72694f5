import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { Locale } from '#base/messages.ts'
import { MAX_QUERY_CHARS } from '../../file.ts'
import { liveMessages } from '../../messages/live.ts'
import { chipsOf, type Filters, type Typed, typedQualifier } from './filters.ts'

type Props = {
  input: RefObject<HTMLInputElement | null>
  initial: string
  filters: Filters
  typed: Signal<Typed | null>
  at: Signal<number>
  /** The number of suggestions shown. */
  offered: number
  onKey: (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => void
  locale: Locale
}

export function BoxInput({ input, initial, filters, typed, at, offered, onKey, locale }: Props) {
  const t = liveMessages(locale)
  return (
    <input
      ref={input}
      id="filter-text"
      type="text"
      name="q"
      enterkeyhint="search"
      maxLength={MAX_QUERY_CHARS}
      dir="auto"
      autocomplete="off"
      spellcheck={false}
      role="combobox"
      aria-label={t.search}
      aria-expanded={offered > 0}
      aria-controls="filter-list"
      aria-autocomplete="list"
      aria-activedescendant={offered > 0 ? `filter-option-${at.value}` : undefined}
      aria-keyshortcuts="/"
      placeholder={chipsOf(filters).length === 0 ? t.placeholder : t.search}
      defaultValue={initial}
      onInput={(event) => {
        typed.value = typedQualifier(event.currentTarget.value)
        at.value = 0
      }}
      onKeyDown={onKey}
      onBlur={() => (typed.value = null)}
    />
  )
}
