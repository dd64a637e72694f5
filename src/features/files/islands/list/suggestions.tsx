import type { Locale } from '#base/messages.ts'
import { liveMessages } from '../../messages/live.ts'
import type { Typed } from './filters.ts'
import type { Suggestion } from './suggest.ts'

type Props = {
  typed: Typed | null
  offered: readonly Suggestion[]
  at: number
  choose: (typed: Typed, value: string) => void
  locale: Locale
}

/** The list below the box; the focus stays in the input. */
export function Suggestions({ typed, offered, at, choose, locale }: Props) {
  const t = liveMessages(locale)
  return (
    <>
      <div
        class="float filter-list"
        id="filter-list"
        role="listbox"
        aria-label={t.suggestions}
        hidden={offered.length === 0}
      >
        {typed &&
          offered.map(({ value, n }, index) => (
            <div
              key={value}
              class="option"
              id={`filter-option-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(typed, value)
              }}
            >
              <bdi dir="ltr">
                <span class="muted">{typed.qualifier}:</span>
                {value}
              </bdi>
              {n !== null && <span class="filter-n numbers">{n.toLocaleString()}</span>}
            </div>
          ))}
      </div>
      <span class="visually-hidden" role="status">
        {typed && t.suggested(offered.length)}
      </span>
    </>
  )
}
